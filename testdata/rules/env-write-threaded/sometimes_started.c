/* The thread is started on one branch alone, or by a callee. */
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

static pthread_t thread;

static void *work(void *unused)
{
	return unused;
}

static int start_pool(int size)
{
	if (size < 2)
		return 0;
	return pthread_create(&thread, NULL, work, NULL);
}

static void before_pool_ok(void)
{
	setenv("POOL", "0", 1);
}

static void after_pool_bad(void)
{
	setenv("POOL", "1", 1); // expect: env-write-threaded
}

static void gives_up_ok(void)
{
	setenv("POOL", "none", 1);
	execl("/bin/true", "true", (char *)NULL);
	_exit(1);
}

int main(int argc, char **argv)
{
	(void)argv;
	before_pool_ok();
	if (argc == 1)
		gives_up_ok();
	if (start_pool(argc))
		return 1;
	after_pool_bad();
	return 0;
}
