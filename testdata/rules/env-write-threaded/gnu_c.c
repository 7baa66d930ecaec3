/* What GNU C calls without a call by name: tables behind pointers, clean-ups, functions chosen at the start. */
#include <pthread.h>
#include <stdlib.h>

typedef void action(int n);

struct command {
	const char *name;
	action *run;
	const struct command *sub;
};

static void by_table_bad(int n)
{
	setenv("TABLE", n ? "1" : "0", 1); // expect: env-write-threaded
}

static void by_range_bad(int n)
{
	(void)n;
	unsetenv("RANGE"); // expect: env-write-threaded
}

static void by_literal_bad(int n)
{
	(void)n;
	clearenv(); // expect: env-write-threaded
}

static void by_pointer_bad(int n)
{
	(void)n;
	putenv("POINTER=1"); // expect: env-write-threaded
}

static action *const plain[] = { by_pointer_bad, by_pointer_bad };
static action *const *const behind = plain;
static const struct command commands[] = {
	{ .run = by_table_bad, .name = "table" },
	[1 ... 2] = { "range", by_range_bad, (const struct command[]){ { "literal", by_literal_bad, NULL } } },
};

static void put_back_bad(char **value)
{
	setenv("SAVED", *value, 1); // expect: env-write-threaded
}

static void scoped(void)
{
	__attribute__((cleanup(put_back_bad))) char *value = "old";

	if (*value == 'x')
		return;
	value++;
}

static void slow_bad(void)
{
	setenv("SPEED", "slow", 1); // expect: env-write-threaded
}

static void fast_bad(void)
{
	setenv("SPEED", "fast", 1); // expect: env-write-threaded
}

static void (*choose(void))(void)
{
	return __builtin_cpu_supports("avx2") ? fast_bad : slow_bad;
}
void chosen(void) __attribute__((ifunc("choose")));

static void other_name_bad(void)
{
	unsetenv("ALIAS"); // expect: env-write-threaded
}
void alias(void) __attribute__((alias("other_name_bad")));

static void jump_bad(int n)
{
	static const void *const to[] = { &&one, &&two };

	goto *to[n & 1];
one:
	setenv("ONE", "1", 1); // expect: env-write-threaded
	return;
two:
	({ setenv("TWO", "1", 1); }); // expect: env-write-threaded
}

/* Goes on, or away. */
static void asm_jump_bad(int n)
{
	asm goto("" : : "r"(n) : : away);
	setenv("THREE", "1", 1); // expect: env-write-threaded
away:
	setenv("FOUR", "1", 1); // expect: env-write-threaded
}

static void *work(void *data)
{
	int n = *(int *)data;

	commands[n].run(n);
	commands[n].sub->run(n);
	behind[n](n);
	scoped();
	chosen();
	alias();
	jump_bad(n);
	asm_jump_bad(n);
	return NULL;
}

int main(int argc, char **argv)
{
	pthread_t thread;

	(void)argv;
	if (pthread_create(&thread, NULL, work, &argc))
		return 1;
	return pthread_join(thread, NULL);
}
