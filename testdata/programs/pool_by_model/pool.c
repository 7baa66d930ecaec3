/* Threads that no table knows of: they are made by a system call. .snag.yml says what pool_submit does. */
#include "pool.h"

#include <sys/syscall.h>
#include <unistd.h>

static long raw_clone(void (*work)(void *), void *data)
{
	(void)work;
	(void)data;
	return syscall(SYS_clone, 0, 0);
}

int pool_submit(struct pool *pool, void (*work)(void *), void *data)
{
	pool->jobs++;
	return raw_clone(work, data) < 0 ? -1 : 0;
}
