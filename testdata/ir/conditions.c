/* `&&`, `||`, `!` and `?:` in conditions become control flow; as values they go through a local. */
int f(int n);

int conditions(int a, int b, const char *p)
{
	if (a && b)
		f(1);
	if (a || !b || p)
		f(2);
	if (!(a && (b || f(3))))
		f(4);
	if (a ? b : !b)
		f(5);
	if ((f(6), a))
		f(7);
	if (__builtin_expect(!!(a), 0))
		f(8);
	a && f(9);
	a ? f(10) : f(11);
	return (a && b) + !a + (a ? b ? 1 : 2 : 3);
}
