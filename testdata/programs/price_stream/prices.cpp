/* The global C++ locale reaches every stream made after it. */
#include <fstream>
#include <locale>
#include <string>
#include <vector>

struct item {
	std::string name;
	double price;
};

static void save(const std::string &path, const std::vector<item> &items)
{
	std::ofstream out(path);

	for (const item &it : items)
		out << it.name << ';' << it.price << '\n';
}

int main()
{
	std::locale::global(std::locale(""));
	save("prices.csv", { { "tea", 2.5 }, { "milk", 1.25 } });
	return 0;
}
