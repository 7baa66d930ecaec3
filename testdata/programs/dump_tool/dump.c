#include <ctype.h>
#include <locale.h>
#include <stdio.h>

static void line(const unsigned char *bytes, size_t count)
{
	for (size_t i = 0; i < count; i++)
		putchar(isprint(bytes[i]) ? bytes[i] : '.');
	putchar('\n');
}

int main(void)
{
	unsigned char bytes[16];
	size_t count;

	setlocale(LC_ALL, "");
	while ((count = fread(bytes, 1, sizeof bytes, stdin)) > 0)
		line(bytes, count);
	return 0;
}
