/* Declarations that GNU C allows: types of expressions, empty and open arrays, old definitions, casts to unions. */
int f(int n);

struct flexible {
	int n;
	char data[];
};

struct empty_end {
	int n;
	int none[0];
};

union number {
	int i;
	float f;
};

struct flexible filled = { 2, { 'a', 'b' } };
int ranges[10] = { [0 ... 3] = 1, [5] = 2, 3, [8 ... 9] = 4 };
__thread int per_thread;

int old_style(a, b, c)
	int a;
	char *b;
	double (*c)();
{
	return a + *b + (int)c(1);
}

int declarations(int n, int square[n][n], struct empty_end *e)
{
	typedef int row[n];
	__auto_type x = f(n);
	__auto_type p = &x;
	typeof(*p) y = *p;
	row r;
	int (*rows)[n] = square;
	extern int elsewhere;
	int local_prototype(int);
	struct {
	} nothing;

	(void)nothing;
	r[0] = sizeof(row);
	per_thread++;
	return y + r[0] + rows[1][2] + e->none[n] + elsewhere + local_prototype(1) + ((union number)n).i + filled.data[0] +
	       ranges[n] + (int)sizeof(void) + (int)sizeof *f;
}

int offsets(int n)
{
	static const int table[] = { &&one - &&one, &&two - &&one };

	goto *(&&one + table[n]);
one:
	f(1);
two:
	return f(2);
}
