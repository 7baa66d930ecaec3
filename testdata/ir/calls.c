/* Calls: direct, through pointers of every kind, with more arguments than parameters. */
int print(const char *format, ...);
int twice(int n);

struct table {
	int (*run)(int);
	int (*all[2])(int);
};

static int apply(int (*f)(int), struct table *t, int i)
{
	f(1);
	(*f)(2);
	t->run(3);
	t->all[i](4);
	(i ? f : twice)(5);
	(twice)(6);
	return print("%d\n", f(twice(i)));
}

int main(void)
{
	struct table t = { twice, { twice, &twice } };

	return apply(twice, &t, 0);
}
