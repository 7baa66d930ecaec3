/* Initialisers of locals: braces given and left out, the rest zero, strings, designators. */
struct point {
	int x, y;
};

struct shape {
	const char *name;
	struct point corners[2];
	union {
		int i;
		double d;
	} u;
	struct {
		int bits : 3;
		int : 2;
		int more : 3;
	};
};

int f(int n);

void initializers(int n, struct point p)
{
	int scalar = { 1 };
	int all[3] = { 1, 2, n };
	int some[3] = { f(1) };
	int none[3] = {};
	char text[] = "abc", longer[8] = { "de" };
	struct shape full = { "full", { { 1, 2 }, { 3, 4 } }, { 5 }, { 6, 7 } };
	struct shape elided = { "elided", 1, 2, 3, 4, 5, 6, 7 };
	struct shape whole = { "whole", { p, p } };
	struct shape jumps = { .u.d = 1.5, .corners[1].x = 2, 3, .more = 1, .name = "jumps" };
	int ranges[10] = { [2 ... 4] = 7, 8, [0] = 1 };
	struct point copy = p;
	union {
		char c;
		long l;
	} second = { .l = 3 };
}
