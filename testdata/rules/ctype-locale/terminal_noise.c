/* The user's locale is asked on purpose: which bytes the terminal can show. Known, and told in the rule's limits. */
#include <ctype.h>
#include <locale.h>
#include <stdio.h>

static void show(const char *name)
{
	for (; *name; name++)
		if (isprint((unsigned char)*name)) // noise: ctype-locale, what a terminal can show depends on the locale
			putchar(*name);
		else
			printf("\\%03o", (unsigned char)*name);
}

int main(int argc, char **argv)
{
	setlocale(LC_CTYPE, "");
	show(argv[argc - 1]);
	return 0;
}
