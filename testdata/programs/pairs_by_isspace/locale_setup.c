#include "locale_setup.h"

#include <locale.h>
#include <stdlib.h>

static void set_category(int category, const char *name)
{
	if (!setlocale(category, name))
		exit(2);
}

void setup_locale(void)
{
	set_category(LC_CTYPE, "");
	set_category(LC_NUMERIC, "C");
}
