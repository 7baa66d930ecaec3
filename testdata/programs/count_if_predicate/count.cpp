#include <algorithm>
#include <cctype>
#include <string>

static bool is_word(char c)
{
	return std::isalnum(c) || c == '_';
}

static long words(const std::string &text)
{
	return std::count_if(text.begin(), text.end(), is_word);
}

int main(int argc, char **argv)
{
	return static_cast<int>(words(argv[argc - 1]));
}
