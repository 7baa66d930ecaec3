/* Reads env-semantics.csv and ctype-semantics.csv for one C library, or for the weakest of several. */
#include "model/libc.h"

#include "base/strbuf.h"
#include "model/models.h"

#include <stdio.h>
#include <string.h>

static bool is_yes(const char *answer)
{
	return !strcmp(answer, "yes");
}

static bool is_no(const char *answer)
{
	return !strcmp(answer, "no");
}

static bool name_is_known(const char *name)
{
	size_t count;
	const struct model_env_semantics *rows = model_env_semantics(&count);

	for (size_t i = 0; i < count; i++)
		if (!strcmp(rows[i].libc, name))
			return true;
	return false;
}

static bool refuse(const char *text, struct err *err)
{
	struct strbuf known = { 0 };
	size_t count;
	const struct model_env_semantics *rows = model_env_semantics(&count);

	for (size_t i = 0; i < count; i++)
		if (!i || strcmp(rows[i].libc, rows[i - 1].libc) != 0)
			strbuf_addf(&known, ", %s", rows[i].libc);
	err_set(err, "no C library '%s' is known: portable, posix, auto%s", text, known.text);
	strbuf_release(&known);
	return false;
}

/* "2.36", "2" or "1.2.5": what stands behind the second number doesn't matter. */
static bool read_version(const char *text, struct libc *libc)
{
	char rest;
	int read = sscanf(text, "%4d.%4d%c", &libc->major, &libc->minor, &rest);

	libc->has_version = read >= 1 && libc->major >= 0 && libc->minor >= 0;
	return libc->has_version && (read < 3 || rest == '.');
}

bool libc_parse(struct arena *arena, const char *text, struct libc *libc, struct err *err)
{
	static const char *const kinds[] = { "portable", "posix", "auto" };
	const char *dash;

	*libc = (struct libc){ 0 };
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
		if (!strcmp(text, kinds[i])) {
			libc->kind = (enum libc_kind)i;
			return true;
		}
	libc->kind = LIBC_NAMED;
	libc->name = text;
	if (name_is_known(text))
		return true;
	/* Names have dashes, too: the version stands behind the last one. */
	dash = strrchr(text, '-');
	if (!dash)
		return refuse(text, err);
	libc->name = arena_strndup(arena, text, (size_t)(dash - text));
	return (name_is_known(libc->name) && read_version(dash + 1, libc)) || refuse(text, err);
}

/* The library whose headers a unit was parsed with. Portable where that can't be told. */
static struct libc libc_of_unit(const Fact__Unit *unit)
{
	static const struct {
		const char *in_target, *name;
	} targets[] = {
		{ "musl", "musl" },	  { "android", "bionic" }, { "apple", "apple" },     { "darwin", "apple" },
		{ "freebsd", "freebsd" }, { "netbsd", "netbsd" },  { "illumos", "illumos" }, { "solaris", "solaris" },
		{ "uclibc", "uclibc-ng" }, { "msvc", "ucrt" },
	};
	const char *target = unit->target ? unit->target : "";

	if (unit->glibc_minor >= 0)
		return (struct libc){ LIBC_NAMED, "glibc", true, 2, unit->glibc_minor };
	for (size_t i = 0; i < sizeof targets / sizeof *targets; i++)
		if (strstr(target, targets[i].in_target))
			return (struct libc){ .kind = LIBC_NAMED, .name = targets[i].name };
	return (struct libc){ .kind = LIBC_PORTABLE };
}

/* "before 2.41", "2.41 and later": other rows speak of every version. */
static bool covers(const struct model_env_semantics *row, const struct libc *libc)
{
	bool before = !strncmp(row->versions, "before ", 7), later;
	int major, minor = 0, order;

	if (libc->kind != LIBC_NAMED)
		return true;
	if (strcmp(row->libc, libc->name) != 0)
		return false;
	later = strstr(row->versions, " and later") != NULL;
	if (!libc->has_version || !(before || later) ||
	    sscanf(row->versions + (before ? 7 : 0), "%d.%d", &major, &minor) < 1)
		return true;
	order = libc->major != major ? libc->major - major : libc->minor - minor;
	return before ? order < 0 : order >= 0;
}

/* A version from before every row's: the library's weakest promise. */
static bool any_covers(const struct libc *libc)
{
	size_t count;
	const struct model_env_semantics *rows = model_env_semantics(&count);

	for (size_t i = 0; i < count; i++)
		if (covers(&rows[i], libc))
			return true;
	return false;
}

static void weaken(struct libc_environment *promise, const struct model_env_semantics *row)
{
	promise->frees_values |= !is_no(row->setenv_frees_old_value) || !is_no(row->setenv_changes_old_value);
	promise->getenv_safe &= is_yes(row->getenv_safe);
	promise->resize_crashes |= !is_no(row->array_resize_can_crash_getenv);
	promise->keeps_putenv |= !is_no(row->putenv_aliases);
	promise->environ_safe &= is_yes(row->environ_safe) || !strcmp(row->environ_safe, "partial");
}

static const char *name_of(const struct libc *libc, struct arena *arena)
{
	if (libc->kind == LIBC_POSIX)
		return "POSIX";
	if (libc->kind != LIBC_NAMED)
		return NULL;
	if (!libc->has_version)
		return libc->name;
	return arena_printf(arena, "%s %d.%d", libc->name, libc->major, libc->minor);
}

struct libc_environment libc_environment(const struct libc *libc, const Fact__Unit *unit, struct arena *arena)
{
	struct libc real = libc->kind == LIBC_AUTO ? libc_of_unit(unit) : *libc;
	struct libc_environment promise = { .name = name_of(&real, arena), .getenv_safe = true, .environ_safe = true };
	size_t count;
	const struct model_env_semantics *rows = model_env_semantics(&count);

	if (real.kind == LIBC_NAMED && !any_covers(&real))
		real.has_version = false;
	for (size_t i = 0; i < count; i++)
		if (covers(&rows[i], &real))
			weaken(&promise, &rows[i]);
	if (real.kind == LIBC_POSIX)
		promise.moves_others = true;
	return promise;
}

struct libc_ctype libc_ctype(const struct libc *libc, const Fact__Unit *unit)
{
	struct libc real = libc->kind == LIBC_AUTO ? libc_of_unit(unit) : *libc;
	const struct model_ctype_semantics *row = real.kind == LIBC_NAMED ? model_ctype_semantics(real.name) : NULL;

	if (!row)
		return (struct libc_ctype){ true, true, true };
	return (struct libc_ctype){ row->space_high, row->class_high, row->turkish };
}
