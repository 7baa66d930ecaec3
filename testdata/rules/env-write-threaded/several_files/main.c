/* Starts the pool, then tells it something through the environment. */
#include "pool.h"

#include <stdlib.h>

static void prepare_ok(void)
{
	setenv("TZ", "UTC0", 0);
}

int main(int argc, char **argv)
{
	prepare_ok();
	if (pool_start())
		return 1;
	pool_export_bad(argc > 1 ? argv[1] : "UTC0");
	return 0;
}
