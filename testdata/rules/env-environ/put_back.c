/* What was in environ is put back: nothing changes where nothing else was there in the meantime. */
#include <pthread.h>
#include <stdlib.h>

extern char **environ;

static char *none[] = { NULL };

static void *work(void *unused)
{
	return getenv("MODE") ? unused : NULL;
}

static int read_settings(const char *path)
{
	return path ? 0 : -1;
}

static int read_and_assign_bad(const char *path)
{
	environ = none; // expect: env-environ
	return path ? 0 : -1;
}

static int unchanged_ok(const char *path)
{
	char **saved = environ;

	if (read_settings(path) < 0) {
		environ = saved;
		return -1;
	}
	return 0;
}

static int one_of_two_ways_out_ok(const char *path)
{
	char **saved = environ;

	if (!path || read_settings(path) < 0) {
		environ = saved;
		return -1;
	}
	if (read_settings(path + 1) < 0) {
		environ = saved;
		return -1;
	}
	return 0;
}

static int changed_here_bad(const char *path)
{
	char **saved = environ;
	int result;

	environ = none; // expect: env-environ
	result = read_settings(path);
	environ = saved; // expect: env-environ
	return result;
}

static int changed_by_a_callee_bad(const char *path)
{
	char **saved = environ;
	int result = read_and_assign_bad(path);

	environ = saved; // expect: env-environ
	return result;
}

static int moved_by_setenv_bad(const char *path)
{
	char **saved = environ;
	int result;

	setenv("SETTINGS", path, 1); // expect: env-write-threaded
	result = read_settings(path);
	environ = saved; // expect: env-environ
	return result;
}

int main(int argc, char **argv)
{
	pthread_t thread;
	int result;

	if (argc < 2 || pthread_create(&thread, NULL, work, NULL))
		return 1;
	result = unchanged_ok(argv[1]) + one_of_two_ways_out_ok(argv[1]) + changed_here_bad(argv[1]);
	result += changed_by_a_callee_bad(argv[1]) + moved_by_setenv_bad(argv[1]);
	return pthread_join(thread, NULL) || result;
}
