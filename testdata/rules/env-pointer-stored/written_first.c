/* Every write comes before the pointers are taken. */
#include <stdio.h>
#include <stdlib.h>

static const char *zone, *locale;

static void prepare_ok(void)
{
	setenv("TZ", "UTC0", 1);
	unsetenv("LC_ALL");
}

static void remember_bad(void)
{
	zone = getenv("TZ"); // expect: env-pointer-stored (note)
	locale = getenv("LC_ALL"); // expect: env-pointer-stored (note)
}

static void use_ok(void)
{
	printf("%s %s\n", zone ? zone : "", locale ? locale : "");
}

int main(void)
{
	prepare_ok();
	remember_bad();
	use_ok();
	return 0;
}
