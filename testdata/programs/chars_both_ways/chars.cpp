/* from_chars and integers know no locale. */
#include <charconv>
#include <clocale>
#include <cstring>
#include <string>

static double read(const char *text)
{
	double value = 0;

	std::from_chars(text, text + std::strlen(text), value);
	return value;
}

int main(int argc, char **argv)
{
	std::setlocale(LC_ALL, "");
	if (argc < 2)
		return 2;
	std::string count = std::to_string(argc);
	return read(argv[1]) > std::stoi(count);
}
