/* Handlers run with the threads that there were when something was thrown. */
#include <cstdlib>
#include <thread>

static void look()
{
	std::getenv("LOOK");
}

static void fails()
{
	throw 1;
}

static void starts_or_fails(int n)
{
	std::thread(look).detach();
	if (n)
		throw n;
}

static void starts_and_fails()
{
	std::thread(look).detach();
	throw 1;
}

static void nothing_ok()
{
	try {
		fails();
	} catch (...) {
		setenv("STAGE", "zero", 1);
	}
}

static void joined_either_way_ok()
{
	std::thread thread(look);

	try {
		fails();
		thread.join();
	} catch (...) {
		thread.join();
	}
	setenv("STAGE", "one", 1);
}

static void in_handler_bad()
{
	std::thread thread(look);

	try {
		fails();
	} catch (...) {
		setenv("STAGE", "two", 1); // expect: env-write-threaded
	}
	thread.join();
	setenv("STAGE", "three", 1);
}

static void never_comes_back_bad()
{
	try {
		starts_and_fails();
	} catch (...) {
		setenv("STAGE", "four", 1); // miss: env-write-threaded, what a function did that only throws is not seen
	}
}

static void perhaps_bad(int n)
{
	try {
		starts_or_fails(n);
	} catch (...) {
		setenv("STAGE", "five", 1); // expect: env-write-threaded
	}
}

int main(int argc, char **)
{
	nothing_ok();
	joined_either_way_ok();
	in_handler_bad();
	never_comes_back_bad();
	perhaps_bad(argc);
}
