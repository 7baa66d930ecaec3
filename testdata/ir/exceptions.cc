/* Ways to the handlers, and objects that new makes and delete ends. */
#include "system/std.h"

struct error {
	int code;
	explicit error(int n) : code(n) {}
};
int risky(int n);
void note(const error &e);

int guarded(int n)
{
	try {
		int doubled = risky(n) * 2;

		if (doubled < 0)
			throw error(doubled);
		n += doubled;
	} catch (const error &e) {
		note(e);
		return e.code;
	} catch (...) {
		throw;
	}
	return n;
}

int heap(void *room)
{
	error *e = new error(3), *placed = new (room) error(4);
	int *number = new int(5), *row = new int[7];

	number[0] += row[1] + e->code + placed->code;
	delete e;
	delete[] row;
	return *number;
}
