/* Calls of setlocale before, beside and behind threads. */
#include <locale.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static double parse_in_thread_bad(const char *text)
{
	double value;

	setlocale(LC_NUMERIC, "C"); // expect: locale-set-threaded
	value = strtod(text, NULL);
	setlocale(LC_NUMERIC, ""); // expect: locale-set-threaded
	return value;
}

static void messages_in_thread_bad(const char *language)
{
	if (!setlocale(LC_MESSAGES, language)) // expect: locale-set-threaded
		fputs("no such language\n", stderr);
}

static void all_in_thread_bad(void)
{
	setlocale(LC_ALL, ""); // expect: locale-set-threaded
}

static void put_back_bad(void)
{
	char *old = setlocale(LC_CTYPE, NULL);

	setlocale(LC_CTYPE, old); // expect: locale-set-threaded
}

static void set_by_wrapper_bad(int category, const char *name)
{
	setlocale(category, name); // expect: locale-set-threaded
}

static void ask_ok(void)
{
	puts(setlocale(LC_ALL, NULL));
}

static const char *ask_by_wrapper_ok(int category, const char *name)
{
	return setlocale(category, name);
}

static void thread_locale_ok(void)
{
	locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0), old = uselocale(c);

	uselocale(old);
	freelocale(c);
}

static void *work(void *text)
{
	printf("%ld\n", (long)parse_in_thread_bad(text));
	messages_in_thread_bad("de_DE");
	all_in_thread_bad();
	put_back_bad();
	set_by_wrapper_bad(LC_TIME, "C");
	ask_ok();
	puts(ask_by_wrapper_ok(LC_CTYPE, NULL));
	thread_locale_ok();
	return NULL;
}

static void first_thing_ok(void)
{
	setlocale(LC_ALL, "");
}

static void beside_bad(void)
{
	setlocale(LC_MONETARY, "C"); // expect: locale-set-threaded
}

static void in_child_ok(void)
{
	if (fork() == 0) {
		setlocale(LC_ALL, "C");
		_exit(0);
	}
	wait(NULL);
}

static void behind_ok(void)
{
	setlocale(LC_ALL, "C");
}

int main(void)
{
	pthread_t thread;

	first_thing_ok();
	if (pthread_create(&thread, NULL, work, "1.5"))
		return 1;
	beside_bad();
	in_child_ok();
	pthread_join(thread, NULL);
	behind_ok();
	return 0;
}
