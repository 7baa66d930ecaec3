/* A library that starts no threads: its caller may. */
#include <locale.h>

void library_init_bad(void)
{
	setlocale(LC_ALL, ""); // expect: locale-set-threaded (note)
}

const char *library_language_ok(void)
{
	return setlocale(LC_MESSAGES, (const char *)0);
}
