#include <stdlib.h>
#include <stdio.h>
#include <string.h>

/* What is put back is a copy. */
static void with_tz(const char *tz, void (*f)(void))
{
	char *old = getenv("TZ");
	if (old)
		old = strdup(old);
	setenv("TZ", tz, 1);
	f();
	if (old)
		setenv("TZ", old, 1);
	else
		unsetenv("TZ");
	free(old);
}

static void now(void)
{
	puts("now");
}

int main(void)
{
	with_tz("UTC", now);
	return 0;
}
