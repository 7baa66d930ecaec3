/* The clean-up runs at every exit from the scope, last declared first. */
void drop(int *p);
int f(int n);

int cleanups(int n)
{
	__attribute__((cleanup(drop))) int whole = f(0);

	for (;;) {
		int first __attribute__((__cleanup__(drop))) = f(1), second __attribute__((cleanup(drop))) = f(2);

		if (n == 1)
			break;
		if (n == 2)
			continue;
		if (n == 3)
			return first + second;
		if (n == 4)
			goto out;
	}
	f(3);
out:
	return whole;
}
