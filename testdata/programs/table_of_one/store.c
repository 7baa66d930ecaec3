#include <pthread.h>
#include <stdlib.h>

/* The worker's table writes the environment. */
struct ops {
	int (*set)(const char *, const char *);
};

static int os_set(const char *key, const char *value)
{
	return setenv(key, value, 1);
}

static const struct ops os = {os_set};
static int set(const struct ops *ops, const char *key, const char *value)
{
	return ops->set(key, value);
}

static void *worker(void *data)
{
	set(data, "STATE", "on");
	return NULL;
}

int main(void)
{
	pthread_t thread;
	pthread_create(&thread, NULL, worker, (void *)&os);
	return pthread_join(thread, NULL);
}
