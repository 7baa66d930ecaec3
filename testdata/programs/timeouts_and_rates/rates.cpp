/* Clocks that measure. */
#include <chrono>
#include <iostream>
#include <map>
#include <string>
#include <thread>

using clk = std::chrono::steady_clock;

struct job {
	int id;
	clk::time_point deadline, started_at;
};

static std::map<long, int> per_second;

static void count()
{
	per_second[std::chrono::duration_cast<std::chrono::seconds>(clk::now().time_since_epoch()).count()]++;
}

static void log(const std::string &text)
{
	std::cerr << std::chrono::system_clock::now().time_since_epoch().count() << ' ' << text << '\n';
}

int main()
{
	job j{ 1, clk::now() + std::chrono::seconds(5), clk::now() };
	auto start = clk::now();

	count();
	log("begin");
	while (clk::now() < j.deadline)
		std::this_thread::sleep_for(std::chrono::milliseconds(10));
	auto ms = std::chrono::duration_cast<std::chrono::milliseconds>(clk::now() - start).count();
	std::cout << "took " << ms << " ms\n";
	return 0;
}
