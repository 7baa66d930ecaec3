#include <locale.h>

void start_locale(const char *name)
{
	if (!setlocale(LC_ALL, name))
		setlocale(LC_ALL, "C");
}
