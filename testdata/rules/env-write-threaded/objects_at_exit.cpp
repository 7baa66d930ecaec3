// flags: -std=c++17
/* Objects with static storage end when the program is left: then threads run that nobody waits for. */
#include <cstdlib>
#include <thread>

static void look()
{
	for (;;)
		std::getenv("LOOK");
}

struct put_back_bad {
	put_back_bad() {}
	~put_back_bad();
};

put_back_bad::~put_back_bad()
{
	setenv("STAGE", "over", 1); // expect: env-write-threaded
}

struct of_function_bad {
	of_function_bad() {}
	~of_function_bad();
};

of_function_bad::~of_function_bad()
{
	unsetenv("STAGE"); // expect: env-write-threaded
}

struct before_threads_ok {
	before_threads_ok() { setenv("BEGIN", "1", 1); }
};

static put_back_bad stage;
static before_threads_ok begin;

static void first_use()
{
	static of_function_bad once;
}

int main()
{
	first_use();
	std::thread(look).detach();
}
