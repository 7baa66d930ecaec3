/* The program's own functions of that name, and its own kind of environment. */
#include <pthread.h>
#include <string.h>

struct environment {
	char names[8][32];
	int count;
};

static struct environment settings;

int setenv(const char *name, const char *value, int overwrite);

int setenv(const char *name, const char *value, int overwrite)
{
	(void)value;
	(void)overwrite;
	if (settings.count < 8)
		strncpy(settings.names[settings.count++], name, 31);
	return 0;
}

static void *work(void *unused)
{
	return unused;
}

static void own_function_ok(void)
{
	setenv("OWN", "1", 1);
}

int main(void)
{
	pthread_t thread;

	if (pthread_create(&thread, NULL, work, NULL))
		return 1;
	own_function_ok();
	return pthread_join(thread, NULL);
}
