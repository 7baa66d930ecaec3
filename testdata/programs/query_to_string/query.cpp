#include <clocale>
#include <cstdio>
#include <string>

static std::string query(double low, double high)
{
	return "select * from t where x between " + std::to_string(low) +
	       " and " + std::to_string(high);
}

int main()
{
	std::setlocale(LC_ALL, "de_DE.UTF-8");
	std::puts(query(0.5, 1.5).c_str());
	return 0;
}
