/* Builtins that compute, check or only hint. */
int f(int n);

unsigned long builtins(int a, int b, unsigned long n, const char *s, char *d)
{
	int r;

	if (__builtin_add_overflow(a, b, &r) || __builtin_expect(a > b, 0) || __builtin_expect_with_probability(a, 1, 0.9))
		f(1);
	__builtin_assume(f(2) > 0);
	d = __builtin_assume_aligned(d, 16);
	__builtin_memcpy(d, s, n);
	r += __builtin_popcount(a) + __builtin_classify_type(f(3)) + __builtin_types_compatible_p(typeof(a), int);
	if (__builtin_dynamic_object_size(d, 0) < n)
		__builtin_trap();
	s = __builtin_FUNCTION();
	d = __builtin_alloca(n);
	d[0] = __func__[0];
	if (a == 9)
		__builtin_unreachable();
	return r + __builtin_LINE() + __builtin_choose_expr(1, f(4), f(5)) + sizeof(int[a]) + __builtin_strlen(s);
}

int arguments(int n, ...)
{
	struct pair {
		int of[2];
	} whole;
	__builtin_va_list ap, copy;
	int first;

	__builtin_va_start(ap, n);
	__builtin_va_copy(copy, ap);
	first = __builtin_va_arg(ap, int);
	whole = __builtin_va_arg(copy, struct pair);
	__builtin_va_end(ap);
	return first + whole.of[1];
}
