/* What runs before main and behind it: listed functions, and destructors of objects with static storage. */
void first();
void last();
int put(const char *text);

struct journal {
	const char *name;
	explicit journal(const char *name) : name(name) {}
	~journal() { put(name); }
};

static journal one("one"), several[2] = {journal("a"), journal("b")};
extern journal elsewhere;
thread_local journal of_thread("thread");
static void (*const begin)() __attribute__((section(".init_array"), used)) = first;
__attribute__((section(".fini_array.200"))) void (*ends[])() = {last, first};
__attribute__((section(".data.rel"))) void (*plain)() = last;

int use()
{
	static journal local("local");

	return put(local.name) + put(elsewhere.name);
}
