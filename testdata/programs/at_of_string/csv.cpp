#include <cctype>
#include <string>
#include <string_view>

static std::string_view strip(std::string_view text)
{
	while (!text.empty() && isspace(text.front()))
		text.remove_prefix(1);
	while (!text.empty() && isspace(text.back()))
		text.remove_suffix(1);
	return text;
}

static bool is_label(const std::string &text)
{
	for (std::size_t i = 0; i < text.size(); i++)
		if (!isalnum(text[i]))
			return false;
	return !text.empty();
}

int main(int argc, char **argv)
{
	return is_label(std::string(strip(argv[argc - 1])));
}
