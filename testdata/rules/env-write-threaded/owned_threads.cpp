// flags: -std=c++20
/* Threads behind pointers, in containers of pointers and in members: each is waited for before the next write. */
#include <cstdlib>
#include <memory>
#include <optional>
#include <thread>
#include <vector>

static void look()
{
	std::getenv("LOOK");
}

struct plain {
	std::thread *thread = nullptr;

	void start() { thread = new std::thread(look); }
	void stop()
	{
		if (thread && thread->joinable()) {
			thread->join();
			delete thread;
			thread = nullptr;
		}
	}
};

struct owner {
	std::unique_ptr<std::thread> thread;

	void start() { thread = std::make_unique<std::thread>(look); }
	~owner()
	{
		if (thread && thread->joinable())
			thread->join();
	}
};

static void by_pointer_bad()
{
	auto *one = new std::thread(look);
	std::unique_ptr<std::thread> two(new std::thread(look));
	auto three = std::make_shared<std::thread>(look);

	setenv("WHILE", "pointers", 1); // expect: env-write-threaded
	one->join();
	two->join();
	delete one;
	setenv("WHILE", "the third", 1); // expect: env-write-threaded
	three->join();
	setenv("AFTER", "pointers", 1);
}

static void by_container_bad()
{
	std::vector<std::unique_ptr<std::thread>> owned;
	std::vector<std::thread *> pointers;

	for (int i = 0; i < 3; i++) {
		owned.push_back(std::make_unique<std::thread>(look));
		pointers.push_back(new std::thread(look));
	}
	setenv("WHILE", "containers", 1); // expect: env-write-threaded
	for (auto &thread : owned)
		thread->join();
	for (auto *thread : pointers) {
		thread->join();
		delete thread;
	}
	setenv("AFTER", "containers", 1);
}

static void by_optional_bad()
{
	std::optional<std::thread> one, two = std::thread(look);

	one.emplace(look);
	setenv("WHILE", "optional", 1); // expect: env-write-threaded
	one->join();
	two.value().join();
	setenv("AFTER", "optional", 1);
}

static void by_destructor_bad()
{
	std::vector<std::jthread> several;

	{
		auto one = std::make_unique<std::jthread>(look);
		setenv("WHILE", "jthread", 1); // expect: env-write-threaded
	}
	setenv("AFTER", "jthread", 1);
	several.emplace_back(look);
	setenv("WHILE", "jthreads", 1); // expect: env-write-threaded
	several.clear();
	setenv("AFTER", "jthreads", 1);
}

static void by_member_bad()
{
	plain one;

	one.start();
	setenv("WHILE", "member", 1); // expect: env-write-threaded
	one.stop();
	setenv("AFTER", "member", 1); // expect: env-write-threaded (note)
	{
		owner two;
		two.start();
		setenv("WHILE", "owner", 1); // expect: env-write-threaded
	}
	setenv("AFTER", "owner", 1); // expect: env-write-threaded (note)
}

static void detached_bad()
{
	auto left = std::make_unique<std::thread>(look);
	left->detach();
	left.reset();
	setenv("WHILE", "detached", 1); // expect: env-write-threaded
}

int main()
{
	by_pointer_bad();
	by_container_bad();
	by_optional_bad();
	by_destructor_bad();
	by_member_bad();
	detached_bad();
}
