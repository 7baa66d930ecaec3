#include <algorithm>
#include <cctype>
#include <iostream>
#include <string>

static void upper(std::string &text)
{
	std::transform(text.begin(), text.end(), text.begin(),
		       [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
}

int main()
{
	std::string line;

	while (std::getline(std::cin, line)) {
		upper(line);
		auto blank = std::find_if(line.begin(), line.end(),
					  [](char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; });
		std::cout << std::string(line.begin(), blank) << '\n';
	}
	return 0;
}
