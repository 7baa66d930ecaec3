/* Functions kept as members and in a table, called while a thread runs; one is never called. */
#include <cstdlib>
#include <functional>
#include <map>
#include <string>
#include <thread>

struct Button {
	std::function<void(int)> pressed;
	std::function<void()> released;

	void press()
	{
		if (pressed)
			pressed(1);
	}
};

static void choose(int which, const char *name)
{
	setenv(name, which ? "1" : "0", 1);
}

static void leave()
{
	unsetenv("CHOICE");
}

int main()
{
	std::map<std::string, std::function<void()>> commands;
	Button button;

	button.pressed = std::bind(choose, std::placeholders::_1, "CHOICE");
	button.released = [] { setenv("RELEASED", "1", 1); };
	commands["leave"] = leave;
	std::thread thread([] { std::getenv("HOME"); });
	button.press();
	commands["leave"]();
	thread.join();
}
