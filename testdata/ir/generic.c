/* _Generic: the association of the result's type; all of them where several have it. */
int f(int n);
long g(long n);

long generic(int n, long m)
{
	return _Generic(n, int: f(n), long: g(m), default: 2.0f) + _Generic(m, int: f, long: g)(m) +
	       _Generic(n, long: 1, default: f(4));
}
