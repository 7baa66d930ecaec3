/* Functions that nothing calls are not part of the program; an environment built for a child is no write. */
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

static void *work(void *unused)
{
	return unused;
}

__attribute__((unused)) static void never_called_ok(void)
{
	setenv("NEVER", "1", 1);
}

static void environment_for_child_ok(char **argv)
{
	char *const environment[] = { "CHILD=1", NULL };

	if (fork() == 0) {
		execve(argv[0], argv, environment);
		_exit(127);
	}
}

static const char *reads_only_ok(void)
{
	return getenv("NEVER");
}

int main(int argc, char **argv)
{
	pthread_t thread;

	if (argc < 2 || pthread_create(&thread, NULL, work, NULL))
		return 1;
	environment_for_child_ok(argv + 1);
	reads_only_ok();
	return pthread_join(thread, NULL);
}
