#include <cstdlib>
#include <future>

/* A launch policy that means a thread. */
int main()
{
	auto f = std::async(std::launch::async, [] { return setenv("A", "1", 1); });
	return f.get();
}
