/* Threads behind pointers and in what owns them: each step says which object a thread is joined by. */
#include "system/std.h"

void work(int n);

struct server {
	std::thread *plain;
	std::unique_ptr<std::thread> owned;

	server() : plain(new std::thread(work, 1)) {}
	void start()
	{
		owned = std::make_unique<std::thread>(work, 2);
		plain = new std::thread(work, 3);
	}
};

void optional_one()
{
	std::optional<std::thread> one(std::in_place_t(), work, 1), two;

	two.emplace(work, 2);
	one->join();
	two->join();
}

void pointers()
{
	std::unique_ptr<std::thread> one(new std::thread(work, 1));
	std::vector<std::thread *> several;

	several.push_back(new std::thread(work, 2));
	std::unique_ptr<std::thread> other(std::move(one));
	other.reset();
}

void ends()
{
	std::vector<std::jthread> several;

	several.emplace_back(work, 1);
	several.clear();
}
