/* goto: out of scopes, back, into a block, over declarations. */
int f(int *p);

int jumps(int n)
{
	int outer = n;
again:
	{
		int inner = f(&outer);

		if (inner == 1)
			goto out;
		if (inner == 2)
			goto again;
		if (inner == 3) {
			int innermost = 0;

			f(&innermost);
			goto middle;
		}
		outer++;
middle:
		f(&inner);
	}
out:
	return outer;
}
