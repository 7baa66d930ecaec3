/* Objects that end with their scope, on each way out, and with delete. */
struct lock {
	int *word;
	explicit lock(int *w) : word(w) {}
	~lock() { *word = 0; }
};
struct base {
	virtual ~base();
};

int use(int *a, int *b, base *owned)
{
	lock first(a);

	while (*b) {
		lock second(b);

		if (*a == 1)
			break;
		if (*a == 2)
			return 2;
	}
	delete owned;
	return *a;
}
