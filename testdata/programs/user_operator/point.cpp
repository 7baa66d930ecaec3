#include <fstream>
#include <locale>

struct point {
	double x, y;
};

static std::ostream &operator<<(std::ostream &out, const point &p)
{
	return out << '(' << p.x << ')';
}

int main()
{
	std::locale::global(std::locale("de_DE.UTF-8"));
	std::ofstream out("points");

	out << point{ 1.5, 2.5 } << '\n';
	return 0;
}
