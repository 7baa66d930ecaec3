#include "pool.h"

#include <stdio.h>
#include <stdlib.h>

static void *prepare(void *arg)
{
	setenv("TOOL_MODE", arg, 1);
	return NULL;
}

int main(void)
{
	if (START(prepare, "quick"))
		return 1;
	setenv("TOOL_STAGE", "2", 1);
	return system("tool-stage");
}
