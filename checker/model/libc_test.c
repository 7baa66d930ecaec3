/* C libraries by name, by version and by the headers of a unit, and what each promises. */
#include "model/libc.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>
#include <cmocka.h>

static struct libc_environment promise_of(struct arena *arena, const char *text)
{
	struct libc libc;
	struct err err = { 0 };
	Fact__Unit unit;

	fact__unit__init(&unit);
	if (!libc_parse(arena, text, &libc, &err))
		fail_msg("%s", err.text);
	return libc_environment(&libc, &unit, arena);
}

/* Each library of the table: frees values, getenv safe, resize crashes, keeps putenv, environ safe. */
static void tells_libraries_apart(void **state)
{
	static const struct {
		const char *text, *name;
		bool frees, safe, crashes, keeps, walks;
	} rows[] = {
		{ "glibc-2.36", "glibc 2.36", false, false, true, true, false },
		{ "glibc-2.40", "glibc 2.40", false, false, true, true, false },
		{ "glibc-2.41", "glibc 2.41", false, true, false, true, false },
		{ "glibc-3.0", "glibc 3.0", false, true, false, true, false },
		{ "glibc", "glibc", false, false, true, true, false },
		{ "musl", "musl", true, false, true, true, false },
		{ "musl-1.2.5", "musl 1.2", true, false, true, true, false },
		{ "freebsd", "freebsd", true, false, true, true, false },
		{ "netbsd", "netbsd", true, true, false, true, false },
		{ "apple", "apple", true, true, false, true, false },
		{ "illumos", "illumos", false, true, false, true, true },
		{ "solaris", "solaris", true, true, true, true, false },
		{ "bionic", "bionic", false, false, true, true, false },
		{ "uclibc-ng", "uclibc-ng", false, false, true, true, false },
		{ "uclibc-ng-1.0.58", "uclibc-ng 1.0", false, false, true, true, false },
		{ "ucrt", "ucrt", true, true, false, false, false },
		{ "posix", "POSIX", true, false, true, true, false },
	};
	struct arena arena = { 0 };

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct libc_environment promise = promise_of(&arena, rows[i].text);

		assert_string_equal(promise.name, rows[i].name);
		if (promise.frees_values != rows[i].frees || promise.getenv_safe != rows[i].safe ||
		    promise.resize_crashes != rows[i].crashes || promise.keeps_putenv != rows[i].keeps ||
		    promise.environ_safe != rows[i].walks)
			fail_msg("%s: another promise", rows[i].text);
		assert_int_equal(promise.moves_others, !strcmp(rows[i].text, "posix"));
	}
	arena_release(&arena);
}

static void portable_promises_least(void **state)
{
	struct arena arena = { 0 };
	struct libc_environment promise = promise_of(&arena, "portable");

	(void)state;
	assert_null(promise.name);
	assert_true(promise.frees_values && promise.resize_crashes && promise.keeps_putenv);
	assert_false(promise.getenv_safe || promise.environ_safe || promise.moves_others);
	arena_release(&arena);
}

static const char *name_for(struct arena *arena, int glibc_minor, const char *target)
{
	struct libc libc = { .kind = LIBC_AUTO };
	Fact__Unit unit;

	fact__unit__init(&unit);
	unit.glibc_minor = glibc_minor;
	unit.target = facts_text(target);
	return libc_environment(&libc, &unit, arena).name;
}

static void reads_the_headers(void **state)
{
	struct arena arena = { 0 };

	(void)state;
	assert_string_equal(name_for(&arena, 36, "x86_64-pc-linux-gnu"), "glibc 2.36");
	assert_string_equal(name_for(&arena, -1, "x86_64-alpine-linux-musl"), "musl");
	assert_string_equal(name_for(&arena, -1, "arm64-apple-darwin23"), "apple");
	assert_string_equal(name_for(&arena, -1, "x86_64-unknown-freebsd14"), "freebsd");
	assert_string_equal(name_for(&arena, -1, "aarch64-linux-android34"), "bionic");
	assert_null(name_for(&arena, -1, "riscv64-unknown-elf"));
	assert_null(name_for(&arena, -1, ""));
	arena_release(&arena);
}

static void refuses_what_it_does_not_know(void **state)
{
	static const char *const texts[] = { "", "-", "glib", "glibc-", "glibc-x", "glibc-2.36x", "-2.36", "dietlibc-0.34",
					     "Portable" };
	struct arena arena = { 0 };

	(void)state;
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		struct libc libc;
		struct err err = { 0 };

		if (libc_parse(&arena, texts[i], &libc, &err))
			fail_msg("'%s' is taken", texts[i]);
		assert_non_null(strstr(err.text, "portable, posix, auto, "));
	}
	arena_release(&arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(tells_libraries_apart),
		cmocka_unit_test(portable_promises_least),
		cmocka_unit_test(reads_the_headers),
		cmocka_unit_test(refuses_what_it_does_not_know),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
