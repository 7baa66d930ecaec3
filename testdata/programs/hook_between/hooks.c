#include "hooks.h"

static hook *hooks[8];
static int count;

void hooks_add(hook *h)
{
	if (count < 8)
		hooks[count++] = h;
}

void hooks_run(void)
{
	for (int i = 0; i < count; i++)
		hooks[i]();
}
