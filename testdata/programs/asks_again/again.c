#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const char *zone(void)
{
	const char *tz = getenv("TZ");

	return tz ? tz : "local";
}

static time_t as_utc(struct tm *tm)
{
	char *before = getenv("TZ");
	time_t t;

	if (before)
		before = strdup(before);
	setenv("TZ", "UTC0", 1);
	t = mktime(tm);
	if (before)
		setenv("TZ", before, 1);
	else
		unsetenv("TZ");
	free(before);
	return t;
}

int main(void)
{
	struct tm tm;

	memset(&tm, 0, sizeof tm);
	printf("%s\n", zone());
	printf("%lld\n", (long long)as_utc(&tm));
	printf("%s\n", zone());
	return 0;
}
