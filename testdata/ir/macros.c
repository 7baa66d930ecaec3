/* Places and names of macros: the use as a person sees it. */
int call(int a, const char *b);
void fail(void);

#define WRAP(x) call((x), "wrapped")
#define TWICE(x) WRAP(WRAP(x))
#define CHECK(c) do { if (!(c)) fail(); } while (0)
#define VALUE 7
#define PASTE(a, b) a##b

int macros(int n)
{
	WRAP(n);
	TWICE(n + 1);
	CHECK(call(n, "argument"));
	call(VALUE,
	     "two lines");
	PASTE(ca, ll)(1, "pasted");
	return WRAP(VALUE);
}
