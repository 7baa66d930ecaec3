/* Threads that are never joined, and a call that is reached in both states. */
#include <locale.h>
#include <pthread.h>
#include <stddef.h>
#include <unistd.h>

static void *idle(void *unused)
{
	pause();
	return unused;
}

static void twice_bad(void)
{
	setlocale(LC_NUMERIC, "C"); // expect: locale-set-threaded
}

static void reload_bad(void)
{
	setlocale(LC_ALL, ""); // expect: locale-set-threaded
}

static void language_bad(const char *language)
{
	setlocale(LC_MESSAGES, language ? language : "C"); // expect: locale-set-threaded
}

static void callback_bad(void)
{
	setlocale(LC_COLLATE, "C"); // expect: locale-set-threaded
}

static void through_pointer_bad(void)
{
	char *(*set)(int, const char *) = setlocale;

	set(LC_TIME, "C"); // expect: locale-set-threaded
}

static void early_ok(void)
{
	setlocale(LC_CTYPE, "");
}

static void also_early_ok(void)
{
	setlocale(LC_MESSAGES, "");
}

static int ask_ok(void)
{
	return setlocale(LC_CTYPE, 0) != NULL;
}

int main(int argc, char **argv)
{
	void (*callback)(void) = callback_bad;
	pthread_t thread;

	early_ok();
	also_early_ok();
	twice_bad();
	if (pthread_create(&thread, NULL, idle, NULL))
		return 1;
	pthread_detach(thread);
	twice_bad();
	for (int i = 0; i < argc; i++) {
		reload_bad();
		language_bad(argv[i]);
		callback();
		through_pointer_bad();
	}
	return ask_ok();
}
