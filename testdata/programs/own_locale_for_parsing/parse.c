/* A thread's own locale around what machines read. */
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>

static double parse(const char *text)
{
	static locale_t c;
	locale_t old;
	double value;

	if (!c)
		c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
	old = uselocale(c);
	value = strtod(text, NULL);
	uselocale(old);
	return value;
}

int main(int argc, char **argv)
{
	setlocale(LC_ALL, "");
	return argc > 1 && parse(argv[1]) > 1.5;
}
