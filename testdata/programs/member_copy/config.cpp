#include <cstdlib>
#include <string>
#include <cstdio>

/* The member holds a copy. */
struct Config {
	std::string home;
	void load()
	{
		if (const char *h = std::getenv("HOME"))
			home = h;
	}
};

int main()
{
	Config c;
	c.load();
	setenv("HOME", "/", 1);
	std::puts(c.home.c_str());
}
