#include <fstream>
#include <locale>
#include <sstream>
#include <string>

static void save(const std::string &path, double price)
{
	std::ofstream out;

	out.open(path);
	out.imbue(std::locale::classic());
	out << price << '\n';
}

static double load(const std::string &line)
{
	std::istringstream in(line);
	double price = 0;

	in.imbue(std::locale("C"));
	in >> price;
	return price;
}

int main()
{
	std::locale::global(std::locale("fr_FR.UTF-8"));
	save("prices.csv", load("2.5"));
	return 0;
}
