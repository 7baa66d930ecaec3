/* Structs as parameters, results and wholes; anonymous members; pointers to pointers. */
struct inner {
	int a[2];
};

struct outer {
	struct inner in;
	struct {
		union {
			int x;
			struct inner *deep;
		};
	};
	struct outer *next;
};

struct outer make(struct inner in);

int records(struct outer o, struct outer *p, struct outer **pp)
{
	struct outer copy = o;

	*p = copy;
	p->in = (*pp)->next->in;
	p->x = o.deep->a[1];
	copy = make(p->in);
	(*pp)[3].next = &copy;
	return make(o.in).in.a[1] + (o = copy).x + copy.next->next->x;
}
