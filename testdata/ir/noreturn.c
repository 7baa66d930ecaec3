/* Calls that don't return end their block. */
void leave(int status) __attribute__((noreturn));
_Noreturn void stop(void);
[[noreturn]] void end(void);
void (*handler)(void) __attribute__((__noreturn__));
void maybe(void (*f)(void) __attribute__((noreturn)));

int choose(int n)
{
	if (n < 0)
		leave(1);
	else if (n == 0)
		stop();
	else if (n == 1)
		handler();
	else if (n == 2)
		__builtin_unreachable();
	else if (n == 3)
		end();
	maybe(stop);
	return n > 9 ? n : (leave(2), 0);
}
