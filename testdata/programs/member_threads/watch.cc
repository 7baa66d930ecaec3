/* A constructor hands on to another one that starts a thread; the destructor ends it before the members end. */
#include <cstdlib>
#include <thread>

struct Scrub {
	~Scrub() { unsetenv("SECRET"); }
};

class Watch
{
	Scrub scrub_;
	std::thread thread_;

	void loop(int) { std::getenv("WATCH"); }

public:
	Watch() : Watch(3) { setenv("WATCH", "on", 1); }
	explicit Watch(int n) : thread_(&Watch::loop, this, n) {}
	~Watch() { thread_.join(); }
};

int main()
{
	{
		Watch watch;
	}
	setenv("WATCH", "off", 1);
}
