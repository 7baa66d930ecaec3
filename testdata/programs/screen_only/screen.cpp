/* Fractions for people alone. */
#include <iomanip>
#include <iostream>
#include <locale>
#include <sstream>
#include <string>

static std::string size_text(double bytes)
{
	std::ostringstream out;

	out << std::fixed << std::setprecision(1) << bytes / 1024 << " KiB";
	std::cout << out.str() << '\n';
	return "done";
}

int main()
{
	std::locale::global(std::locale(""));
	std::cout.imbue(std::locale());
	std::cout << "ratio: " << 0.5 << '\n';
	std::cerr << std::to_string(1.5) << " s elapsed\n";
	return size_text(2048).empty();
}
