/* Adopts the user's locale as a server does: category by category, through a wrapper that also keeps the name. */
#include <locale.h>
#include <string.h>

char *keep_setlocale(int category, const char *name);

static char kept[128];

char *keep_setlocale(int category, const char *name)
{
	char *result = setlocale(category, name);

	if (!result)
		return NULL;
	if (category == LC_CTYPE) {
		strncpy(kept, result, sizeof kept - 1);
		result = kept;
	}
	return result;
}
