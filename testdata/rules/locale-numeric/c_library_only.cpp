// flags: -std=c++17
/* setlocale doesn't reach C++ streams. */
#include <charconv>
#include <clocale>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>

static double convert_bad(const std::string &text)
{
	return std::stof(text) + std::atof(text.c_str()); // expect: locale-numeric
}

static void stream_ok(const char *path, double value)
{
	std::ofstream out(path);

	out << value << '\n';
}

static double parse_ok(const std::string &text)
{
	std::istringstream in(text);
	double value = 0;

	in >> value;
	return value;
}

static double from_chars_ok(const std::string &text)
{
	double value = 0;

	std::from_chars(text.data(), text.data() + text.size(), value);
	return value;
}

int main(int, char **argv)
{
	std::setlocale(LC_ALL, "");
	stream_ok(argv[1], convert_bad(argv[2]) + parse_ok(argv[2]));
	return from_chars_ok(argv[2]) > 1;
}
