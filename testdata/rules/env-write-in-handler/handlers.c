// rule: env-write-in-handler
/* What handlers do, by themselves and in what they call. */
#include <locale.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static volatile sig_atomic_t got;
static char line[64];

static void set_bad(int number)
{
	(void)number;
	setenv("GOT", "1", 1); // expect: env-write-in-handler
}

static void unset_bad(int number)
{
	(void)number;
	unsetenv("GOT"); // expect: env-write-in-handler
}

static void put_bad(int number)
{
	static char entry[] = "GOT=1";

	(void)number;
	putenv(entry); // expect: env-write-in-handler
}

static void clear_bad(int number)
{
	(void)number;
	clearenv(); // expect: env-write-in-handler
}

static void zone_bad(int number)
{
	(void)number;
	tzset(); // expect: env-write-in-handler
}

static void stamp_bad(int number)
{
	time_t now = time(NULL);
	struct tm *tm = localtime(&now); // expect: env-write-in-handler

	(void)number;
	line[0] = (char)tm->tm_min;
}

static void format_bad(const struct tm *tm)
{
	strftime(line, sizeof line, "%c", tm); // expect: env-write-in-handler
}

static void format_caller_ok(int number)
{
	struct tm tm;

	(void)number;
	memset(&tm, 0, sizeof tm);
	format_bad(&tm);
}

static void locale_bad(int number)
{
	(void)number;
	setlocale(LC_ALL, "C"); // expect: env-write-in-handler
}

static void informed_bad(int number, siginfo_t *info, void *context)
{
	(void)number;
	(void)info;
	(void)context;
	setenv("FROM", "signal", 1); // expect: env-write-in-handler
}

static void rest_bad(void)
{
	unsetenv("REST"); // expect: env-write-in-handler
}

static void (*const rest)(void) = rest_bad;

static void rest_caller_ok(int number)
{
	(void)number;
	rest();
}

static void once_more_bad(int number)
{
	signal(number, once_more_bad);
	setenv("AGAIN", "1", 1); // expect: env-write-in-handler
}

static void minutes_bad(int number)
{
	struct tm tm = {.tm_year = 100};

	(void)number;
	line[0] = (char)mktime(&tm); // expect: env-write-in-handler
}

static void flag_ok(int number)
{
	got = number;
}

static void pipe_ok(int number)
{
	char byte = (char)number;

	if (write(1, &byte, 1) < 0)
		got = -1;
}

static void read_ok(int number)
{
	(void)number;
	got = getenv("DEBUG") != NULL;
}

static void leave_ok(int number)
{
	_exit(number);
}

static void wait_ok(int number)
{
	(void)number;
	alarm(1);
}

static void own_setenv_ok(int number)
{
	line[0] = (char)number;
}

int main(void)
{
	struct sigaction action = {.sa_handler = unset_bad}, informed;

	sigaction(SIGHUP, &action, NULL);
	memset(&informed, 0, sizeof informed);
	informed.sa_sigaction = informed_bad;
	informed.sa_flags = SA_SIGINFO;
	sigaction(SIGUSR1, &informed, NULL);
	signal(SIGINT, set_bad);
	signal(SIGTERM, put_bad);
	signal(SIGQUIT, clear_bad);
	signal(SIGCHLD, zone_bad);
	signal(SIGALRM, stamp_bad);
	signal(SIGWINCH, format_caller_ok);
	signal(SIGUSR2, locale_bad);
	signal(SIGCONT, rest_caller_ok);
	signal(SIGTSTP, once_more_bad);
	signal(SIGTTIN, minutes_bad);
	signal(SIGTTOU, flag_ok);
	signal(SIGPIPE, pipe_ok);
	signal(SIGIO, read_ok);
	signal(SIGXCPU, leave_ok);
	signal(SIGXFSZ, wait_ok);
	signal(SIGVTALRM, own_setenv_ok);
	pause();
	return got;
}
