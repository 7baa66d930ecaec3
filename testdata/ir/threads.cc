/* Threads of the C++ library: their functions and what they are handed. */
#include "system/std.h"

void work(int n);
struct task {
	void operator()();
};

struct server {
	std::thread listener;
	int port;

	server() : listener([this] { loop(0); }), port(1) {}
	void loop(int n);
	void start(int n)
	{
		std::thread one(work, n);
		std::thread two(&server::loop, this, n);
		std::thread none;

		one.join();
		two.join();
	}
};

void others(int n)
{
	std::vector<std::thread> pool;
	std::thread job{task()};

	pool.emplace_back(work, n);
	std::async(std::launch::async, work, n);
	std::async([n] { work(n); });
}
