/* Variable arrays: sizes are evaluated once, where they are declared. */
int f(int n);

unsigned long vla(int n, int m[f(1)])
{
	char plain[n], twofold[f(2)][n + 1];
	int (*rows)[n] = 0;

	plain[0] = twofold[1][2] = 'x';
	return sizeof plain + sizeof(int) + sizeof n++ + m[0] + (rows != 0);
}
