/* Members begin in the order of their class: one before its thread, one behind it. */
#include <cstdlib>
#include <thread>

struct Language {
	Language() { setenv("LANGUAGE", "en", 1); }
};

struct Zone {
	Zone() { setenv("TZ", "UTC", 1); }
	~Zone() { unsetenv("TZ"); }
};

class App
{
	Language language_;
	std::thread clock_{ &App::tick, this };
	Zone zone_;

	void tick() { std::getenv("TZ"); }

public:
	~App() { clock_.join(); }
};

int main()
{
	App app;
}
