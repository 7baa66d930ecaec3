/* Statement expressions: their value, none, and one that leaves. */
int f(int n);

#define MAX(a, b) ({ int a_ = (a), b_ = (b); a_ > b_ ? a_ : b_; })

int statement_expressions(int n)
{
	({ f(1); });
	({ f(2); (void)0; });
	n = MAX(n, f(3));
	return n + ({ if (n) return 7; f(4); });
}
