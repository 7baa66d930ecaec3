/* Files, paths, digests and other programs. */
#include "base/err.h"
#include "base/files.h"
#include "base/hash.h"
#include "base/subprocess.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cmocka.h>

struct place {
	struct arena arena;
	char *folder;
};

static int make_place(void **state)
{
	static struct place place;
	const char *tmp = getenv("TMPDIR");

	place.folder = arena_printf(&place.arena, "%s/snag-files-XXXXXX", tmp ? tmp : "/tmp");
	*state = &place;
	return mkdtemp(place.folder) ? 0 : -1;
}

static int remove_place(void **state)
{
	struct place *place = *state;

	folder_remove(place->folder);
	arena_release(&place->arena);
	return 0;
}

static void what_is_written_can_be_read(void **state)
{
	struct place *place = *state;
	char *path = path_join(&place->arena, place->folder, "a file"), *bytes;
	struct err err = { 0 };
	size_t length;

	assert_true(file_write(path, "one\0two", 7, &err));
	assert_true(file_read(&place->arena, path, 0, &bytes, &length, &err));
	assert_int_equal(length, 7);
	assert_memory_equal(bytes, "one\0two", 8);
	assert_true(file_write(path, "", 0, &err));
	assert_true(file_read(&place->arena, path, 0, &bytes, &length, &err));
	assert_int_equal(length, 0);
	assert_string_equal(err.text, "");
}

static void links_and_devices_stay_what_they_are(void **state)
{
	struct place *place = *state;
	char *target = path_join(&place->arena, place->folder, "target"), *bytes;
	char *link = path_join(&place->arena, place->folder, "link");
	struct err err = { 0 };
	struct stat st;
	size_t length;

	assert_true(file_write(target, "old", 3, &err));
	assert_int_equal(symlink("target", link), 0);
	assert_true(file_write(link, "new", 3, &err));
	assert_int_equal(lstat(link, &st), 0);
	assert_true(S_ISLNK(st.st_mode));
	assert_true(file_read(&place->arena, target, 0, &bytes, &length, &err));
	assert_string_equal(bytes, "new");
	assert_true(file_write("/dev/null", "gone", 4, &err));
	assert_int_equal(stat("/dev/null", &st), 0);
	assert_true(S_ISCHR(st.st_mode));
	assert_false(file_write("/dev/full", "x", 1, &err));
	assert_int_equal(stat("/dev/full", &st), 0);
	assert_true(S_ISCHR(st.st_mode));
}

static void what_cannot_be_read_is_said_once(void **state)
{
	struct place *place = *state;
	char *fifo = path_join(&place->arena, place->folder, "fifo"), *bytes;
	struct err err = { 0 };
	size_t length;

	assert_false(file_read(&place->arena, path_join(&place->arena, place->folder, "none"), 0, &bytes, &length, &err));
	assert_non_null(strstr(err.text, "cannot open"));
	assert_false(err_set(&err, "a later word"));
	assert_non_null(strstr(err.text, "cannot open"));
	err = (struct err){ 0 };
	assert_int_equal(mkfifo(fifo, 0600), 0);
	assert_false(file_read(&place->arena, fifo, 0, &bytes, &length, &err));
	assert_non_null(strstr(err.text, "not a plain file"));
	err = (struct err){ 0 };
	assert_true(file_write(path_join(&place->arena, place->folder, "five"), "12345", 5, &err));
	assert_false(file_read(&place->arena, path_join(&place->arena, place->folder, "five"), 4, &bytes, &length, &err));
	assert_non_null(strstr(err.text, "larger than 4 bytes"));
	err = (struct err){ 0 };
	assert_false(file_write("/dev/null/x", "", 0, &err));
	assert_non_null(strstr(err.text, "cannot write"));
}

static void paths_are_made_normal(void **state)
{
	static const char *const rows[][3] = {
		{ "/a/b", "c.c", "/a/b/c.c" },	   { "/a/b", "../c.c", "/a/c.c" },    { "/a/b", "/x//y/./z", "/x/y/z" },
		{ "/", "../..", "/" },		   { "a", "../../b", "../b" },	      { "a/b", "..", "a" },
		{ "/a", "b/../../../c", "/c" },	   { ".", "x", "x" },		      { "a", "..", "." },
		{ "../a", "../../b", "../../b" },  { "/a", "..hidden", "/a/..hidden" },
	};
	struct place *place = *state;

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		assert_string_equal(path_join(&place->arena, rows[i][0], rows[i][1]), rows[i][2]);
	assert_string_equal(path_below("/a/b", "/a/b/c"), "c");
	assert_string_equal(path_below("/a/b", "/a/bc"), "/a/bc");
	assert_string_equal(path_below("/", "/a"), "a");
	assert_string_equal(path_base("/a/b.c"), "b.c");
	assert_string_equal(path_folder(&place->arena, "/a"), "/");
	assert_string_equal(path_folder(&place->arena, "b.c"), ".");
	assert_string_equal(path_folder(&place->arena, "/a/b.c"), "/a");
}

/* The digests that identities rest on must never change: FIPS 180-4's example "abc", cut to 16 bytes. */
static void digests_are_those_of_the_standards(void **state)
{
	char hex[HASH_HEX_SIZE], other[HASH_HEX_SIZE];

	(void)state;
	hash_identity("abc", 3, hex);
	assert_string_equal(hex, "ba7816bf8f01cfea414140de5dae2223");
	hash_content("", 0, hex);
	hash_content("a", 1, other);
	assert_string_not_equal(hex, other);
}

static void programs_get_input_and_give_output(void **state)
{
	char *const argv[] = { (char[]){ "cat" }, NULL };
	char *const missing[] = { (char[]){ "/nonexistent/program" }, NULL };
	struct subprocess process;
	struct err err = { 0 };
	char buffer[16] = "";

	(void)state;
	assert_true(subprocess_start(&process, argv, &err));
	assert_int_equal(write(process.to, "hello", 5), 5);
	assert_int_equal(read(process.from, buffer, sizeof buffer), 5);
	assert_string_equal(buffer, "hello");
	assert_int_equal(subprocess_wait(&process), 0);
	assert_false(subprocess_start(&process, missing, &err));
	assert_non_null(strstr(err.text, "cannot run '/nonexistent/program'"));
}

static void programs_get_a_variable_unless_it_is_set(void **state)
{
	char *const argv[] = { (char[]){ "sh" }, (char[]){ "-c" }, (char[]){ "printf %s \"$SNAG_TEST_VARIABLE\"" }, NULL };
	char buffer[16] = "";
	struct subprocess process;

	(void)state;
	unsetenv("SNAG_TEST_VARIABLE");
	assert_true(subprocess_start_with(&process, argv, "SNAG_TEST_VARIABLE=ours", NULL));
	assert_int_equal(read(process.from, buffer, sizeof buffer), 4);
	assert_string_equal(buffer, "ours");
	subprocess_wait(&process);
	setenv("SNAG_TEST_VARIABLE", "theirs", 1);
	assert_true(subprocess_start_with(&process, argv, "SNAG_TEST_VARIABLE=ours", NULL));
	assert_int_equal(read(process.from, buffer, sizeof buffer), 6);
	assert_string_equal(buffer, "theirs");
	subprocess_wait(&process);
	unsetenv("SNAG_TEST_VARIABLE");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_written_can_be_read),
		cmocka_unit_test(links_and_devices_stay_what_they_are),
		cmocka_unit_test(what_cannot_be_read_is_said_once),
		cmocka_unit_test(paths_are_made_normal),	   cmocka_unit_test(digests_are_those_of_the_standards),
		cmocka_unit_test(programs_get_input_and_give_output),
		cmocka_unit_test(programs_get_a_variable_unless_it_is_set),
	};

	return cmocka_run_group_tests(tests, make_place, remove_place);
}
