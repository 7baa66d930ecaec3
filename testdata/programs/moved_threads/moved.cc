/* Threads that move into a container, into another variable, and futures: all are waited for before the last write. */
#include <cstdlib>
#include <future>
#include <thread>
#include <vector>

static int look(int n)
{
	return std::getenv("LOOK") ? n : 0;
}

int main()
{
	std::vector<std::thread> threads;
	std::vector<std::future<int>> results;
	std::thread later;

	for (int i = 0; i < 3; i++)
		threads.push_back(std::thread(look, i));
	std::thread one(look, 4);
	threads.push_back(std::move(one));
	later = std::thread(look, 5);
	setenv("WHILE", "1", 1);
	for (auto &thread : threads)
		thread.join();
	later.join();
	setenv("BETWEEN", "1", 1);
	for (int i = 0; i < 3; i++)
		results.push_back(std::async(std::launch::async, look, i));
	setenv("WHILE", "2", 1);
	for (auto &result : results)
		result.get();
	setenv("AFTER", "1", 1);
}
