/* flags: -std=gnu89 */
/* Old C: no prototypes, int by default, functions nobody declared. */
add(a, b)
	char a;
	long b;
{
	return a + b;
}

main()
{
	int (*f)() = add;

	return add(1, 2) + missing("x");
}
