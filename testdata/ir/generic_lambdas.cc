/* flags: -std=c++20 */
/* What a generic lambda's body finds of the function around, and other things that only instances show. */
#include "system/std.h"

int put(int n);
template <class T> int put_by(const T &value) { return put(value); }

int captures(int n)
{
	const char mark = 'x';
	auto copy = [=](auto x) { return x + n; };
	auto reference = [&](auto x) { n += x; };
	auto own = [k = n + 1](auto x) { return x + k; };
	auto nested = [&](auto x) {
		auto inner = [=](auto y) { return x + y; };
		return inner(n);
	};
	auto constant = [=] { return put_by(mark); };

	reference(1);
	return copy(2) + own(3) + nested(4) + constant();
}

template <class T> T nothing()
{
	return T();
}

long zeroes()
{
	using number = long;

	nothing<char *>();
	nothing<double>();
	return number() + int() + nothing<int>();
}

struct row {
	int cells[4];
	~row();
	int *begin() { return cells; }
	int *end() { return cells + 4; }
	static int (*chosen())(int);
	static int twice(int n) { return 2 * n; }
};
row make_row();

/* The row ends behind the loop, not with a round. */
int sum()
{
	int total = 0;

	for (int cell : make_row())
		total += cell;
	return total;
}

int by_pointer(row r)
{
	int (*f)(int) = r.twice;

	return f(3);
}
