/* Functions of one's own that know ASCII, under any locale. */
#include <locale.h>
#include <stdio.h>

static int is_space(int c)
{
	return c == ' ' || (c >= '\t' && c <= '\r');
}

static int to_lower(int c)
{
	return c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c;
}

int main(void)
{
	int c;

	setlocale(LC_ALL, "");
	while ((c = getchar()) != EOF)
		putchar(is_space(c) ? ' ' : to_lower(c));
	return 0;
}
