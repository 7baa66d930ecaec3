/* An extension module: its host has threads, as .snag.yml says, though nothing here starts one. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static char zone[64] = "UTC";

static void apply(const char *name)
{
	setenv("TZ", name, 1);
	tzset();
}

int module_set_zone(const char *name)
{
	if (strlen(name) >= sizeof zone)
		return -1;
	strcpy(zone, name);
	apply(zone);
	return 0;
}

void module_stamp(char *out, size_t size)
{
	time_t now = time(NULL);
	struct tm fields;

	localtime_r(&now, &fields);
	strftime(out, size, "%F %T", &fields);
}

/* Nobody calls it, and nobody else can. */
static void __attribute__((unused)) unused_reset(void)
{
	unsetenv("TZ");
}
