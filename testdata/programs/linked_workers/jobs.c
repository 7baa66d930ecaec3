#include <pthread.h>
#include <stdlib.h>

/* The list is joined to its end. */
struct node {
	pthread_t t;
	struct node *next;
};

static struct node *all;
static void *w(void *a)
{
	return a;
}

static void add(void)
{
	struct node *n = malloc(sizeof *n);
	pthread_create(&n->t, NULL, w, n);
	n->next = all;
	all = n;
}

static void stop(void)
{
	struct node *n;
	while ((n = all)) {
		all = n->next;
		pthread_join(n->t, NULL);
		free(n);
	}
}

int main(void)
{
	add();
	add();
	stop();
	unsetenv("JOBS");
	return 0;
}
