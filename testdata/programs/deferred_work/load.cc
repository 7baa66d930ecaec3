/* A function that runs only when its result is asked for has no thread. */
#include <cstdlib>
#include <future>

static int load(int n)
{
	return std::getenv("LOAD") ? n : 0;
}

int main()
{
	auto later = std::async(std::launch::deferred, load, 1);

	setenv("LOAD", "1", 1);
	later.get();

	auto now = std::async(std::launch::async, load, 2);

	setenv("LOAD", "2", 1);
	return now.get();
}
