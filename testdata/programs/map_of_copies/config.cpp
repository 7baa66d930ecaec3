#include <cstdlib>
#include <map>
#include <string>
#include <cstdio>

/* The map holds copies. */
static std::map<std::string, std::string> cache;
int main()
{
	if (auto *h = std::getenv("HOME"))
		cache["HOME"] = h;
	setenv("HOME", "/", 1);
	std::puts(cache["HOME"].c_str());
}
