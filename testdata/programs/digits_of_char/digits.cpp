#include <algorithm>
#include <cctype>
#include <string>

static std::string digits(const std::string &text)
{
	std::string out;

	for (char c : text)
		if (std::isdigit(c))
			out += c;
	out.erase(std::remove_if(out.begin(), out.end(), [](unsigned char c) { return std::ispunct(c); }), out.end());
	return out;
}

int main(int argc, char **argv)
{
	return digits(argv[argc - 1]).empty();
}
