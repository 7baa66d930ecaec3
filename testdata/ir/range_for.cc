/* Loops over arrays, containers and classes of the project; names for the parts of an object. */
#include "system/std.h"

struct own {
	int *begin();
	int *end();
};

int sum(std::vector<std::pair<int, char>> &pairs, own &list)
{
	int n = 0, array[3] = { 1, 2, 3 };

	for (auto &[number, letter] : pairs)
		n += number + letter;
	for (int &i : array) {
		if (i == 1)
			continue;
		if (i == 2)
			break;
		i++;
	}
	for (int i : list)
		n += i;
	auto [a, b, c] = array;
	return n + a + b + c;
}
