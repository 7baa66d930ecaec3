/* Nested functions aren't clang's: the functions around them are partial, the rest is whole. */
int apply(int (*f)(int));

int outer(int n)
{
	int inner(int m) { return m + n; }

	return apply(inner);
}

int in_a_block(int n)
{
	if (n) {
		int twice(int m)
		{
			return 2 * m;
		}

		return twice(n);
	}
	return 0;
}

int whole(int n)
{
	__label__ out;

	if (n)
		goto out;
	n++;
out:
	return n;
}
