/* Making locales with localedef, in the benches' own folder. */
#include "bench/evidence/locales.h"

#include "bench/evidence/child.h"

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define LOCALEDEF_SECONDS 60

/* Single-byte locales are made in half a second, UTF-8 ones take several. */
const struct locale_row locale_rows[] = {
	{ "C", NULL, NULL, true },
	{ "C.UTF-8", NULL, NULL, true },
	{ "de_DE.ISO-8859-1", "de_DE", "ISO-8859-1", true },
	{ "tr_TR.ISO-8859-9", "tr_TR", "ISO-8859-9", true },
	{ "de_DE.UTF-8", "de_DE", "UTF-8", false },
	{ "tr_TR.UTF-8", "tr_TR", "UTF-8", false },
	{ "en_US.UTF-8", "en_US", "UTF-8", false },
	{ "fr_CA.UTF-8", "fr_CA", "UTF-8", false },
	{ "ja_JP.UTF-8", "ja_JP", "UTF-8", false },
	{ "fa_IR.UTF-8", "fa_IR", "UTF-8", false },
	{ "ru_RU.KOI8-R", "ru_RU", "KOI8-R", false },
	{ "ru_RU.CP1251", "ru_RU", "CP1251", false },
	{ NULL, NULL, NULL, false },
};

const struct locale_row *locale_named(const char *name)
{
	const struct locale_row *row = locale_rows;

	while (row->name && strcmp(row->name, name) != 0)
		row++;
	return row;
}

static bool folder_there(const char *path)
{
	return access(path, R_OK) == 0;
}

/* localedef complains of missing parts and ends with 1 when it has done its work: the folder tells. */
static const char *run_localedef(struct bench *bench, const char *source, const char *charmap, const char *name)
{
	const char *path = arena_printf(bench->arena, "%s/%s", bench->folder, name);
	const char *const argv[] = { "localedef", "-c", "-i", source, "-f", charmap, path, NULL };
	struct program_outcome outcome;

	if (folder_there(path))
		return NULL;
	if (!program_exists("localedef"))
		return "localedef is not installed";
	outcome = program_run(argv, NULL, LOCALEDEF_SECONDS);
	strbuf_release(&outcome.output);
	return folder_there(path) ? NULL : "localedef made none: are the sources of locales (package locales) installed?";
}

const char *locale_make(struct bench *bench, const struct locale_row *row)
{
	if (!row->source)
		return NULL;
	if (!bench->folder)
		return "this libc has no locales of its own";
	return run_localedef(bench, row->source, row->charmap, row->name);
}

const char *locale_make_private(struct bench *bench)
{
	const char *path;
	FILE *file;

	if (!bench->folder)
		return "this libc has no locales of its own";
	path = arena_printf(bench->arena, "%s/private.src", bench->folder);
	file = fopen(path, "we");
	if (!file)
		return "its source can't be written";
	fputs("LC_CTYPE\ncopy \"i18n\"\nspace <U0009>..<U000D>;<U0020>;<U0085>;<U00A0>\nEND LC_CTYPE\n", file);
	fclose(file);
	return run_localedef(bench, path, "ISO-8859-1", PRIVATE_LOCALE);
}

bool locale_enter(const char *folder, const char *name)
{
	if (folder)
		setenv("LOCPATH", folder, 1);
	/* A locale with LC_CTYPE alone is no locale for LC_ALL. */
	return setlocale(LC_ALL, name) || setlocale(LC_CTYPE, name);
}
