#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

/* All are joined before the variable is set. */
struct worker {
	pthread_t th;
	int id;
};

static void *w(void *a)
{
	return a;
}

int main(void)
{
	struct worker ws[4];
	for (int i = 0; i < 4; i++) {
		ws[i].id = i;
		pthread_create(&ws[i].th, NULL, w, &ws[i]);
	}
	for (int i = 0; i < 4; i++)
		pthread_join(ws[i].th, NULL);
	setenv("DONE", "1", 1);
	return 0;
}
