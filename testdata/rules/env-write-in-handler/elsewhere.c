// rule: env-write-in-handler
/* The same work, where the program looks at what the handler left. */
#include <locale.h>
#include <signal.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static volatile sig_atomic_t reload;

static void note_ok(int number)
{
	reload = number;
}

static void set_ok(void)
{
	setenv("STATE", "loaded", 1);
}

static void zone_ok(void)
{
	tzset();
}

static void locale_ok(void)
{
	setlocale(LC_ALL, "");
}

static int hour_ok(void)
{
	time_t now = time(NULL);

	return localtime(&now)->tm_hour;
}

static void at_end_ok(void)
{
	unsetenv("STATE");
}

static void default_again_ok(void)
{
	signal(SIGTERM, SIG_DFL);
	signal(SIGPIPE, SIG_IGN);
}

int main(void)
{
	signal(SIGHUP, note_ok);
	atexit(at_end_ok);
	default_again_ok();
	while (!reload)
		pause();
	set_ok();
	zone_ok();
	locale_ok();
	return hour_ok();
}
