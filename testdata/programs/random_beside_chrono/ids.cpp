#include <atomic>
#include <chrono>
#include <random>
#include <string>

static std::string random_id()
{
	static std::random_device device;
	auto now = std::chrono::system_clock::now().time_since_epoch().count();

	return std::to_string(now) + "-" + std::to_string(device()) + std::to_string(device());
}

static std::string counted_id()
{
	static std::atomic<unsigned long> count{ 0 };
	auto now = std::chrono::system_clock::now().time_since_epoch().count();

	return std::to_string(now) + "-" + std::to_string(count++);
}

int main()
{
	auto start = std::chrono::steady_clock::now();
	std::string id = random_id() + counted_id();

	return std::chrono::steady_clock::now() - start > std::chrono::seconds(1) || id.empty();
}
