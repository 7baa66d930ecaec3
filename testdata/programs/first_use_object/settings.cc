/* A static object that is made by whoever comes first: here, a thread. */
#include <cstdlib>
#include <thread>

struct Settings {
	Settings() { setenv("SETTINGS", "ready", 1); }
	const char *get() { return std::getenv("SETTINGS"); }
};

static Settings &settings()
{
	static Settings only;

	return only;
}

static void work()
{
	settings().get();
}

int main()
{
	std::thread one(work), other(work);

	one.join();
	other.join();
}
