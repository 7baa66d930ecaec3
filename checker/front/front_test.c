/* The IR of each fixture in testdata/ir against its golden, and sources that nobody should write. */
#include "front/parse.h"

#include "base/files.h"
#include "base/vec.h"

#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#define FIXTURES SNAG_TESTDATA "/ir"

static enum parse_status parse(struct arena *arena, const char *folder, char *file, char *flag, struct ir_unit **unit,
			       const char **note)
{
	struct commands commands = {0};
	struct err err = {0};

	if (!commands_from_files(arena, folder, &file, 1, &flag, flag != NULL, &commands, &err))
		fail_msg("%s", err.text);
	return parse_unit(arena, &commands.all.items[0], unit, note);
}

static void verify(const struct ir_unit *unit)
{
	struct err err = {0};

	if (!ir_verify(unit, &err))
		fail_msg("%s", err.text);
}

/* --- goldens --------------------------------------------------------------------- */

static char *flag_of(struct arena *arena, const char *text)
{
	static const char mark[] = "/* flags: ";
	const char *end = strncmp(text, mark, sizeof mark - 1) ? NULL : strstr(text, " */");

	text += sizeof mark - 1;
	return end ? arena_strndup(arena, text, (size_t)(end - text)) : NULL;
}

static void compare(struct arena *arena, const char *golden, const char *printed)
{
	struct err err = {0};
	char *expected = arena_strdup(arena, "");
	size_t length;

	if (getenv("SNAG_ACCEPT")) {
		assert_true(file_write(golden, printed, strlen(printed), &err));
		return;
	}
	if (!file_read(arena, golden, 0, &expected, &length, &err))
		print_error("%s\n", err.text);
	if (strcmp(expected, printed) != 0)
		print_error("%s differs (SNAG_ACCEPT=1 takes the new one):\n%s", golden, printed);
	assert_string_equal(expected, printed);
}

static void check_fixture(char *name)
{
	struct arena arena = {0};
	struct strbuf printed = {0};
	struct ir_unit *unit;
	struct err err = {0};
	const char *note;
	char *text, *path = arena_printf(&arena, FIXTURES "/%s", name);
	size_t length;

	assert_true(file_read(&arena, path, 0, &text, &length, &err));
	assert_int_not_equal(parse(&arena, FIXTURES, name, flag_of(&arena, text), &unit, &note), PARSE_FAILED);
	verify(unit);
	ir_print(unit, &printed);
	compare(&arena, arena_printf(&arena, "%.*s.ir", (int)(strrchr(path, '.') - path), path), strbuf_text(&printed));
	strbuf_release(&printed);
	arena_release(&arena);
}

static bool is_source(const char *name)
{
	const char *dot = strrchr(name, '.');

	return dot && (!strcmp(dot, ".c") || !strcmp(dot, ".cc"));
}

static int by_name(const void *x, const void *y)
{
	return strcmp(*(char *const *)x, *(char *const *)y);
}

static void each_fixture(void (*check)(char *name))
{
	struct arena arena = {0};
	VEC(char *) names = {0};
	DIR *dir = opendir(FIXTURES);

	assert_non_null(dir);
	for (struct dirent *entry; (entry = readdir(dir));)
		if (is_source(entry->d_name))
			vec_push(&arena, &names, arena_strdup(&arena, entry->d_name));
	closedir(dir);
	assert_true(names.len > 0);
	qsort(names.items, names.len, sizeof *names.items, by_name);
	for (size_t i = 0; i < names.len; i++)
		check(names.items[i]);
	arena_release(&arena);
}

static void goldens(void **state)
{
	(void)state;
	each_fixture(check_fixture);
}

/* --- sources that nobody should write ------------------------------------------------ */

/* Parses a text under a temporary name; the unit may fail, be partial or whole, but must be sound. */
static enum parse_status parse_text(struct arena *arena, const char *name, const char *text, size_t length,
				    struct ir_unit **unit)
{
	char folder[] = P_tmpdir "/front_test.XXXXXX";
	const char *note;
	char *path, *given = arena_strdup(arena, name);
	enum parse_status status;
	struct err err = {0};

	assert_non_null(mkdtemp(folder));
	path = arena_printf(arena, "%s/%s", folder, name);
	assert_true(file_write(path, text, length, &err));
	status = parse(arena, folder, given, NULL, unit, &note);
	folder_remove(folder);
	if (status == PARSE_FAILED)
		assert_non_null(note);
	else
		verify(*unit);
	return status;
}

#define CUTS 6 /* of each fixture: enough to lose braces, brackets and halves of tokens */

static void check_cuts(char *name)
{
	struct arena arena = {0};
	struct ir_unit *unit;
	struct err err = {0};
	char *text;
	size_t length;

	assert_true(file_read(&arena, arena_printf(&arena, FIXTURES "/%s", name), 0, &text, &length, &err));
	for (size_t i = 1; i <= CUTS; i++)
		parse_text(&arena, name, text, length * i / (CUTS + 1), &unit);
	arena_release(&arena);
}

static void cut_sources(void **state)
{
	(void)state;
	each_fixture(check_cuts);
}

/* `before`, then `piece` many times, then `between`, `after` many times, and `end`. */
static size_t check_deep(const char *before, const char *piece, const char *between, const char *after, const char *end,
			 int count)
{
	struct arena arena = {0};
	struct strbuf text = {0};
	struct ir_unit *unit;
	size_t blocks = 0;

	strbuf_addstr(&text, before);
	for (int i = 0; i < count; i++)
		strbuf_addstr(&text, piece);
	strbuf_addstr(&text, between);
	for (int i = 0; i < count; i++)
		strbuf_addstr(&text, after);
	strbuf_addstr(&text, end);
	assert_int_not_equal(parse_text(&arena, "deep.c", text.text, text.len, &unit), PARSE_FAILED);
	for (size_t i = 0; i < unit->functions.len; i++)
		blocks += unit->functions.items[i].blocks.len;
	strbuf_release(&text);
	arena_release(&arena);
	return blocks;
}

static void long_chains(void **state)
{
	(void)state;
	assert_true(check_deep("int f(int n) { ", "if (n == 1) n++; else ", "n--;", "", " return n; }", 1500) > 3000);
	assert_int_equal(check_deep("int f(int n) { return 1", "+ n", "", "", "; }", 20000), 1);
	assert_int_equal(check_deep("int f(int n) { return n", ", n++", "", "", "; }", 20000), 1);
	assert_true(check_deep("int f(int n) { return ", "n ? 2 : ", "3", "", "; }", 1500) > 3000);
	assert_true(check_deep("int f(int n) { if (n", " || n - 1", "", "", ") n++; return n; }", 5000) > 5000);
	assert_int_equal(check_deep("int f(int n) { ", "n++;", "", "", " return n; }", 20000), 1);
}

/* The thread sanitizer takes much of the stack of the thread that libclang parses on. */
#ifdef __SANITIZE_THREAD__
#define DEEP 250
#else
#define DEEP 1500
#endif

static void deep_nesting(void **state)
{
	(void)state;
	check_deep("int f(int n) { ", "if (n) ", "n++;", "", " return n; }", DEEP);
	check_deep("int f(int n) { ", "for (;n;) ", "n++;", "", " return n; }", DEEP);
	check_deep("int f(int n) { return ", "- ", "n", "", "; }", DEEP);
	check_deep("int f(int n) { return ", "(", "n", ")", "; }", 250);
	check_deep("int f(int n) { return ", "f(", "n", ")", "; }", 250);
	check_deep("int f(int n) { ", "{", "n++;", "}", " return n; }", 250);
	check_deep("int ", "*", "p;", "", "", 2 * DEEP);
	check_deep("int a", "[1]", " = ", "", "{ 1 };", 250);
}

static void no_source(void **state)
{
	struct command command = {.folder = "/", .file = "/no-such-file.c", .given = "no-such-file.c"};
	struct arena arena = {0};
	struct ir_unit *unit;
	const char *note;

	(void)state;
	vec_push(&arena, &command.arguments, "cc");
	vec_push(&arena, &command.arguments, command.given);
	assert_int_equal(parse_unit(&arena, &command, &unit, &note), PARSE_FAILED);
	assert_non_null(note);
	assert_null(unit);
	arena_release(&arena);
}

static void first_error_is_named(void **state)
{
	static const char text[] = "#include \"missing.h\"\nint f(void) { return 1; }\n";
	struct arena arena = {0};
	struct ir_unit *unit;

	(void)state;
	assert_int_equal(parse_text(&arena, "a.c", text, sizeof text - 1, &unit), PARSE_PARTIAL);
	assert_int_equal(unit->functions.len, 1);
	assert_int_equal(unit->diagnostics.items[0].place.line, 1);
	assert_false(unit->functions.items[0].partial);
	arena_release(&arena);
}

static void unknown_flags_are_no_errors(void **state)
{
	static char flag[] = "-fno-such-thing", name[] = "enums.c";
	struct arena arena = {0};
	struct ir_unit *unit;
	const char *note;

	(void)state;
	assert_int_equal(parse(&arena, FIXTURES, name, flag, &unit, &note), PARSE_OK);
	arena_release(&arena);
}

static void units_are_described(void **state)
{
	static char name[] = "macros.c";
	struct arena arena = {0};
	struct ir_unit *unit;
	const char *note;

	(void)state;
	assert_int_equal(parse(&arena, FIXTURES, name, NULL, &unit, &note), PARSE_OK);
	assert_string_equal(unit->files.items[unit->main_file].path, FIXTURES "/macros.c");
	assert_int_equal(strlen(unit->files.items[0].content_hash), 32);
	assert_true(unit->pointer_size == 4 || unit->pointer_size == 8);
	assert_int_equal(unit->glibc_minor, -1);
	assert_string_equal(unit->statements.items[0].tokens, "WRAP ( n )");
	arena_release(&arena);
}

static void aliases_are_symbols(void **state)
{
	static char name[] = "attributes.c";
	struct arena arena = {0};
	struct ir_unit *unit;
	const char *note, *alias = NULL;

	(void)state;
	assert_int_equal(parse(&arena, FIXTURES, name, NULL, &unit, &note), PARSE_OK);
	for (size_t i = 0; i < unit->symbols.len; i++)
		if (!strcmp(unit->symbols.items[i].name, "second_name"))
			alias = unit->symbols.items[i].alias;
	assert_non_null(alias);
	assert_string_equal(alias, "allocate");
	arena_release(&arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(goldens),
		cmocka_unit_test(cut_sources),
		cmocka_unit_test(long_chains),
		cmocka_unit_test(deep_nesting),
		cmocka_unit_test(no_source),
		cmocka_unit_test(first_error_is_named),
		cmocka_unit_test(unknown_flags_are_no_errors),
		cmocka_unit_test(units_are_described),
		cmocka_unit_test(aliases_are_symbols),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
