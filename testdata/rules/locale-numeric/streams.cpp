// flags: -std=c++17
/* C++: strings to numbers and back, and streams, which get their locale when they are made. */
#include <fstream>
#include <iomanip>
#include <iostream>
#include <locale>
#include <sstream>
#include <string>

struct point {
	double x;
	int n;
};

static double convert_bad(const std::string &text)
{
	return std::stod(text); // expect: locale-numeric
}

static std::string as_text_bad(double value)
{
	return std::to_string(value); // expect: locale-numeric
}

static void kept_text_bad(std::ostream &out, double value)
{
	std::string text = "x=" + std::to_string(value); // expect: locale-numeric

	out.write(text.data(), (std::streamsize)text.size());
}

static std::ostream &put_bad(std::ostream &out, const point &at)
{
	return out << at.x << ' ' << at.n; // expect: locale-numeric
}

static void file_bad(const char *path, const point &at)
{
	std::ofstream out(path);

	out << "v " << std::fixed
	    << std::setprecision(3) << at.x // expect: locale-numeric
	    << '\n';
	put_bad(out, at);
}

static double parse_bad(const std::string &line)
{
	std::istringstream in(line);
	double value = 0;

	in >> value; // expect: locale-numeric
	return value;
}

static std::string joined_bad(const point &at)
{
	std::ostringstream out;

	out << at.n << ',' << at.x; // expect: locale-numeric
	return out.str();
}

static void user_imbued_bad(const char *path, double value)
{
	std::ofstream out(path);

	out.imbue(std::locale(""));
	out << value; // expect: locale-numeric
}

static void put_back_bad(const char *path, double value)
{
	std::locale old = std::locale::global(std::locale::classic());
	std::ofstream first(path);

	first << value;
	std::locale::global(old);
	std::ofstream second(path);
	second << value; // expect: locale-numeric
}

static void shown_text_ok(double value)
{
	std::cout << "mean " << std::to_string(value) << '\n';
}

static void shown_sum_ok(double value)
{
	std::string text = std::to_string(value) + " GB";

	std::cerr << text << std::endl;
}

static void shown_stream_ok(double value)
{
	std::ostringstream text;

	text << "used " << value << " MB";
	std::cout << text.str() << std::endl;
}

static void standard_ok(const point &at)
{
	std::cout << at.x << std::endl;
}

static void classic_ok(const char *path, double value)
{
	std::ofstream out(path);

	out.imbue(std::locale::classic());
	out << value;
}

static void named_c_ok(const char *path, double value)
{
	std::ofstream out(path);

	out.imbue(std::locale("C"));
	out << std::setprecision(17) << value;
}

static int integers_ok(const char *path, const point &at)
{
	std::ofstream out(path);
	std::istringstream in("12");
	int n = 0;

	out << at.n << std::to_string(at.n);
	in >> n;
	return n + std::stoi("7");
}

static void made_before_ok(std::ofstream &out, double value)
{
	out << value;
}

int main(int, char **argv)
{
	std::ofstream early(argv[1]);
	point at = { 1.5, 2 };

	std::locale::global(std::locale("de_DE.UTF-8"));
	made_before_ok(early, at.x);
	at.x += convert_bad(argv[2]) + parse_bad(argv[2]);
	early << as_text_bad(at.x) << joined_bad(at);
	kept_text_bad(early, at.x);
	file_bad(argv[1], at);
	user_imbued_bad(argv[1], at.x);
	put_back_bad(argv[1], at.x);
	shown_text_ok(at.x);
	shown_sum_ok(at.x);
	shown_stream_ok(at.x);
	standard_ok(at);
	classic_ok(argv[1], at.x);
	named_c_ok(argv[1], at.x);
	return integers_ok(argv[1], at);
}
