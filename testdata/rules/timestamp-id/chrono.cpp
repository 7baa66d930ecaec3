// flags: -std=c++17
/* C++: clocks of <chrono>, names of files by strings and paths, and keys of maps. */
#include <atomic>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iomanip>
#include <map>
#include <random>
#include <sstream>
#include <string>
#include <sys/stat.h>

using clock_type = std::chrono::system_clock;

static long now_ms()
{
	return std::chrono::duration_cast<std::chrono::milliseconds>(clock_type::now().time_since_epoch()).count();
}

struct order {
	std::string id;
	std::string text;
	long created;
};

static std::string make_path_bad(const std::string &folder)
{
	const auto now = std::chrono::steady_clock::now().time_since_epoch();

	return folder + "/part_" + std::to_string(now.count()) + ".bin"; // expect: timestamp-id
}

static void temporary_ok()
{
	const std::string path = make_path_bad("/tmp");
	std::ofstream out(path, std::ios::binary);
}

static void streamed_name_bad()
{
	std::ostringstream name;

	name << "/tmp/dump-" << std::time(nullptr) << ".txt"; // expect: timestamp-id
	std::ofstream out(name.str());
}

static void path_bad(const std::filesystem::path &folder)
{
	std::filesystem::path path = folder / ("snapshot-" + std::to_string(now_ms())); // expect: timestamp-id
	std::ofstream out(path);
}

static void dated_name_bad()
{
	std::time_t now = clock_type::to_time_t(clock_type::now());
	std::ostringstream name;

	name << "backup_" << std::put_time(std::localtime(&now), "%Y%m%d_%H%M%S") << ".tar"; // expect: timestamp-id
	std::rename("backup.tar", name.str().c_str());
}

static void folder_bad()
{
	std::string name = "run-" + std::to_string(std::time(nullptr)); // expect: timestamp-id

	mkdir(name.c_str(), 0755);
}

static void member_bad(order &order)
{
	order.id = "ord-" + std::to_string(now_ms()); // expect: timestamp-id
	order.text = "made at " + std::to_string(now_ms());
	order.created = now_ms();
}

static std::string new_token_bad()
{
	return std::to_string(now_ms()); // expect: timestamp-id
}

static void local_bad(std::map<std::string, order> &orders)
{
	std::string request_id = std::to_string(clock_type::now().time_since_epoch().count()); // expect: timestamp-id

	orders[request_id] = order();
}

static void key_bad(std::map<long, order> &orders)
{
	orders[now_ms()] = order(); // expect: timestamp-id
}

static void emplaced_bad(std::map<long, order> &orders)
{
	orders.emplace(now_ms(), order()); // expect: timestamp-id
}

static std::string counted_ok()
{
	static std::atomic<unsigned> count;
	std::string id = std::to_string(now_ms()) + "-" + std::to_string(count.fetch_add(1));

	return id;
}

static std::string incremented_ok()
{
	static std::atomic<unsigned> count;
	std::string id = std::to_string(now_ms()) + "-" + std::to_string(++count);

	return id;
}

static std::string drawn_ok()
{
	std::random_device device;
	std::string id = std::to_string(now_ms()) + "-" + std::to_string(device());

	return id;
}

static void per_second_ok(std::map<long, int> &counts)
{
	counts[std::time(nullptr)]++;
}

static void appended_ok()
{
	std::string name = "log-" + std::to_string(std::time(nullptr));
	std::ofstream out(name, std::ios::app);
}

static void by_day_ok()
{
	std::time_t now = std::time(nullptr);
	std::ostringstream name;

	name << "journal_" << std::put_time(std::localtime(&now), "%Y-%m-%d") << ".txt";
	std::ofstream out(name.str());
}

static std::string tries_ok()
{
	for (;;) {
		std::string name = "work-" + std::to_string(std::time(nullptr));

		if (mkdir(name.c_str(), 0700) == 0)
			return name;
	}
}

static long elapsed_ok()
{
	auto start = std::chrono::steady_clock::now();

	temporary_ok();
	return std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now() - start).count();
}

static std::atomic<unsigned> made{0};

static long millis_ok()
{
	return std::chrono::system_clock::now().time_since_epoch().count();
}

static std::filesystem::path crash_bad(const std::filesystem::path &folder)
{
	return folder / ("crash-" + std::to_string(millis_ok()) + ".dmp"); // expect: timestamp-id
}

static std::filesystem::path counted_beside_ok(const std::filesystem::path &folder)
{
	return folder / (std::to_string(millis_ok()) + "-" + std::to_string(made++) + ".tmp");
}

static std::string counted_before_ok()
{
	std::string text = std::to_string(made++) + std::to_string(millis_ok());

	return text;
}

using callback = std::function<void()>;

static void callback_bad(std::map<long, callback> &by_time, callback f)
{
	by_time[std::chrono::steady_clock::now().time_since_epoch().count()] = std::move(f); // expect: timestamp-id
}

static void emplaced_callback_bad(std::map<long, callback> &by_time, callback f)
{
	by_time.emplace(std::chrono::steady_clock::now().time_since_epoch().count(), f); // expect: timestamp-id
}

int main()
{
	std::map<long, callback> callbacks;
	std::map<std::string, order> by_id;
	std::map<long, order> by_time;
	std::map<long, int> counts;
	order order;

	streamed_name_bad();
	path_bad("/tmp");
	dated_name_bad();
	folder_bad();
	member_bad(order);
	local_bad(by_id);
	key_bad(by_time);
	emplaced_bad(by_time);
	std::ofstream crash(crash_bad("/tmp")), first(counted_beside_ok("/tmp")), second(counted_before_ok());
	callback_bad(callbacks, [] {});
	emplaced_callback_bad(callbacks, [] {});
	per_second_ok(counts);
	appended_ok();
	by_day_ok();
	return (int)(new_token_bad() + counted_ok() + incremented_ok() + drawn_ok() + tries_ok()).size() +
	       (int)elapsed_ok();
}
