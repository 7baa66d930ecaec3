/* Literals hold ASCII alone. */
#include <ctype.h>
#include <locale.h>
#include <stdio.h>

static const char digits[] = "0123456789abcdef";
static const char *const names[] = { "idle", "busy" };

static void show(const char *word)
{
	for (; *word; word++)
		putchar(isalpha((unsigned char)*word) ? *word : '-');
}

int main(int argc, char **argv)
{
	(void)argv;
	setlocale(LC_ALL, "");
	show(names[argc > 1]);
	for (int i = 0; i < 16; i++)
		putchar(isalpha(digits[i]) ? toupper(digits[i]) : digits[i]);
	return 0;
}
