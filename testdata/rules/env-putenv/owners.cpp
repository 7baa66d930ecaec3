// Strings in memory that a local object owns, which ends with its block.
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <utility>
#include <vector>

static std::vector<std::vector<char>> kept;

static bool of_vector_bad(const std::string &name, const std::string &value)
{
	std::vector<char> entry(name.size() + value.size() + 2);

	std::snprintf(entry.data(), entry.size(), "%s=%s", name.c_str(), value.c_str());
	return putenv(entry.data()) == 0; // expect: env-putenv
}

static void of_first_element_bad(int value)
{
	std::vector<char> entry(32);

	std::snprintf(&entry[0], entry.size(), "FIRST=%d", value);
	putenv(&entry[0]); // expect: env-putenv
}

static int of_pointer_bad(int value)
{
	std::unique_ptr<char[]> entry(new char[32]);

	std::snprintf(entry.get(), 32, "POINTER=%d", value);
	return putenv(entry.get()); // expect: env-putenv
}

static int each_round_bad(int count)
{
	for (int i = 0; i < count; i++) {
		std::vector<char> entry(32);

		std::snprintf(entry.data(), entry.size(), "ROUND=%d", i);
		putenv(entry.data()); // expect: env-putenv
	}
	return std::system("true");
}

static int taken_back_ok(int value)
{
	std::vector<char> entry(32);
	int status;

	std::snprintf(entry.data(), entry.size(), "SHORT=%d", value);
	putenv(entry.data());
	status = std::system("true");
	unsetenv("SHORT");
	return status;
}

static void handed_on_ok(int value)
{
	std::vector<char> entry(32);

	std::snprintf(entry.data(), entry.size(), "KEPT=%d", value);
	putenv(entry.data());
	kept.push_back(std::move(entry));
}

static void released_ok(int value)
{
	std::unique_ptr<char[]> entry(new char[32]);

	std::snprintf(entry.get(), 32, "RELEASED=%d", value);
	if (putenv(entry.get()) == 0)
		entry.release();
}

static void static_vector_ok(int value)
{
	static std::vector<char> entry(32);

	std::snprintf(entry.data(), entry.size(), "STATIC=%d", value);
	putenv(entry.data());
}

int main(int argc, char **argv)
{
	std::vector<char> whole(32);

	std::snprintf(whole.data(), whole.size(), "WHOLE=%d", argc);
	putenv(whole.data());
	of_vector_bad(argv[0], argv[argc - 1]);
	of_first_element_bad(argc);
	of_pointer_bad(argc);
	each_round_bad(argc);
	taken_back_ok(argc);
	handed_on_ok(argc);
	released_ok(argc);
	static_vector_ok(argc);
	return std::system("env");
}
