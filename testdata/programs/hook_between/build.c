#include "hooks.h"

#include <stdio.h>
#include <stdlib.h>

static void drop_flags(void)
{
	unsetenv("CFLAGS");
}

static void say(void)
{
	puts("configured");
}

int main(void)
{
	const char *flags = getenv("CFLAGS");

	hooks_add(drop_flags);
	hooks_add(say);
	hooks_run();
	printf("flags: %s\n", flags ? flags : "none");
	return 0;
}
