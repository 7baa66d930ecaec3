/* Each format for machines and for the browser, of one run that has all parts, of a hostile one and of none. */
#include "report/report_fixture.h"

#include <jansson.h>

static const struct rule_info locale_rule = { .id = "locale-numeric", .family = "locale", .level = LEVEL_WARNING,
					      .preview = true, .summary = "a number is written in the user's way",
					      .why = "Commas.", .fix = "Points.", .limits = "None.",
					      .references = "" };
static const struct rule_info io_rule = { .id = "io-buffer-small", .family = "io", .level = LEVEL_WARNING,
					  .summary = "a small buffer", .why = "Slow.", .fix = "Larger.",
					  .limits = "None.", .references = "POSIX.1-2024, read" };
static const struct suppression suppression = { "inline", "accepted", "the tty's reply is short", "2027-01-31", "" };

/* Findings of three rules in three files: old, new, suppressed, over several lines, outside of the project. */
static const struct report_measured measured[] = {
	{ "snag-bench env", "a <processor>", "shown", "getenv beside setenv crashes, glibc 2.36: 0.7 of runs", "30 runs" },
	{ "snag-bench env", "a <processor>", "not shown", "two names, glibc 2.36", "" },
	{ "snag-bench other", "a <processor>", "shown", "what no rule here names", "" },
};

static void add_run(struct fixture *f)
{
	static const struct report_gap gaps[] = { { "gone.c", "no such file", false },
						  { "half.c", "2 errors, \"x\" undeclared", true } };
	struct finding *finding;

	vec_push(&f->arena, &f->rules, &locale_rule);
	vec_push(&f->arena, &f->rules, &io_rule);
	add_source(f, "main.c",
		   "int main(void)\n{\n\tsetenv(\"\xf0\x9f\x92\xa5\", \"\xe6\x97\xa5\", 1);\n        putenv(\n\t\ts);\n}\n");
	add_source(f, "pool.c", "\tstart(f);\n");
	add_source(f, "read it.c", "read(0, &c, 1);\n");
	finding = add_finding(f, "main.c", 3, 2, 26);
	finding->level = LEVEL_ERROR;
	finding->confidence = CONFIDENCE_SURE;
	finding->state = STATE_NEW;
	finding->function = "main";
	finding->fix = "use timegm(), or take the offset from the parsed date";
	add_step(f, finding, path_join(&f->arena, f->root, "pool.c"), 1, "thread [1] started here");
	add_step(f, finding, "/usr/include/time.h", 40, "'localtime' reads the environment in that thread");
	finding->path_steps = 1;
	vec_push(&f->arena, &finding->programs, "client");
	vec_push(&f->arena, &finding->programs, "server");
	finding = add_finding(f, "main.c", 4, 9, 5);
	finding->place.end_line = 5;
	finding->ordinal = 1;
	finding->level = LEVEL_NOTE;
	finding->state = STATE_PERSISTING;
	finding = add_finding(f, "read it.c", 1, 1, 15);
	finding->rule = &io_rule;
	finding->message = "'read' moves 1 byte at a time: 100%, a <b> & \"c\" | [d](e)";
	finding->state = STATE_REOPENED;
	finding->fix = "read more";
	finding->remedy.kind = REMEDY_SAFE;
	vec_push(&f->arena, &finding->remedy.edits, (struct edit){ { finding->place.file, 1, 9, 1, 9 }, "(char *)" });
	finding = add_finding(f, "read it.c", 1, 9, 11);
	finding->rule = &io_rule;
	finding->suppressed = &suppression;
	finding->state = STATE_PERSISTING;
	finding = add_finding(f, "/opt/lib/include/x/lib.h", 9, 1, 2);
	finding->rule = &locale_rule;
	finding->state = STATE_NEW;
	f->run.gaps = gaps;
	f->run.gap_count = 2;
	f->run.incomplete = true;
	f->run.repository = "https://git.example/team/project";
	f->run.commit = "0123456789abcdef0123456789abcdef01234567";
	f->run.branch = "main";
	f->run.category = "release";
	f->run.measured = measured;
	f->run.measured_count = sizeof measured / sizeof *measured;
}

static void test_run(void **state)
{
	add_run(*state);
	assert_golden(*state, "sarif", GOLDEN("run.sarif"));
	assert_golden(*state, "github", GOLDEN("run.github"));
	assert_golden_by(*state, report_github_summary, GOLDEN("run.md"));
	assert_golden(*state, "gitlab", GOLDEN("run.gitlab.json"));
	assert_golden(*state, "junit", GOLDEN("run.junit.xml"));
	assert_golden(*state, "rdjson", GOLDEN("run.rdjson"));
	assert_golden(*state, "html", GOLDEN("run.html"));
}

static json_t *parsed(struct fixture *f, const char *format)
{
	json_error_t error;
	json_t *value = json_loads(render(f, format), 0, &error);

	if (!value)
		fail_msg("%s: line %d: %s", format, error.line, error.text);
	return value;
}

/* Nothing but text, tabs and ends of lines; where tags are, no stray one. */
static void assert_harmless(const char *text)
{
	for (const char *c = text; *c; c++)
		assert_true((unsigned char)*c >= ' ' || *c == '\n' || *c == '\t');
	assert_null(strstr(text, "\x7f"));
	assert_null(strstr(text, "\xff"));
	assert_null(strstr(text, "\xc2\x9b"));
}

static void test_hostile(void **state)
{
	static const char *const json[] = { "sarif", "gitlab", "rdjson" };
	struct fixture *f = *state;

	add_hostile(f);
	for (size_t i = 0; i < 3; i++)
		json_decref(parsed(f, json[i]));
	assert_harmless(render(f, "github"));
	assert_harmless(render(f, "junit"));
	assert_harmless(render(f, "html"));
	assert_null(strstr(render(f, "junit"), "<U+"));
	assert_null(strstr(render(f, "html"), "<U+"));
	assert_golden(f, "sarif", GOLDEN("hostile.sarif"));
	assert_golden(f, "github", GOLDEN("hostile.github"));
	assert_golden_by(f, report_github_summary, GOLDEN("hostile.md"));
	assert_golden(f, "junit", GOLDEN("hostile.junit.xml"));
	assert_golden(f, "html", GOLDEN("hostile.html"));
}

/* What would end a section, an attribute, a comment, a property or a cell is text like any other. */
static void test_markup(void **state)
{
	struct fixture *f = *state;
	struct finding *finding;

	add_source(f, "]]>.c", "\"]]><script>alert('x')</script>\";\n");
	finding = add_finding(f, "]]>.c", 1, 1, 5);
	finding->message = "]]></failure>\"'--><script>alert(1)</script>::error::%0A|`x`";
	finding->fix = "<!-- \xef\xbf\xbe";
	assert_null(strstr(render(f, "junit"), "]]>"));
	assert_null(strstr(render(f, "junit"), "\xef\xbf\xbe"));
	assert_null(strstr(render(f, "html"), "<script"));
	assert_non_null(strstr(render(f, "html"), "&lt;script&gt;"));
	assert_non_null(strstr(render(f, "github"), "file=]]>.c,"));
	assert_non_null(strstr(render(f, "github"), "::error::%250A|"));
}

static void test_none(void **state)
{
	json_t *sarif = parsed(*state, "sarif"), *rdjson = parsed(*state, "rdjson");

	assert_string_equal(render(*state, "text"), "");
	assert_string_equal(render(*state, "jsonl"), "");
	assert_string_equal(render(*state, "github"), "");
	assert_string_equal(render(*state, "gitlab"), "[]\n");
	assert_non_null(strstr(render(*state, "junit"), "tests=\"1\" failures=\"0\" errors=\"0\""));
	assert_non_null(strstr(render(*state, "html"), "<h1>snag: 0 findings</h1>"));
	assert_int_equal(json_array_size(json_object_get(rdjson, "diagnostics")), 0);
	assert_int_equal(json_array_size(json_object_get(json_array_get(json_object_get(sarif, "runs"), 0), "results")), 0);
	json_decref(sarif);
	json_decref(rdjson);
}

/* GitHub shows ten of a level: the new ones come first, and the others are counted before the notes. */
static void test_many_commands(void **state)
{
	struct fixture *f = *state;
	char *text, *first_old, *more;

	for (uint32_t i = 1; i <= 12; i++)
		add_finding(f, "a.c", i, 1, 2)->state = i < 12 ? STATE_PERSISTING : STATE_NEW;
	add_finding(f, "a.c", 99, 1, 2)->level = LEVEL_NOTE;
	text = render(f, "github");
	first_old = strstr(text, "line=1,");
	more = strstr(text, "::notice title=snag::2 more:");
	assert_true(strstr(text, "line=12,") < first_old);
	assert_true(first_old < more && more < strstr(text, "line=99,"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_run, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_hostile, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_markup, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_none, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_many_commands, set_up, tear_down),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
