#include <cstdlib>
#include <string_view>
#include <cstdio>

/* A view is no copy. */
int main()
{
	std::string_view home = std::getenv("HOME");
	setenv("HOME", "/", 1);
	std::printf("%.*s\n", (int)home.size(), home.data());
}
