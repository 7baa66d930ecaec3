/* HTTP header names made small letters under the user's locale. */
#include <ctype.h>
#include <locale.h>
#include <stdio.h>
#include <string.h>

static void small(char *name)
{
	for (; *name; name++)
		*name = (char)tolower((unsigned char)*name);
}

int main(void)
{
	char name[100];

	setlocale(LC_CTYPE, "");
	while (scanf("%99[^:]:%*[^\n]\n", name) == 1) {
		small(name);
		if (!strcmp(name, "if-match"))
			return 0;
	}
	return 1;
}
