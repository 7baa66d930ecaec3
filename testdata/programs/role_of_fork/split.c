#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

/* The wrapper tells who it is by words of its own. */
enum role { ROLE_ERR = -1, ROLE_CHILD = 0, ROLE_PARENT = 1 };
static void *w(void *a)
{
	(void)a;
	pause();
	return 0;
}

static enum role split(void)
{
	switch (fork()) {
	case -1:
		return ROLE_ERR;
	case 0:
		return ROLE_CHILD;
	default:
		return ROLE_PARENT;
	}
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, w, 0);
	switch (split()) {
	case ROLE_ERR:
		return 1;
	case ROLE_CHILD:
		clearenv();
		execl("/bin/true", "true", (char *)0);
		_exit(1);
	case ROLE_PARENT:
		break;
	}
	return 0;
}
