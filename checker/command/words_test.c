/* Words of command lines: a shell's quoting, and response files. */
#include "command/words.h"

#include "base/files.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void assert_words(const struct words *words, const char *const *expected)
{
	size_t count = 0;

	for (; expected[count]; count++) {
		assert_true(count < words->all.len);
		assert_string_equal(words->all.items[count], expected[count]);
	}
	assert_int_equal(words->all.len, count);
}

static void shell_quotes(void **state)
{
	static const struct {
		const char *text, *words[8];
	} cases[] = {
		{ "", { NULL } },
		{ " \t\n ", { NULL } },
		{ "cc  -c\ta.c\n", { "cc", "-c", "a.c", NULL } },
		{ "a\\ b 'c d' \"e f\"", { "a b", "c d", "e f", NULL } },
		{ "-DX=\\\"s\\\" -DY='\"t\"'", { "-DX=\"s\"", "-DY=\"t\"", NULL } },
		{ "'a\\b' \"a\\b\" \"a\\\\b\" a\\b", { "a\\b", "a\\b", "a\\b", "ab", NULL } },
		{ "\"\\$\\`\\\"\" '$x'", { "$`\"", "$x", NULL } },
		{ "'' \"\" a''b", { "", "", "ab", NULL } },
		{ "a\\\nb \"c\\\nd\"", { "ab", "cd", NULL } },
		{ "a\\", { "a", NULL } },
	};
	struct arena arena = { 0 };

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct words words = { 0 };

		assert_true(words_from_shell(&arena, cases[i].text, &words, NULL));
		assert_words(&words, cases[i].words);
	}
	arena_release(&arena);
}

static void shell_refuses_open_quotes(void **state)
{
	static const char *const texts[] = { "'", "\"", "cc 'a.c", "cc \"a.c\\\"", "a\"b'c" };
	struct arena arena = { 0 };

	(void)state;
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		struct words words = { 0 };
		struct err err = { 0 };

		assert_false(words_from_shell(&arena, texts[i], &words, &err));
		assert_string_equal(err.text, "a quote is not closed in the command");
	}
	arena_release(&arena);
}

/* --- response files ------------------------------------------------------------- */

struct place {
	struct arena arena;
	char *folder;
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
	place->folder = arena_printf(&place->arena, "%s/words-XXXXXX", cwd);
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

static void put(struct place *place, const char *name, const char *text)
{
	assert_true(file_write(path_join(&place->arena, place->folder, name), text, strlen(text), NULL));
}

static bool expand(struct place *place, const char *const *in, struct words *out, struct err *err)
{
	struct words words = { 0 };

	for (; *in; in++)
		vec_push(&place->arena, &words.all, *in);
	return words_expand(&place->arena, place->folder, &words, out, err);
}

static void response_files_expand(void **state)
{
	struct place *place = *state;
	const char *const in[] = { "cc", "@one", "@missing", "@", "@.", "-c", NULL };
	const char *const out[] = { "cc", "-DA=x y", "-DB=\"q\"", "-DC=it's", "-DD=a'b", "in", "", "end",
				    "@missing", "@", "@.", "-c", NULL };
	struct words words = { 0 };

	put(place, "one", "'-DA=x y' -DB=\\\"q\\\"\n\"-DC=it's\" '-DD=a\\'b'\n@two end");
	put(place, "two", "  in\n\"\"  ");
	assert_true(expand(place, in, &words, NULL));
	assert_words(&words, out);
}

static void empty_and_unclosed_response_files(void **state)
{
	struct place *place = *state;
	const char *const in[] = { "@empty", "@open", NULL }, *const out[] = { "a b ", NULL };
	struct words words = { 0 };

	put(place, "empty", "");
	put(place, "open", "'a b ");
	assert_true(expand(place, in, &words, NULL));
	assert_words(&words, out);
}

static void circles_of_response_files_end(void **state)
{
	struct place *place = *state;
	const char *const in[] = { "@a", NULL };
	struct words words = { 0 };
	struct err err = { 0 };

	put(place, "a", "x @b");
	put(place, "b", "@a @a y");
	assert_false(expand(place, in, &words, &err));
	assert_non_null(strstr(err.text, "response files"));
}

static void floods_of_words_end(void **state)
{
	struct place *place = *state;
	const char *const in[] = { "@many", NULL };
	size_t count = 40000, unit = strlen("@many ");
	char *text = arena_alloc(&place->arena, count * unit + 1);
	struct words words = { 0 };
	struct err err = { 0 };

	for (size_t i = 0; i < count; i++)
		memcpy(text + i * unit, "@many ", unit);
	put(place, "many", text);
	assert_false(expand(place, in, &words, &err));
	assert_non_null(strstr(err.text, "arguments"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(shell_quotes),
		cmocka_unit_test(shell_refuses_open_quotes),
		cmocka_unit_test_setup_teardown(response_files_expand, make_place, remove_place),
		cmocka_unit_test_setup_teardown(empty_and_unclosed_response_files, make_place, remove_place),
		cmocka_unit_test_setup_teardown(circles_of_response_files_end, make_place, remove_place),
		cmocka_unit_test_setup_teardown(floods_of_words_end, make_place, remove_place),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
