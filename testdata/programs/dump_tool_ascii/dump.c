/* The same with bytes from 0x80 up sorted out first. */
#include <ctype.h>
#include <locale.h>
#include <stdio.h>

int main(void)
{
	int c;

	setlocale(LC_ALL, "");
	while ((c = getchar()) != EOF) {
		if (c < 0x80 && isprint(c))
			putchar(c);
		else if (isascii(c) && isspace(c))
			putchar(' ');
		else
			printf("\\x%02x", (unsigned)c);
	}
	return 0;
}
