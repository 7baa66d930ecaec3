/* The isspace of <locale>, with a locale of its own, takes any char. */
#include <iostream>
#include <locale>
#include <string>

int main()
{
	const std::locale &c = std::locale::classic();
	std::string line;
	int words = 0;

	while (std::getline(std::cin, line))
		for (char byte : line)
			words += std::isspace(byte, c);
	std::cout << words << '\n';
	return 0;
}
