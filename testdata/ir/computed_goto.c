/* Computed gotos lead to the labels whose address is taken. */
int run(const unsigned char *code)
{
	static void *const table[] = { &&stop, &&add };
	int n = 0;

	goto *table[*code++];
add:
	n++;
	goto *table[*code++];
never:
	n--;
stop:
	if (n > 100)
		goto never;
	return n;
}
