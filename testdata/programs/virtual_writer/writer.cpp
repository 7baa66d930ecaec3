#include <cstdlib>
#include <string>
#include <thread>
#include <atomic>

/* Which class it is is known at run time only. */
struct Base {
	virtual ~Base() = default;
	virtual void run() = 0;
};

struct Writer : Base {
	void run() override
	{
		setenv("W", "1", 1);
	}
};

struct Idle : Base {
	void run() override
	{
	}
};

int main(int argc, char **)
{
	Base *b = argc > 1 ? static_cast<Base *>(new Writer) : new Idle;
	std::thread t([b] { b->run(); });
	t.join();
	delete b;
}
