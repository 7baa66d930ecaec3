/* Threads of <threads.h>. */
#include <stdlib.h>
#include <threads.h>

static int work_bad(void *unused)
{
	(void)unused;
	setenv("C11", "1", 1); // expect: env-write-threaded (error)
	return 0;
}

static void before_ok(void)
{
	setenv("C11", "0", 1);
}

static void after_ok(void)
{
	unsetenv("C11");
}

int main(void)
{
	thrd_t thread;

	before_ok();
	if (thrd_create(&thread, work_bad, NULL) != thrd_success)
		return 1;
	thrd_join(thread, NULL);
	after_ok();
	return 0;
}
