/* Methods in a table, called through pointers to them beside a thread. */
#include <cstdlib>
#include <thread>

struct Menu {
	void set() { setenv("MENU", "1", 1); }
	void get() { std::getenv("MENU"); }
};

struct Entry {
	const char *name;
	void (Menu::*act)();
};

static const Entry table[] = { { "set", &Menu::set }, { "get", &Menu::get } };

int main(int argc, char **)
{
	Menu menu;
	std::thread thread([] { std::getenv("HOME"); });

	(menu.*table[argc & 1].act)();
	thread.join();
}
