#include <stdlib.h>
#include <pthread.h>
#include <time.h>

/* The zone is everybody's. */
static time_t my_timegm(struct tm *tm)
{
	time_t r;
	char *tz = getenv("TZ");
	if (tz)
		tz = __builtin_strdup(tz);
	setenv("TZ", "", 1);
	tzset();
	r = mktime(tm);
	if (tz) {
		setenv("TZ", tz, 1);
		free(tz);
	}
	else
		unsetenv("TZ");
	tzset();
	return r;
}

static void *w(void *a)
{
	struct tm tm = {.tm_year = 100};
	*(time_t *)a = my_timegm(&tm);
	return 0;
}

int main(void)
{
	pthread_t t[2];
	time_t r[2];
	pthread_create(&t[0], 0, w, &r[0]);
	pthread_create(&t[1], 0, w, &r[1]);
	pthread_join(t[0], 0);
	pthread_join(t[1], 0);
	return r[0] != r[1];
}
