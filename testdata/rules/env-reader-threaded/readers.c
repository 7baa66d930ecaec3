/* Functions that look at the environment inside, on a thread beside a writer. */
#include <glob.h>
#include <locale.h>
#include <netdb.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static void local_time_bad(time_t now)
{
	struct tm *tm = localtime(&now); // expect: env-reader-threaded (note)

	printf("%d\n", tm ? tm->tm_hour : 0);
}

static void local_time_r_bad(time_t now)
{
	struct tm tm;

	localtime_r(&now, &tm); // expect: env-reader-threaded (note)
}

static time_t made_bad(struct tm *tm)
{
	return mktime(tm); // expect: env-reader-threaded (note)
}

static void zone_bad(void)
{
	tzset(); // expect: env-reader-threaded (note)
}

static void text_bad(time_t now)
{
	puts(ctime(&now)); // expect: env-reader-threaded (note)
}

static int name_bad(const char *host)
{
	struct addrinfo *found = NULL;
	int rc = getaddrinfo(host, NULL, NULL, &found); // expect: env-reader-threaded (note)

	if (!rc)
		freeaddrinfo(found);
	return rc;
}

static void old_name_bad(const char *host)
{
	if (gethostbyname(host)) // expect: env-reader-threaded (note)
		puts(host);
}

static void pattern_bad(void)
{
	glob_t found;

	if (glob("~/*", 0, NULL, &found) == 0) // expect: env-reader-threaded (note)
		globfree(&found);
}

static void temporary_bad(void)
{
	char *name = tempnam(NULL, "x"); // expect: env-reader-threaded (note)

	free(name);
}

static void folder_bad(void)
{
	char *name = get_current_dir_name(); // expect: env-reader-threaded (note)

	free(name);
}

static void in_the_search_path_bad(char **argv)
{
	if (argv[0][0] == '!')
		execvp(argv[0], argv); // expect: env-reader-threaded (note)
}

static void new_locale_bad(void)
{
	locale_t locale = newlocale(LC_ALL_MASK, "", (locale_t)0); // expect: env-reader-threaded (note)

	if (locale)
		freelocale(locale);
}

static void universal_time_bad(time_t now)
{
	struct tm tm;

	gmtime_r(&now, &tm); // expect: env-reader-threaded (note)
}

static void asked_itself_ok(void)
{
	puts(getenv("HOME") ? "home" : "none");
}

static void length_ok(void)
{
	printf("%zu\n", strlen("text"));
}

static void printed_ok(void)
{
	printf("%d\n", 1);
}

static void at_a_path_bad(char **argv)
{
	if (argv[0][0] == '?')
		execv(argv[0], argv); // expect: env-reader-threaded (note)
}

static void number_ok(void)
{
	printf("%g\n", strtod("1.5", NULL));
}

static void clock_ok(void)
{
	struct timespec now;

	clock_gettime(CLOCK_REALTIME, &now);
}

static void unlinked_ok(void)
{
	unlink("/nonexistent");
}

static void *work_ok(void *arg)
{
	time_t now = time(NULL);
	struct tm tm = { 0 };

	local_time_bad(now);
	local_time_r_bad(now);
	made_bad(&tm);
	zone_bad();
	text_bad(now);
	name_bad("localhost");
	old_name_bad("localhost");
	pattern_bad();
	temporary_bad();
	folder_bad();
	in_the_search_path_bad(arg);
	new_locale_bad();
	universal_time_bad(now);
	asked_itself_ok();
	length_ok();
	printed_ok();
	at_a_path_bad(arg);
	unlinked_ok();
	number_ok();
	clock_ok();
	return NULL;
}

static void before_ok(time_t now)
{
	localtime(&now);
}

static void first_thread_ok(time_t now)
{
	localtime(&now);
}

static void write_bad(void)
{
	setenv("MODE", "1", 1); // expect: env-write-threaded
}

int main(int argc, char **argv)
{
	pthread_t thread;

	(void)argc;
	before_ok(time(NULL));
	if (pthread_create(&thread, NULL, work_ok, argv))
		return 1;
	first_thread_ok(time(NULL));
	write_bad();
	return pthread_join(thread, NULL);
}
