#include "pool.h"

#include <stdlib.h>
#include <time.h>

static void work(void *data)
{
	time_t *at = data;
	struct tm fields;

	localtime_r(at, &fields);
	unsetenv("WORKER");
}

int main(void)
{
	struct pool pool = { 0 };
	time_t now = time(NULL);

	setenv("MODE", "early", 1);
	pool_submit(&pool, work, &now);
	setenv("MODE", "late", 1);
	settings_put("LEVEL", "3");
	return 0;
}
