#include <algorithm>
#include <cctype>
#include <iostream>
#include <string>

static std::string upper(std::string text)
{
	std::transform(text.begin(), text.end(), text.begin(), ::toupper);
	return text;
}

static bool is_number(const std::string &text)
{
	return !text.empty() && std::all_of(text.begin(), text.end(), ::isdigit);
}

int main()
{
	std::string line;

	while (std::getline(std::cin, line))
		std::cout << (is_number(line) ? line : upper(line)) << '\n';
	return 0;
}
