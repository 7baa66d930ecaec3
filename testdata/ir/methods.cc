/* C++: methods, constructors, references, virtual calls, operators. */
struct base {
	virtual int run(int n);
	virtual ~base();
};

struct number {
	int value;
	base *owner;
	number(int v) : value(v), owner(nullptr) {}
	number &operator+=(const number &other)
	{
		value += other.value;
		return *this;
	}
	int twice() const { return 2 * value; }
	static int count(int n) { return n; }
};

namespace inner {
int use(number &n, base *b, base plain)
{
	number local(3);

	n += local;
	local = n;
	b->run(n.twice());
	b->base::run(1);
	n.value = number::count(4);
	return plain.run(2);
}
}
