/* Operators on integers and pointers, comma, assignments as values. */
int f(int n);

int operators(unsigned char c, int n, int *p, float x)
{
	int *q = p + n;
	long distance = q - p;

	c += n;
	c <<= 1;
	n += c;
	n -= x;
	x *= n;
	p += 2;
	*p++ = *--q;
	c++;
	--x;
	n = c = (f(1), f(2), 3);
	n = -n + ~c % 7 - +n;
	return 2 [p] + *(p + 1) + p[-1] + (q == p) + (int)(distance >> 2);
}
