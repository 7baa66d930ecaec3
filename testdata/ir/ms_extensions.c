/* flags: -fms-extensions */
/* An unnamed member of a named struct, and what else comes from that side. */
struct base {
	int id;
};

struct derived {
	struct base;
	int more;
};

__declspec(noreturn) void leave(void);

int get(struct derived *d)
{
	if (!d)
		leave();
	return d->id + d->more;
}
