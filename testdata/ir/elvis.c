/* `a ?: b` evaluates a once. */
const char *name(int n);

long elvis(int n, const char *p)
{
	p = p ?: name(n);
	p = name(1) ?: "default";
	return n ?: 5L;
}
