/* When the category is adopted, and when not. */
#include <ctype.h>
#include <locale.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static int before_ok(const char *text)
{
	return isspace((unsigned char)*text);
}

static int between_bad(const char *text)
{
	return isspace((unsigned char)*text); // expect: ctype-locale
}

static int both_bad(const char *text)
{
	return isspace((unsigned char)*text); // expect: ctype-locale
}

static int back_ok(const char *text)
{
	return isspace((unsigned char)*text);
}

static int own_locale_ok(const char *text)
{
	locale_t c = newlocale(LC_CTYPE_MASK, "C", (locale_t)0), old = uselocale(c);
	int is = isspace((unsigned char)*text);

	uselocale(old);
	freelocale(c);
	return is;
}

static int own_users_locale_bad(const char *text)
{
	locale_t user = newlocale(LC_CTYPE_MASK, "", (locale_t)0), old = uselocale(user);
	int is = isspace((unsigned char)*text); // expect: ctype-locale

	uselocale(old);
	freelocale(user);
	return is;
}

static int own_numeric_only_ok(const char *text)
{
	locale_t user = newlocale(LC_NUMERIC_MASK, "", (locale_t)0), old = uselocale(user);
	int is = isspace((unsigned char)*text);

	uselocale(old);
	freelocale(user);
	return is;
}

static int switched_ok(const char *text)
{
	char *old = strdup(setlocale(LC_CTYPE, NULL));
	int is;

	setlocale(LC_CTYPE, "POSIX");
	is = isspace((unsigned char)*text);
	setlocale(LC_CTYPE, old);
	free(old);
	return is;
}

static int switched_back_bad(const char *text)
{
	return isspace((unsigned char)*text); // expect: ctype-locale
}

static void *thread_ok(void *text)
{
	return isspace(*(unsigned char *)text) ? text : NULL;
}

static void adopt(int category)
{
	setlocale(category, "");
}

int main(int argc, char **argv)
{
	pthread_t thread;
	int n = before_ok(argv[0]) + both_bad(argv[0]);

	n += own_users_locale_bad(argv[0]);
	adopt(LC_MESSAGES);
	n += own_numeric_only_ok(argv[0]);
	setlocale(LC_CTYPE, "");
	n += between_bad(argv[0]) + both_bad(argv[0]) + own_locale_ok(argv[0]) + switched_ok(argv[0]);
	n += switched_back_bad(argv[0]);
	setlocale(LC_ALL, "C");
	adopt(LC_MESSAGES);
	if (!pthread_create(&thread, NULL, thread_ok, argv[0]))
		pthread_join(thread, NULL);
	return n + back_ok(argv[0]) + argc;
}
