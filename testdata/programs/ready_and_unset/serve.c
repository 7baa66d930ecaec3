#include <pthread.h>
#include <unistd.h>

/* Only the call that is asked to unset NOTIFY_SOCKET writes. */
int sd_notify(int unset_environment, const char *state);
static void *worker(void *data)
{
	pause();
	return data;
}

int main(void)
{
	pthread_t thread;
	pthread_create(&thread, NULL, worker, NULL);
	sd_notify(1, "READY=1");
	sd_notify(0, "STATUS=serving");
	pause();
	return 0;
}
