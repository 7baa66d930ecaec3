/* Variable arguments. */
typedef __builtin_va_list va_list;

int sum(int n, ...)
{
	va_list ap, copy;
	int total = 0;

	__builtin_va_start(ap, n);
	__builtin_va_copy(copy, ap);
	while (n--)
		total += __builtin_va_arg(ap, int);
	__builtin_va_end(ap);
	return total + *__builtin_va_arg(copy, int *);
}
