/* Wide characters are what the locale is for. */
#include <locale.h>
#include <stdio.h>
#include <wchar.h>
#include <wctype.h>

int main(void)
{
	wint_t c;
	int words = 0, inside = 0;

	setlocale(LC_CTYPE, "");
	while ((c = getwchar()) != WEOF) {
		words += !iswspace(c) && !inside;
		inside = !iswspace(c);
	}
	printf("%d words\n", words);
	return 0;
}
