/* A handler of the end, and a thread, may come at any time later. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static const char *session, *level;

static void forget_ok(void)
{
	unsetenv("SESSION");
	puts(session ? session : "");
}

static void *tune_bad(void *unused)
{
	setenv("LEVEL", "2", 1); // expect: env-write-threaded
	return unused;
}

static void remember_bad(void)
{
	session = getenv("SESSION"); // expect: env-pointer-stored
	level = getenv("LEVEL"); // expect: env-pointer-stored
}

static void show_ok(void)
{
	puts(level ? level : "");
}

int main(void)
{
	pthread_t thread;

	atexit(forget_ok);
	remember_bad();
	if (pthread_create(&thread, NULL, tune_bad, NULL))
		return 1;
	show_ok();
	return pthread_join(thread, NULL);
}
