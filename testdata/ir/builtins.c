/* Builtins that aren't calls, or whose operands aren't evaluated. */
int f(int n);

struct s {
	char c;
	struct {
		int in[4];
	};
};

unsigned long builtins(int n, int *p)
{
	int chosen = __builtin_choose_expr(sizeof(int) == 4, f(1), f(2));

	if (__builtin_constant_p(n++))
		f(3);
	chosen += __builtin_types_compatible_p(int, unsigned);
	__builtin_prefetch(p);
	return __builtin_offsetof(struct s, in[2]) + __builtin_object_size(p, 0) + sizeof f(4) + __alignof__(int) + chosen;
}
