/* SARIF: columns, first places, paths, suppressions, and logs that are cut to stay within a limit. */
#include "report/report_fixture.h"
#include "report/sarif.h"

static const struct sarif_limits wide = { 25000, 1000, 10000, (size_t)1 << 30 };
static const struct suppression suppression = { "baseline", "accepted", "known", NULL, NULL };

/* The log's only run. */
static json_t *run_of(struct fixture *f, const struct sarif_limits *limits, json_t **log)
{
	struct err err = { 0 };
	json_error_t error;
	char *text = NULL;
	size_t length;
	FILE *out = open_memstream(&text, &length);

	assert_true(sarif_write(out, fixture_run(f), &f->options, limits, &err));
	fclose(out);
	*log = json_loads(text, 0, &error);
	free(text);
	assert_non_null(*log);
	return json_array_get(json_object_get(*log, "runs"), 0);
}

static json_t *result_at(json_t *run, size_t index)
{
	return json_array_get(json_object_get(run, "results"), index);
}

static size_t result_count(json_t *run)
{
	return json_array_size(json_object_get(run, "results"));
}

static json_t *notifications(json_t *run)
{
	return json_object_get(json_array_get(json_object_get(run, "invocations"), 0), "toolExecutionNotifications");
}

static json_t *first_place(json_t *result)
{
	return json_object_get(json_array_get(json_object_get(result, "locations"), 0), "physicalLocation");
}

static const char *uri_of(json_t *place)
{
	return json_string_value(json_object_get(json_object_get(place, "artifactLocation"), "uri"));
}

static int number(json_t *place, const char *key)
{
	return (int)json_integer_value(json_object_get(json_object_get(place, "region"), key));
}

/* Two units for what lies beyond 16 bits, one for each byte that is no UTF-8; a file that is gone counts bytes. */
static void test_columns(void **state)
{
	struct fixture *f = *state;
	json_t *log, *run;

	add_source(f, "a b.c", "/*\xf0\x9f\x92\xa5\xe6\x97\xa5*/ f();\r\n\xff\xff g(\n1);\n");
	add_finding(f, "a b.c", 1, 13, 16);
	add_finding(f, "a b.c", 2, 4, 3)->place.end_line = 3;
	add_finding(f, "gone.c", 7, 5, 8);
	add_finding(f, "a b.c", 1, 13, 900);
	run = run_of(f, &wide, &log);
	assert_string_equal(uri_of(first_place(result_at(run, 0))), "a%20b.c");
	assert_int_equal(number(first_place(result_at(run, 0)), "startColumn"), 9);
	assert_int_equal(number(first_place(result_at(run, 0)), "endColumn"), 12);
	assert_int_equal(number(first_place(result_at(run, 1)), "startColumn"), 4);
	assert_int_equal(number(first_place(result_at(run, 1)), "endLine"), 3);
	assert_int_equal(number(first_place(result_at(run, 1)), "endColumn"), 3);
	assert_int_equal(number(first_place(result_at(run, 2)), "startColumn"), 5);
	assert_int_equal(number(first_place(result_at(run, 2)), "endColumn"), 8);
	assert_true(number(first_place(result_at(run, 3)), "endColumn") > 9);
	json_decref(log);
}

/* A finding elsewhere is shown at the last of its steps inside the project, and left out where it has none. */
static void test_outside(void **state)
{
	struct fixture *f = *state;
	struct finding *finding = add_finding(f, "/opt/x/include/lib.h", 3, 1, 2);
	json_t *log, *run;

	add_step(f, finding, path_join(&f->arena, f->root, "first.c"), 1, "first");
	add_step(f, finding, path_join(&f->arena, f->root, "sub/last.c"), 2, "last");
	add_step(f, finding, "/usr/include/time.h", 3, "elsewhere");
	add_finding(f, "/opt/x/include/lib.h", 4, 1, 2);
	run = run_of(f, &wide, &log);
	assert_int_equal(result_count(run), 1);
	assert_string_equal(uri_of(first_place(result_at(run, 0))), "sub/last.c");
	assert_int_equal(number(first_place(result_at(run, 0)), "startLine"), 2);
	assert_int_equal(json_array_size(notifications(run)), 1);
	json_decref(log);
}

static void test_path(void **state)
{
	struct fixture *f = *state;
	struct finding *finding = add_finding(f, "a.c", 9, 1, 2);
	struct sarif_limits short_flows = wide;
	json_t *log, *run, *flow;

	add_step(f, finding, "/a/b/c.c", 1, "one");
	add_step(f, finding, "/a/b/c.c", 2, "two");
	add_step(f, finding, "/a/b/c.c", 3, "beside");
	finding->path_steps = 2;
	add_finding(f, "b.c", 1, 1, 2);
	run = run_of(f, &wide, &log);
	flow = json_array_get(json_object_get(result_at(run, 0), "codeFlows"), 0);
	flow = json_array_get(json_object_get(flow, "threadFlows"), 0);
	assert_int_equal(json_array_size(json_object_get(flow, "locations")), 3);
	assert_int_equal(json_array_size(json_object_get(result_at(run, 0), "relatedLocations")), 3);
	assert_string_equal(json_string_value(json_object_get(json_object_get(result_at(run, 0), "message"), "text")),
			    "'setenv' while other threads run.\n- [beside](3)");
	assert_null(json_object_get(result_at(run, 1), "codeFlows"));
	assert_null(json_object_get(result_at(run, 1), "relatedLocations"));
	json_decref(log);
	short_flows.flow_locations = 2;
	short_flows.locations = 2;
	run = run_of(f, &short_flows, &log);
	flow = json_array_get(json_object_get(result_at(run, 0), "codeFlows"), 0);
	flow = json_array_get(json_object_get(flow, "threadFlows"), 0);
	assert_int_equal(json_array_size(json_object_get(flow, "locations")), 2);
	assert_int_equal(json_array_size(json_object_get(result_at(run, 0), "relatedLocations")), 1);
	json_decref(log);
}

static void test_suppressed(void **state)
{
	struct fixture *f = *state;
	json_t *log, *run, *one;

	add_finding(f, "a.c", 1, 1, 2)->suppressed = &suppression;
	add_finding(f, "a.c", 2, 1, 2);
	run = run_of(f, &wide, &log);
	assert_int_equal(result_count(run), 1);
	assert_null(json_object_get(result_at(run, 0), "suppressions"));
	json_decref(log);
	f->options.sarif_suppressed = true;
	run = run_of(f, &wide, &log);
	assert_int_equal(result_count(run), 2);
	one = json_array_get(json_object_get(result_at(run, 0), "suppressions"), 0);
	assert_string_equal(json_string_value(json_object_get(one, "kind")), "external");
	assert_string_equal(json_string_value(json_object_get(one, "justification")), "known");
	assert_int_equal(json_array_size(json_object_get(result_at(run, 1), "suppressions")), 0);
	json_decref(log);
}

/* One finding with a path, one suppressed, one of an earlier run, a note and an error. */
static void add_heavy(struct fixture *f)
{
	struct finding *finding = add_finding(f, "a.c", 1, 1, 2);

	for (int i = 0; i < 50; i++)
		add_step(f, finding, path_join(&f->arena, f->root, "b.c"), 1, "step");
	finding->path_steps = 50;
	finding->state = STATE_NEW;
	finding = add_finding(f, "a.c", 2, 1, 2);
	finding->suppressed = &suppression;
	finding->state = STATE_NEW;
	add_finding(f, "a.c", 3, 1, 2)->state = STATE_PERSISTING;
	finding = add_finding(f, "a.c", 4, 1, 2);
	finding->level = LEVEL_NOTE;
	finding->state = STATE_NEW;
	finding = add_finding(f, "a.c", 5, 1, 2);
	finding->level = LEVEL_ERROR;
	finding->state = STATE_NEW;
	f->options.sarif_suppressed = true;
}

static void assert_cut(struct fixture *f, size_t results, size_t kept, size_t said)
{
	struct sarif_limits limits = wide;
	json_t *log, *run;

	limits.results = results;
	run = run_of(f, &limits, &log);
	assert_int_equal(result_count(run), kept);
	assert_int_equal(json_array_size(notifications(run)), said);
	json_decref(log);
}

static void test_limits(void **state)
{
	struct fixture *f = *state;
	struct sarif_limits limits = wide;
	json_t *log, *run;
	size_t whole;

	add_heavy(f);
	assert_cut(f, 5, 5, 0);
	assert_cut(f, 4, 4, 2);
	assert_cut(f, 3, 3, 3);
	assert_cut(f, 2, 2, 4);
	limits.results = 1;
	run = run_of(f, &limits, &log);
	assert_string_equal(json_string_value(json_object_get(result_at(run, 0), "level")), "error");
	json_decref(log);
	/* Too many bytes: paths go first. */
	render_by(f, report_sarif, &whole);
	limits = wide;
	limits.bytes = whole - 1;
	run = run_of(f, &limits, &log);
	assert_int_equal(result_count(run), 5);
	assert_null(json_object_get(result_at(run, 0), "codeFlows"));
	assert_int_equal(json_array_size(notifications(run)), 1);
	json_decref(log);
}

/* Descriptions end where GitHub would cut them, between paragraphs or sentences. */
static void test_long_rule(void **state)
{
	struct fixture *f = *state;
	struct rule_info long_rule = rule;
	struct strbuf why = { 0 };
	json_t *log, *run, *rules, *text;

	while (why.len < 900)
		strbuf_addstr(&why, "A sentence. ");
	strbuf_addstr(&why, "End.\n\n");
	while (why.len < 1500)
		strbuf_addstr(&why, "Another. ");
	long_rule.why = why.text;
	f->rules.items[0] = &long_rule;
	run = run_of(f, &wide, &log);
	rules = json_object_get(json_object_get(json_object_get(run, "tool"), "driver"), "rules");
	text = json_object_get(json_object_get(json_array_get(rules, 0), "fullDescription"), "text");
	assert_string_equal(json_string_value(text) + json_string_length(text) - 4, "End.");
	json_decref(log);
	why.text[strlen(why.text) - 600] = ' ';
	for (char *c = why.text; *c; c++)
		*c = *c == '\n' ? ' ' : *c;
	run = run_of(f, &wide, &log);
	rules = json_object_get(json_object_get(json_object_get(run, "tool"), "driver"), "rules");
	text = json_object_get(json_object_get(json_array_get(rules, 0), "fullDescription"), "text");
	assert_true(json_string_length(text) > 900 && json_string_length(text) <= 1024);
	assert_true(json_string_value(text)[json_string_length(text) - 1] == '.');
	json_decref(log);
	strbuf_release(&why);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_columns, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_outside, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_path, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_suppressed, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_limits, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_long_rule, set_up, tear_down),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
