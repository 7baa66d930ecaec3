/* Nothing in this program starts a thread. */
#include <stdlib.h>

static void *work(void *unused)
{
	return unused;
}

static void plain_ok(void)
{
	setenv("PLAIN", "1", 1);
}

static void wrapped_ok(const char *name, const char *value)
{
	if (value)
		setenv(name, value, 1);
	else
		unsetenv(name);
}

static void called_as_a_function_ok(void)
{
	work(NULL);
	clearenv();
}

#if 0
static void compiled_out_ok(void)
{
	pthread_create(NULL, NULL, work, NULL);
}
#endif

int main(int argc, char **argv)
{
	plain_ok();
	wrapped_ok("NAME", argc > 1 ? argv[1] : NULL);
	called_as_a_function_ok();
	return 0;
}
