/* Lambdas: what they capture, what they become as pointers, and what libraries do with them. */
#include "system/std.h"

typedef int callback(int n);
int run(callback *f);

template <class F> static int twice(F f)
{
	return f(1) + f(2);
}

struct counter {
	int n;

	int add(int step)
	{
		const int twofold = 2;
		auto by_reference = [&](int times) { n += step * times * twofold; return n; };
		auto by_value = [=, extra = step + 1] { return [&] { return step + n + extra; }(); };
		auto copy = [*this] { return n; };

		return by_reference(step) + by_value() + copy();
	}
};

int pointers()
{
	auto same = [](int n) { return n; };

	run(+[](int n) { return n + 1; });
	run([](int n) { return n + 2; });
	return run(same) + twice(same) + twice([](auto n) { return n; });
}

bool blank(std::string &text, int limit)
{
	int *at = &limit;

	std::transform(text.begin(), text.end(), text.begin(), tolower);
	std::find_if(text.begin(), text.end(), [at](char c) { return isspace(c) && *at; });
	return std::find_if(text.begin(), text.end(), [](unsigned char c) { return !isspace(c); }) == text.end();
}
