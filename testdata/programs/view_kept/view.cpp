#include <cstdlib>
#include <string_view>
#include <cstdio>

/* The view holds the pointer. */
static std::string_view home;
int main()
{
	home = std::getenv("HOME");
	setenv("HOME", "/", 1);
	std::printf("%.*s\n", (int)home.size(), home.data());
}
