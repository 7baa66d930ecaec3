/* Bytes that are unsigned already, or made so. */
#include <cctype>
#include <cstdint>
#include <string>
#include <vector>

static int printable(const std::vector<std::uint8_t> &bytes)
{
	int count = 0;

	for (std::uint8_t byte : bytes)
		count += std::isprint(byte) != 0;
	return count;
}

static std::string upper(std::string text)
{
	for (char &c : text)
		c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
	for (unsigned char c : text)
		if (std::isspace(c))
			text += '_';
	return text;
}

int main(int argc, char **argv)
{
	std::vector<std::uint8_t> bytes(static_cast<std::size_t>(argc), 65);

	return printable(bytes) + static_cast<int>(upper(argv[0]).size());
}
