/* The first thread writes once another one runs. */
#include <pthread.h>
#include <stdlib.h>

static char entry[] = "MODE=fast";

static void *work(void *unused)
{
	return unused;
}

static void set_early_ok(void)
{
	setenv("MODE", "slow", 1);
}

static void set_late_bad(void)
{
	setenv("MODE", "fast", 1); // expect: env-write-threaded
}

static void unset_late_bad(void)
{
	unsetenv("MODE"); // expect: env-write-threaded
}

static void put_late_bad(void)
{
	putenv(entry); // expect: env-write-threaded
}

static void clear_late_bad(void)
{
	clearenv(); // expect: env-write-threaded
}

int main(void)
{
	pthread_t thread;

	set_early_ok();
	if (pthread_create(&thread, NULL, work, NULL))
		return 1;
	set_late_bad();
	unset_late_bad();
	put_late_bad();
	clear_late_bad();
	return pthread_join(thread, NULL);
}
