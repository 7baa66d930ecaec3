/* Edits chosen, applied and shown as a patch: what meets, what is refused, ends of lines and of files, headers. */
#include "fix/fix.h"

#include "base/files.h"
#include "base/hash.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <cmocka.h>

static const struct rule_info rule = { .id = "a-rule" };

struct scene {
	struct arena arena;
	char *root;
	char hash[HASH_HEX_SIZE];
	struct fix_source source;
	VEC(const struct finding *) findings;
	struct fix_request request;
	struct fix_plan plan;
	struct strbuf text;
};

static int set_up(void **state)
{
	struct scene *s = calloc(1, sizeof *s);

	s->root = arena_strdup(&s->arena, P_tmpdir "/snag-fix-XXXXXX");
	assert_non_null(mkdtemp(s->root));
	*state = s;
	return 0;
}

static int tear_down(void **state)
{
	struct scene *s = *state;

	folder_remove(s->root);
	strbuf_release(&s->text);
	arena_release(&s->arena);
	free(s);
	return 0;
}

/* The only source, as the scan read it. */
static void add_source(struct scene *s, const char *text)
{
	struct err err = { 0 };

	s->source.path = path_join(&s->arena, s->root, "a.c");
	hash_content(text, strlen(text), s->hash);
	s->source.content_hash = s->hash;
	assert_true(file_write(s->source.path, text, strlen(text), &err));
}

static struct finding *add_finding(struct scene *s)
{
	struct finding *finding = arena_new(&s->arena, struct finding);

	finding->rule = &rule;
	finding->place.file = s->source.path;
	finding->remedy.kind = REMEDY_SAFE;
	vec_push(&s->arena, &s->findings, finding);
	return finding;
}

static void add_edit(struct scene *s, struct finding *finding, uint32_t line, uint32_t column, uint32_t end_column,
		     const char *text)
{
	vec_push(&s->arena, &finding->remedy.edits,
		 (struct edit){ { s->source.path, line, column, line, end_column }, text });
}

static void make_plan(struct scene *s)
{
	s->request.findings = s->findings.items;
	s->request.count = s->findings.len;
	s->request.sources = &s->source;
	s->request.source_count = 1;
	s->request.root = s->root;
	fix_plan_make(&s->arena, &s->request, &s->plan);
}

static void assert_becomes(struct scene *s, const char *text)
{
	assert_int_equal(s->plan.files.len, 1);
	strbuf_cut(&s->text, 0);
	fix_content(&s->plan.files.items[0], &s->text);
	assert_string_equal(strbuf_text(&s->text), text);
}

static void assert_skipped(struct scene *s, const char *why)
{
	make_plan(s);
	assert_int_equal(s->plan.files.len, 0);
	assert_int_equal(s->plan.skipped.len, 1);
	assert_string_equal(s->plan.skipped.items[0].why, why);
}

/* Two units want the same edit; of two that touch the first is made; all edits of a finding or none. */
static void test_meeting(void **state)
{
	struct scene *s = *state;
	struct finding *one, *two, *three;

	add_source(s, "f(a);\ng(b);\n");
	one = add_finding(s);
	add_edit(s, one, 1, 3, 3, "(c)");
	add_edit(s, add_finding(s), 1, 3, 3, "(c)");
	two = add_finding(s);
	add_edit(s, two, 1, 3, 4, "x");
	add_edit(s, two, 2, 3, 4, "y");
	three = add_finding(s);
	add_edit(s, three, 2, 1, 2, "h");
	make_plan(s);
	assert_int_equal(s->plan.fixed.len, 3);
	assert_int_equal(s->plan.skipped.len, 1);
	assert_ptr_equal(s->plan.skipped.items[0].finding, two);
	assert_becomes(s, "f((c)a);\nh(b);\n");
}

static void test_unsafe(void **state)
{
	struct scene *s = *state;
	struct finding *finding;

	add_source(s, "f(a);\n");
	finding = add_finding(s);
	finding->remedy.kind = REMEDY_UNSAFE;
	add_edit(s, finding, 1, 1, 2, "g");
	make_plan(s);
	assert_int_equal(s->plan.files.len + s->plan.skipped.len, 0);
	s->request.with_unsafe = true;
	make_plan(s);
	assert_becomes(s, "g(a);\n");
}

static void test_refused(void **state)
{
	static const struct suppression suppression = { .source = "inline", .kind = "accepted", .reason = "why not" };
	struct scene *s = *state;
	struct finding *finding;
	struct err err = { 0 };

	add_source(s, "f(a);\n");
	finding = add_finding(s);
	add_edit(s, finding, 7, 1, 2, "g");
	assert_skipped(s, "its place is not in the file");
	finding->remedy.edits.items[0].place.line = finding->remedy.edits.items[0].place.end_line = 1;
	s->source.system = true;
	assert_skipped(s, "its file belongs to the system");
	s->source.system = false;
	s->request.build = path_join(&s->arena, s->root, "..");
	assert_skipped(s, "its file lies in the build folder");
	s->request.build = NULL;
	chmod(s->source.path, 0444);
	assert_skipped(s, "its file is read-only");
	chmod(s->source.path, 0600);
	finding->remedy.obstacle = "a macro";
	assert_skipped(s, "a macro");
	finding->remedy.obstacle = NULL;
	make_plan(s);
	/* Saved by somebody between plan and writing. */
	assert_true(file_write(s->source.path, "f(ab);\n", 7, &err));
	assert_false(fix_write(&s->plan.files.items[0], &err));
	assert_non_null(strstr(err.text, "changed since it was read"));
	assert_skipped(s, "its file changed since it was read");
	finding->suppressed = &suppression;
	make_plan(s);
	assert_int_equal(s->plan.files.len + s->plan.skipped.len, 0);
}

static void assert_includes(struct scene *s, const char *before, const char *after)
{
	struct finding *finding;

	s->findings.len = 0;
	add_source(s, before);
	finding = add_finding(s);
	finding->remedy.header = "h.h";
	add_edit(s, finding, 1, 1, 1, "");
	make_plan(s);
	assert_becomes(s, after);
}

/* In front of the first #include that always holds, once. */
static void test_header(void **state)
{
	assert_includes(*state, "//\n#include <a>\n#include <b>\n", "//\n#include \"h.h\"\n#include <a>\n#include <b>\n");
	assert_includes(*state, "//\r\n# include <a>\r\n", "//\r\n#include \"h.h\"\r\n# include <a>\r\n");
	assert_includes(*state, "#if X\n#include <a>\n#endif\n#include <b>\n",
			"#if X\n#include <a>\n#endif\n#include \"h.h\"\n#include <b>\n");
	assert_includes(*state, "#ifndef A_H\n#define A_H\n#include <a>\n#endif\n",
			"#ifndef A_H\n#define A_H\n#include \"h.h\"\n#include <a>\n#endif\n");
	assert_includes(*state, "#ifndef A\n#include <a>\n#endif\n", "#include \"h.h\"\n#ifndef A\n#include <a>\n#endif\n");
	assert_includes(*state, "//\n#include \"x/h.h\"\n", "//\n#include \"x/h.h\"\n");
	assert_includes(*state, "int x;", "#include \"h.h\"\nint x;");
}

static void test_patch(void **state)
{
	struct scene *s = *state;
	struct finding *finding;

	add_source(s, "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n13\n14\n15");
	finding = add_finding(s);
	finding->remedy.header = "h.h";
	add_edit(s, finding, 4, 1, 2, "four");
	add_edit(s, finding, 15, 3, 3, "!");
	make_plan(s);
	strbuf_cut(&s->text, 0);
	fix_patch(&s->plan.files.items[0], s->root, &s->text);
	assert_string_equal(s->text.text,
			    "--- a/a.c\n+++ b/a.c\n"
			    "@@ -1,7 +1,8 @@\n-1\n+#include \"h.h\"\n+1\n 2\n 3\n-4\n+four\n 5\n 6\n 7\n"
			    "@@ -12,4 +13,4 @@\n 12\n 13\n 14\n"
			    "-15\n\\ No newline at end of file\n+15!\n\\ No newline at end of file\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_meeting, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_unsafe, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_refused, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_header, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_patch, set_up, tear_down),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
