#include <locale.h>

void init_i18n(void);

void init_i18n(void)
{
	setlocale(LC_CTYPE, "");
	setlocale(LC_NUMERIC, "");
}
