/* Compile databases, sound and broken, and files named by hand. */
#include "command/command.h"

#include "base/files.h"
#include "base/strbuf.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct place {
	struct arena arena;
	char *folder;
	struct commands commands;
	struct err err;
};

/* In the working folder: the build's. */
static int make_place(void **state)
{
	struct place *place = xmalloc(sizeof *place);
	char *cwd;

	*place = (struct place){ 0 };
	*state = place;
	if (!path_cwd(&place->arena, &cwd, NULL))
		return -1;
	place->folder = arena_printf(&place->arena, "%s/database-XXXXXX", cwd);
	return mkdtemp(place->folder) ? 0 : -1;
}

static int remove_place(void **state)
{
	struct place *place = *state;

	folder_remove(place->folder);
	arena_release(&place->arena);
	free(place);
	return 0;
}

static const char *in_place(struct place *place, const char *name)
{
	return path_join(&place->arena, place->folder, name);
}

static void put(struct place *place, const char *name, const char *text)
{
	assert_true(file_write(in_place(place, name), text, strlen(text), NULL));
}

static bool read_text(struct place *place, const char *text)
{
	place->commands = (struct commands){ 0 };
	place->err = (struct err){ 0 };
	put(place, "compile_commands.json", text);
	return commands_read(&place->arena, place->folder, &place->commands, &place->err);
}

/* A database of one entry in /src with this command. */
static void read_command(struct place *place, const char *file, const char *command)
{
	assert_true(read_text(place, arena_printf(&place->arena,
						  "[{\"directory\":\"/src\",\"file\":\"%s\",\"command\":\"%s\"}]", file,
						  command)));
}

static const struct command *only(struct place *place)
{
	assert_int_equal(place->commands.all.len, 1);
	return &place->commands.all.items[0];
}

/* --- sound ones ------------------------------------------------------------- */

static void reads_both_forms(void **state)
{
	struct place *place = *state;
	const struct command *all;

	/* Sorted by path: /0 comes before any place where the test can run. */
	assert_true(read_text(place, "[{\"directory\":\"/0\",\"file\":\"z.c\",\"output\":\"z.o\","
				     " \"arguments\":[\"cc\",\"-DX=a b\",\"-c\",\"z.c\"]},"
				     "{\"directory\":\"sub/..\",\"file\":\"a.c\",\"command\":"
				     " \"ccache cc -DX='a b' -o o/a.o -c ../x/a.c\"}]"));
	assert_int_equal(place->commands.all.len, 2);
	all = place->commands.all.items;
	assert_string_equal(all[0].file, "/0/z.c");
	assert_string_equal(all[0].output, "/0/z.o");
	assert_string_equal(all[0].arguments.items[1], "-DX=a b");
	assert_string_equal(all[1].folder, place->folder);
	assert_string_equal(all[1].given, "../x/a.c");
	assert_string_equal(all[1].file, in_place(place, "../x/a.c"));
	assert_string_equal(all[1].output, in_place(place, "o/a.o"));
	assert_string_equal(all[1].arguments.items[0], "cc");
	assert_string_equal(all[1].arguments.items[1], "-DX=a b");
}

static void the_file_itself_can_be_named(void **state)
{
	struct place *place = *state;

	put(place, "db.json", "[]");
	assert_true(commands_read(&place->arena, in_place(place, "db.json"), &place->commands, &place->err));
	assert_int_equal(place->commands.all.len, 0);
}

static void other_languages_and_steps_are_skipped(void **state)
{
	static const char *const lines[][2] = {
		{ "a.s", "cc -c a.s" },	      { "a.S", "cc -c a.S" },
		{ "a.f90", "gfortran -c a.f90" }, { "a.o", "cc a.o b.o -o prog" },
		{ "a.c", "cc -x assembler-with-cpp -c a.c" }, { "a.c", "cc -E a.c" },
		{ "a.c", "cc -M a.c" },	      { "a.h", "cc -x c-header a.h" },
		{ "a.c", "cc -x c -" },	      { "a.c", "cc -cc1 a.c" },
	};
	struct place *place = *state;

	for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
		read_command(place, lines[i][0], lines[i][1]);
		assert_int_equal(place->commands.all.len, 0);
	}
}

static void several_sources_are_several_commands(void **state)
{
	struct place *place = *state;

	read_command(place, "b.c", "cc -c b.c -I a.c c.cc d.o sub/a.c");
	assert_int_equal(place->commands.all.len, 3);
	assert_string_equal(place->commands.all.items[0].file, "/src/b.c");
	assert_string_equal(place->commands.all.items[0].output, "/src/b.o");
	assert_string_equal(place->commands.all.items[1].file, "/src/c.cc");
	assert_string_equal(place->commands.all.items[2].file, "/src/sub/a.c");
	assert_string_equal(place->commands.all.items[2].output, "/src/a.o");
}

static void response_files_are_seen_from_the_folder(void **state)
{
	struct place *place = *state;

	put(place, "flags", "-DX -c a.c");
	assert_true(read_text(place, "[{\"directory\":\".\",\"file\":\"a.c\",\"command\":\"cc @flags\"}]"));
	assert_string_equal(only(place)->arguments.items[1], "-DX");
	assert_string_equal(only(place)->file, in_place(place, "a.c"));
}

/* --- configurations ------------------------------------------------------------ */

static const char *configuration(struct place *place, const char *command)
{
	read_command(place, "a.c", command);
	return only(place)->configuration;
}

static void what_has_no_meaning_makes_no_configuration(void **state)
{
	static const char *const lines[] = {
		"cc -DX -I inc -O2 -g -Wall -o b.o -c a.c",
		"cc -c a.c -D X -Iinc -MD -MF a.d -flto",
		"/usr/bin/cc -Wp,-DX,-MD,d -I/src/inc ./a.c",
		"ccache cc -DX -I ../src/inc -fplugin=p a.c -lm -v",
	};
	struct place *place = *state;
	const char *first = configuration(place, "cc -DX -Iinc -c a.c");

	for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
		assert_string_equal(configuration(place, lines[i]), first);
}

static void what_has_meaning_does(void **state)
{
	static const char *const lines[] = {
		"cc -DX=2 -Iinc a.c",	 "cc -Iinc -DX -UX a.c",      "cc -DX -Iinc2 a.c",
		"cc -DX -Iinc -m32 a.c", "cc -DX -Iinc -std=c11 a.c", "g++ -DX -Iinc a.c",
		"arm-cc -DX -Iinc a.c",	 "cc -x c++ -DX -Iinc a.c",
	};
	struct place *place = *state;
	const char *first = configuration(place, "cc -DX -Iinc -c a.c");

	for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
		assert_string_not_equal(configuration(place, lines[i]), first);
}

static void equal_commands_are_merged_and_sorted(void **state)
{
	struct place *place = *state;
	const struct command *all;

	assert_true(read_text(place, "[{\"directory\":\"/s\",\"file\":\"b.c\",\"command\":\"cc -o 2.o -c b.c\"},"
				     "{\"directory\":\"/s\",\"file\":\"b.c\",\"command\":\"cc -DV -c b.c\"},"
				     "{\"directory\":\"/s\",\"file\":\"a.c\",\"command\":\"cc -c a.c\"},"
				     "{\"directory\":\"/s\",\"file\":\"b.c\",\"command\":\"cc -O -o 1.o -c b.c\"}]"));
	assert_int_equal(place->commands.all.len, 3);
	all = place->commands.all.items;
	assert_string_equal(all[0].file, "/s/a.c");
	assert_string_equal(all[1].file, "/s/b.c");
	assert_true(strcmp(all[1].configuration, all[2].configuration) < 0);
	assert_string_equal(all[1].arguments.len == 4 ? all[2].output : all[1].output, "/s/1.o");
}

/* --- broken ones ------------------------------------------------------------- */

static void broken_databases_are_refused(void **state)
{
	static const char *const texts[][2] = {
		{ "", "write the database again" },
		{ "[{\"directory\":", "line 1" },
		{ "{}", "is no list" },
		{ "[1]", "entry 1 of 1: it is no object" },
		{ "[{\"file\":\"a.c\",\"command\":\"cc a.c\"}]", "'directory' is missing" },
		{ "[{\"directory\":1,\"file\":\"a.c\",\"command\":\"cc a.c\"}]", "'directory' is no string" },
		{ "[{\"directory\":\"/\",\"command\":\"cc a.c\"}]", "'file' is missing" },
		{ "[{\"directory\":\"/\",\"file\":\"a.c\"}]", "both 'arguments' and 'command' are missing" },
		{ "[{\"directory\":\"/\",\"file\":\"a.c\",\"command\":7}]", "'command' is no string" },
		{ "[{\"directory\":\"/\",\"file\":\"a.c\",\"command\":\"  \"}]", "the command is empty" },
		{ "[{\"directory\":\"/\",\"file\":\"a.c\",\"command\":\"cc 'a.c\"}]", "a quote is not closed" },
		{ "[{\"directory\":\"/\",\"file\":\"a.c\",\"command\":\"cc -c\"}]", "doesn't name the source" },
		{ "[{\"directory\":\"/\",\"file\":\"a.c\",\"arguments\":\"cc\"}]", "'arguments' is no list" },
		{ "[{\"directory\":\"/\",\"file\":\"a.c\",\"arguments\":[]}]", "the command is empty" },
		{ "[{\"directory\":\"/\",\"file\":\"a.c\",\"arguments\":[\"cc\",null]}]", "no string" },
		{ "[{\"directory\":\"/\",\"file\":\"a.c\",\"output\":[],\"arguments\":[\"cc\"]}]", "'output' is no" },
		{ "[{\"directory\":\"/\",\"file\":\"a\\u0000.c\",\"arguments\":[\"cc\"]}]", "line 1" },
		{ "[{\"directory\":\"/\",\"file\":\"a.c\",\"arguments\":[\"cc\",\"a.c\"]}, {}]", "entry 2 of 2" },
	};
	struct place *place = *state;

	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		assert_false(read_text(place, texts[i][0]));
		assert_non_null(strstr(place->err.text, texts[i][1]));
		assert_non_null(strstr(place->err.text, "compile_commands.json"));
	}
}

static void deep_databases_are_refused(void **state)
{
	struct place *place = *state;
	size_t depth = 200000;
	char *text = arena_alloc(&place->arena, depth + 1);

	memset(text, '[', depth);
	assert_false(read_text(place, text));
	assert_non_null(strstr(place->err.text, "write the database again"));
}

static void large_databases_are_read(void **state)
{
	struct place *place = *state;
	struct strbuf text = { 0 };

	for (size_t i = 0; i < 20000; i++)
		strbuf_addf(&text, "%c{\"directory\":\"/s\",\"file\":\"f%zu.c\",\"command\":\"cc -c f%zu.c\"}",
			    i > 0 ? ',' : '[', i % 5000, i % 5000);
	strbuf_addch(&text, ']');
	assert_true(read_text(place, text.text));
	strbuf_release(&text);
	assert_int_equal(place->commands.all.len, 5000);
}

static void a_missing_database_says_what_to_do(void **state)
{
	struct place *place = *state;

	assert_false(commands_read(&place->arena, place->folder, &place->commands, &place->err));
	assert_non_null(strstr(place->err.text, place->folder));
	assert_non_null(strstr(place->err.text, "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON"));
	assert_non_null(strstr(place->err.text, "bear -- make"));
}

/* --- files by name ------------------------------------------------------------- */

static bool name_files(struct place *place, const char *file, const char *flag, const char *value)
{
	char *files[] = { arena_strdup(&place->arena, file) };
	char *flags[] = { arena_strdup(&place->arena, flag), arena_strdup(&place->arena, value) };

	place->commands = (struct commands){ 0 };
	place->err = (struct err){ 0 };
	return commands_from_files(&place->arena, place->folder, files, 1, flags, 2, &place->commands, &place->err);
}

static void files_by_name(void **state)
{
	struct place *place = *state;

	put(place, "a.c", "");
	put(place, "a.cc", "");
	put(place, "-b.c", "");
	put(place, "a.inc", "");
	assert_true(name_files(place, "a.c", "-I", "b.c"));
	assert_string_equal(only(place)->arguments.items[0], "cc");
	assert_string_equal(only(place)->arguments.items[2], "b.c");
	assert_string_equal(only(place)->file, in_place(place, "a.c"));
	assert_string_equal(only(place)->folder, place->folder);
	assert_true(name_files(place, "a.cc", "-D", "X"));
	assert_string_equal(only(place)->arguments.items[0], "c++");
	assert_true(name_files(place, "-b.c", "-D", "X"));
	assert_string_equal(only(place)->given, "./-b.c");
	assert_true(name_files(place, "a.inc", "-x", "c++"));
	assert_string_equal(only(place)->arguments.items[0], "c++");
}

static void wrong_files_by_name(void **state)
{
	struct place *place = *state;

	put(place, "a.c", "");
	put(place, "a.txt", "");
	assert_false(name_files(place, "b.c", "-D", "X"));
	assert_non_null(strstr(place->err.text, "there is no file 'b.c'"));
	assert_false(name_files(place, "a.txt", "-D", "X"));
	assert_non_null(strstr(place->err.text, "-x c++"));
	assert_false(name_files(place, "a.c", "-DX", "b.c"));
	assert_non_null(strstr(place->err.text, "'b.c' stands among"));
}

int main(void)
{
#define IN_PLACE(test) cmocka_unit_test_setup_teardown(test, make_place, remove_place)
	const struct CMUnitTest tests[] = {
		IN_PLACE(reads_both_forms),
		IN_PLACE(the_file_itself_can_be_named),
		IN_PLACE(other_languages_and_steps_are_skipped),
		IN_PLACE(several_sources_are_several_commands),
		IN_PLACE(response_files_are_seen_from_the_folder),
		IN_PLACE(what_has_no_meaning_makes_no_configuration),
		IN_PLACE(what_has_meaning_does),
		IN_PLACE(equal_commands_are_merged_and_sorted),
		IN_PLACE(broken_databases_are_refused),
		IN_PLACE(deep_databases_are_refused),
		IN_PLACE(large_databases_are_read),
		IN_PLACE(a_missing_database_says_what_to_do),
		IN_PLACE(files_by_name),
		IN_PLACE(wrong_files_by_name),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
