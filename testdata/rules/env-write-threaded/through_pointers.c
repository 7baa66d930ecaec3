/* Which function is called stands in a table. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct command {
	const char *name;
	void (*run)(const char *value);
};

static void set_by_command_bad(const char *value)
{
	setenv("LEVEL", value, 1); // expect: env-write-threaded
}

static void forget_by_command_bad(const char *value)
{
	(void)value;
	unsetenv("LEVEL"); // expect: env-write-threaded
}

static const struct command commands[] = {
	{ "set", set_by_command_bad },
	{ "forget", forget_by_command_bad },
};

static void *work(void *unused)
{
	return unused;
}

int main(int argc, char **argv)
{
	pthread_t thread;

	if (argc < 3 || pthread_create(&thread, NULL, work, NULL))
		return 1;
	for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
		if (!strcmp(commands[i].name, argv[1]))
			commands[i].run(argv[2]);
	return pthread_join(thread, NULL);
}
