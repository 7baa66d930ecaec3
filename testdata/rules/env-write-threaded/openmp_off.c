/* Without -fopenmp, the pragmas are comments. */
#include <stdlib.h>

static void block_ok(void)
{
#pragma omp parallel
	{
		setenv("STAGE", "two", 1);
	}
}

int main(void)
{
#pragma omp parallel for
	for (int i = 0; i < 4; i++)
		block_ok();
	return 0;
}
