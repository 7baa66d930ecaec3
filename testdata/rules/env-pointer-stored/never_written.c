/* Nobody writes the environment at all. */
#include <stdio.h>
#include <stdlib.h>

static const char *home;
static char *copy[2];

static void keep_bad(void)
{
	home = getenv("HOME"); // expect: env-pointer-stored (note)
}

static void use_ok(void)
{
	puts(home ? home : "");
}

static void own_array_ok(void)
{
	copy[0] = copy[1];
}

int main(void)
{
	keep_bad();
	use_ok();
	own_array_ok();
	return 0;
}
