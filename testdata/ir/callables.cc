/* Objects that stand for a function: made, kept, handed on, called; static locals that need code; pointers to methods. */
#include "system/std.h"

int act(int n);

struct device {
	std::function<int(int)> handler;
	std::queue<std::function<int(int)>> later;
	int (device::*step)(int);

	int start(int n) { return n; }
	void keep(std::function<int(int)> f)
	{
		later.push(std::move(f));
		step = &device::start;
	}
	int work(int n)
	{
		std::function<int(int)> next;

		next = std::move(later.front());
		later.pop();
		if (handler)
			n = handler(n);
		return next(n) + (this->*step)(n);
	}
};

int number();
struct settings {
	int level;
	settings() : level(number()) {}
};

int use(device &d, int k)
{
	static settings first;
	static int second = number(), third = 3;
	std::function<int(int)> own(act);

	d.handler = [k](int n) { return n + k; };
	d.keep(own);
	d.keep([](int n) { return act(n); });
	return first.level + second + third + own(1);
}
