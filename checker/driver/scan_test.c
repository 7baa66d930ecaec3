/* What becomes of the files that scanners leave. */
#include "driver/scan.h"

#include "base/files.h"
#include "model/facts.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

struct scene {
	struct arena arena;
	char folder[32]; /* TMPDIR of the scene */
	char *facts;     /* the file that the scanner hands out */
	struct commands commands;
	struct check_options options;
	struct scanned scanned;
};

static int set_up(void **state)
{
	struct scene *scene = calloc(1, sizeof *scene);

	strcpy(scene->folder, P_tmpdir "/scan-test-XXXXXX");
	assert_non_null(mkdtemp(scene->folder));
	scene->facts = arena_printf(&scene->arena, "%s/given", scene->folder);
	setenv("TMPDIR", scene->folder, 1);
	setenv("FAKE_FACTS", scene->facts, 1);
	scene->options = (struct check_options){ .scanner = SNAG_TESTDATA "/cli/fake-scan", .jobs = 2,
						 .timeout_seconds = 20 };
	*state = scene;
	return 0;
}

static int tear_down(void **state)
{
	struct scene *scene = *state;

	unlink(scene->facts);
	/* Only an empty folder can be removed: nothing may be left in it. */
	assert_int_equal(rmdir(scene->folder), 0);
	arena_release(&scene->arena);
	free(scene);
	return 0;
}

static void add(struct scene *scene, const char *file, const char *configuration)
{
	struct command command = { .folder = "/src", .file = file, .given = file, .output = "",
				   .configuration = configuration };

	vec_push(&scene->arena, &scene->commands.all, command);
}

static void give(const struct scene *scene, const char *bytes, size_t length)
{
	assert_true(file_write(scene->facts, bytes, length, NULL));
}

static void scan(struct scene *scene)
{
	struct err err = { 0 };

	if (!scan_commands(&scene->arena, &scene->commands, &scene->options, &scene->scanned, &err))
		fail_msg("%s", err.text);
}

static void facts_carry_the_names_of_their_commands(void **state)
{
	struct scene *scene = *state;
	char main_file[] = "elsewhere.c", format[] = FACTS_FORMAT;
	Fact__Unit unit;

	fact__unit__init(&unit);
	unit.format = format;
	unit.main_file = main_file;
	assert_true(facts_write(scene->facts, &unit, NULL));
	add(scene, "/src/copied-1.c", "one");
	add(scene, "/src/failed.c", "two");
	add(scene, "/src/copied-2.c", "three");
	scan(scene);
	assert_int_equal(scene->scanned.count, 3);
	assert_string_equal(scene->scanned.facts[0]->main_file, "/src/copied-1.c");
	assert_string_equal(scene->scanned.facts[0]->configuration, "one");
	assert_int_equal(scene->scanned.facts[1]->status, FACT__STATUS__STATUS_FAILED);
	assert_string_equal(scene->scanned.facts[1]->main_file, "/src/failed.c");
	assert_string_equal(scene->scanned.facts[1]->note, "no such header");
	assert_string_equal(scene->scanned.facts[1]->configuration, "two");
	assert_string_equal(scene->scanned.facts[2]->main_file, "/src/copied-2.c");
}

static void unusable_facts_are_a_crash(void **state)
{
	struct scene *scene = *state;

	give(scene, "no facts at all", 15);
	add(scene, "/src/copied.c", "");
	add(scene, "/src/none-left.c", "");
	scan(scene);
	for (size_t i = 0; i < 2; i++) {
		assert_int_equal(scene->scanned.units[i].status, FACT__STATUS__STATUS_CRASHED);
		assert_int_equal(scene->scanned.facts[i]->status, FACT__STATUS__STATUS_CRASHED);
		assert_true(scene->scanned.units[i].note[0] != '\0');
		assert_null(strstr(scene->scanned.units[i].note, scene->folder));
	}
	assert_string_equal(scene->scanned.units[1].note, "the scanner left no facts");
}

static void a_run_that_stops_leaves_nothing(void **state)
{
	struct scene *scene = *state;
	struct err err = { 0 };

	scene->options.scanner = "/nowhere/snag-scan";
	add(scene, "/src/a.c", "");
	assert_false(scan_commands(&scene->arena, &scene->commands, &scene->options, &scene->scanned, &err));
	assert_non_null(strstr(err.text, "/nowhere/snag-scan"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(facts_carry_the_names_of_their_commands, set_up, tear_down),
		cmocka_unit_test_setup_teardown(unusable_facts_are_a_crash, set_up, tear_down),
		cmocka_unit_test_setup_teardown(a_run_that_stops_leaves_nothing, set_up, tear_down),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
