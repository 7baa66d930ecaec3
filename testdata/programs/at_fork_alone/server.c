#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

/* There is one thread only, ever. */
static void in_child(void)
{
	unsetenv("SERVER_SOCKET");
}

int main(void)
{
	pthread_atfork(NULL, NULL, in_child);
	if (fork() == 0) {
		execl("/bin/true", "true", (char *)0);
		_exit(1);
	}
	pause();
	return 0;
}
