#include <stdlib.h>
#include <string.h>
#include <pthread.h>

/* The worker's table is the one that keeps to itself. */
struct ops {
	int (*set)(const char *, const char *);
};

struct kv {
	char *k, *v;
};

static struct kv tab[10];
static int n;
static int mem_set(const char *k, const char *v)
{
	tab[n].k = strdup(k);
	tab[n++].v = strdup(v);
	return 0;
}

static int os_set(const char *k, const char *v)
{
	return setenv(k, v, 1);
}

static const struct ops mem = {mem_set}, os = {os_set};
static void *w(void *a)
{
	const struct ops *o = a;
	o->set("A", "B");
	return 0;
}

int main(void)
{
	pthread_t t;
	os.set("EARLY", "1");
	pthread_create(&t, 0, w, (void *)&mem);
	pthread_join(t, 0);
	return 0;
}
