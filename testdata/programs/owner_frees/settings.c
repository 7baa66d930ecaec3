#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct settings {
	char *locale_entry;
	int size;
};

static int settings_init(struct settings *s, const char *locale)
{
	s->size = (int)strlen(locale) + 8;
	s->locale_entry = malloc((size_t)s->size);
	if (!s->locale_entry)
		return -1;
	snprintf(s->locale_entry, (size_t)s->size, "LC_ALL=%s", locale);
	return putenv(s->locale_entry);
}

static void settings_release(struct settings *s)
{
	free(s->locale_entry);
	s->locale_entry = NULL;
}

int main(int argc, char **argv)
{
	struct settings settings;

	if (argc < 2 || settings_init(&settings, argv[1]))
		return 1;
	settings_release(&settings);
	return system("locale");
}
