/* The tree of a YAML file, and files that mean harm. */
#include "base/strbuf.h"
#include "config/yaml.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

/* The error, or NULL; the tree lies in `root`. */
static const char *read_text(struct arena *arena, const char *text, size_t length, struct yaml_node **root)
{
	struct err err = { 0 };

	return yaml_read(arena, "f", text, length, root, &err) ? NULL : arena_strdup(arena, err.text);
}

static void test_tree(void **state)
{
	static const char text[] = "\xef\xbb\xbf" "a: b\nlist:\n  - 'x y'\n  - {k: 1}\nnothing:\nempty: ''\n";
	struct arena arena = { 0 };
	struct yaml_node *root, *list;

	(void)state;
	assert_null(read_text(&arena, text, sizeof text - 1, &root));
	assert_int_equal(root->kind, YAML_MAP);
	assert_int_equal(root->pairs.len, 4);
	assert_string_equal(root->pairs.items[0].value->text, "b");
	list = root->pairs.items[1].value;
	assert_int_equal(list->kind, YAML_LIST);
	assert_string_equal(list->items.items[0]->text, "x y");
	assert_int_equal(list->items.items[1]->pairs.items[0].line, 4);
	assert_true(root->pairs.items[2].value->empty);
	assert_false(root->pairs.items[3].value->empty);
	assert_null(read_text(&arena, "", 0, &root));
	assert_null(root);
	assert_null(read_text(&arena, "# none\n", 7, &root));
	assert_null(root);
	arena_release(&arena);
}

static void test_refused(void **state)
{
	static const struct {
		const char *text, *error;
	} cases[] = {
		{ "a: 1\na: 2\n", "f:2: 'a' is there twice" },
		{ "a: &x 1\nb: *x\n", "f:1: anchors and tags are not understood" },
		{ "a: *x\n", "f:1: aliases are not understood" },
		{ "a: !!int 1\n", "f:1: anchors and tags are not understood" },
		{ "a: !!map {}\n", "f:1: anchors and tags are not understood" },
		{ "a: 1\n---\nb: 2\n", "f:2: a second document begins" },
		{ "{a: 1}: 2\n", "f:1: a key must be a word" },
		{ "a: \"\\0\"\n", "f:1: a text holds a NUL byte" },
		{ "a: [1\n", "f:2: did not find expected ',' or ']'" },
		{ "a:\n\tb: 1\n", "f:2: found character that cannot start any token" },
	};
	struct arena arena = { 0 };
	struct yaml_node *root;

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		const char *error = read_text(&arena, cases[i].text, strlen(cases[i].text), &root);

		assert_non_null(error);
		assert_string_equal(error, cases[i].error);
	}
	arena_release(&arena);
}

/* Bytes that are no text, by the line they stand in. */
static void test_no_text(void **state)
{
	static const char nul[] = "a: 1\nb: \0\n", latin[] = "a: 1\nb: 2\nc: \xe9\n", cut[] = "a: \xe2\x82";
	struct arena arena = { 0 };
	struct yaml_node *root;

	(void)state;
	assert_string_equal(read_text(&arena, nul, sizeof nul - 1, &root), "f:2: control characters are not allowed");
	assert_string_equal(read_text(&arena, latin, sizeof latin - 1, &root), "f:3: incomplete UTF-8 octet sequence");
	assert_string_equal(read_text(&arena, cut, sizeof cut - 1, &root), "f:1: incomplete UTF-8 octet sequence");
	arena_release(&arena);
}

/* Deep, long, and what grows when it is read. */
static void test_too_much(void **state)
{
	struct arena arena = { 0 };
	struct strbuf text = { 0 };
	struct yaml_node *root;

	(void)state;
	for (size_t i = 0; i < 100000; i++)
		strbuf_addstr(&text, "[");
	assert_string_equal(read_text(&arena, text.text, text.len, &root),
			    "f:1: lists and maps are nested too deep");
	strbuf_cut(&text, 0);
	for (size_t i = 0; i < 20; i++)
		strbuf_addf(&text, "%*sa:\n", (int)i, "");
	assert_string_equal(read_text(&arena, text.text, text.len, &root),
			    "f:17: lists and maps are nested too deep");
	strbuf_cut(&text, 0);
	strbuf_addstr(&text, "a: &a [x, x]\nb: &b [*a, *a]\nc: &c [*b, *b]\n");
	assert_non_null(read_text(&arena, text.text, text.len, &root));
	strbuf_cut(&text, 0);
	while (text.len <= YAML_SIZE_LIMIT)
		strbuf_addstr(&text, "# nothing\n");
	assert_string_equal(read_text(&arena, text.text, text.len, &root), "f: larger than 1048576 bytes");
	strbuf_release(&text);
	arena_release(&arena);
}

/* Any cut of a good file is read or refused. */
static void test_cuts(void **state)
{
	static const char text[] = "rules: {x: {level: off}}\nignore:\n  - paths: [\"a/*\", 'b']\n    reason: |\n      why\n";
	struct yaml_node *root;

	(void)state;
	for (size_t i = 0; i < sizeof text; i++) {
		struct arena arena = { 0 };

		read_text(&arena, text, i, &root);
		arena_release(&arena);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_tree),	 cmocka_unit_test(test_refused), cmocka_unit_test(test_no_text),
		cmocka_unit_test(test_too_much), cmocka_unit_test(test_cuts),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
