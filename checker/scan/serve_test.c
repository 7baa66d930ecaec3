/* Serving requests, with a front end made for the purpose: the name of the source says how it behaves. */
#include "scan/serve.h"

#include "base/files.h"
#include "flow/flow.h"
#include "front/parse.h"
#include "model/facts.h"
#include "scan/unit.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* --- the front end and flow of these tests ----------------------------------------- */

static void add_function(struct ir_unit *unit, bool broken)
{
	const struct ir_place nowhere = { .file = IR_NONE };
	struct ir_function function = { .symbol = broken ? 7 : 0, .place = nowhere };
	struct ir_block block = { .insns = { 0 } };

	vec_push(unit->arena, &block.insns, (struct ir_insn){ .kind = IR_RETURN, .dest = IR_NONE, .place = nowhere });
	vec_push(unit->arena, &function.blocks, block);
	vec_push(unit->arena, &unit->functions, function);
}

static struct ir_unit *small_unit(struct arena *arena)
{
	struct ir_unit *unit = arena_new(arena, struct ir_unit);

	unit->arena = arena;
	vec_push(arena, &unit->files, (struct ir_file){ .path = "/src/a.c" });
	vec_push(arena, &unit->types, (struct ir_type){ .kind = IR_T_VOID, .element = IR_NONE, .record = IR_NONE });
	vec_push(arena, &unit->symbols, (struct ir_symbol){ .name = "f", .link_name = "f", .is_function = true,
							    .place = { .file = IR_NONE } });
	add_function(unit, false);
	return unit;
}

/* Asks for more and more address space, but touches none: other tests need the machine, too. */
static void waste_memory(void)
{
	for (;;)
		xmalloc((size_t)256 << 20);
}

enum parse_status parse_unit(struct arena *arena, const struct command *command, struct ir_unit **unit,
			     const char **note)
{
	const char *how = command->given;

	if (!strcmp(how, "hangs.c"))
		for (;;)
			pause();
	if (!strcmp(how, "crashes.c"))
		raise(SIGKILL);
	if (!strcmp(how, "leaves.c"))
		_exit(7);
	if (!strcmp(how, "floods.c"))
		waste_memory();
	if (!strcmp(how, "babbles.c"))
		puts("{\"id\":1}"), fflush(stdout);
	if (!strcmp(how, "reads.c") && getchar() != EOF)
		return PARSE_FAILED;
	if (!strcmp(how, "fails.c")) {
		*note = "no such \"header\" \xff";
		return PARSE_FAILED;
	}
	*unit = small_unit(arena);
	if (!strcmp(how, "broken.c"))
		add_function(*unit, true);
	if (!strcmp(how, "hopeless.c"))
		(*unit)->main_file = 5;
	*note = !strcmp(how, "partial.c") ? "an error" : NULL;
	return *note ? PARSE_PARTIAL : PARSE_OK;
}

const char *parse_version(struct arena *arena)
{
	(void)arena;
	return "none";
}

Fact__Unit *flow_facts(struct arena *arena, const struct ir_unit *unit)
{
	Fact__Unit *facts = arena_new(arena, Fact__Unit);
	Fact__OpaqueCount *opaque = arena_new(arena, Fact__OpaqueCount);

	fact__unit__init(facts);
	fact__opaque_count__init(opaque);
	opaque->count = (uint32_t)unit->functions.len;
	facts->n_opaques = 1;
	facts->opaques = arena_new(arena, Fact__OpaqueCount *);
	facts->opaques[0] = opaque;
	return facts;
}

/* --- requests ---------------------------------------------------------------- */

struct scene {
	struct arena arena;
	char *folder;
	const char *facts;
	char *answers;
	struct err err;
	Fact__Unit *unit; /* what the facts file holds */
};

/* In the working folder: the build's. */
static int make_scene(void **state)
{
	struct scene *scene = xmalloc(sizeof *scene);
	char *cwd;

	*scene = (struct scene){ 0 };
	*state = scene;
	if (!path_cwd(&scene->arena, &cwd, NULL))
		return -1;
	scene->folder = arena_printf(&scene->arena, "%s/serve-XXXXXX", cwd);
	if (!mkdtemp(scene->folder))
		return -1;
	scene->facts = path_join(&scene->arena, scene->folder, "facts");
	return 0;
}

static int remove_scene(void **state)
{
	struct scene *scene = *state;

	folder_remove(scene->folder);
	arena_release(&scene->arena);
	free(scene->answers);
	free(scene);
	return 0;
}

static bool serve(struct scene *scene, const char *requests)
{
	FILE *in = fmemopen(arena_strdup(&scene->arena, requests), strlen(requests), "r");
	size_t size;
	FILE *out;
	bool ok;

	free(scene->answers);
	scene->answers = NULL;
	out = open_memstream(&scene->answers, &size);
	scene->err = (struct err){ 0 };
	assert_non_null(in);
	assert_non_null(out);
	ok = scan_serve(in, out, &scene->err);
	fclose(in);
	fclose(out);
	return ok;
}

static const char *request(struct scene *scene, int id, const char *given)
{
	return arena_printf(&scene->arena,
			    "{\"id\":%d,\"folder\":\"/src\",\"file\":\"/src/%s\",\"given\":\"%s\",\"arguments\":"
			    "[\"cc\",\"%s\"],\"configuration\":\"c0\",\"facts\":\"%s\",\"timeout\":%d}\n",
			    id, given, given, given, scene->facts, strcmp(given, "hangs.c") ? 60 : 1);
}

/* Serves one request: the answer begins like this, and facts of that status lie there. */
static void expect(struct scene *scene, const char *given, const char *answer, Fact__Status status)
{
	const char *begin = arena_printf(&scene->arena, "{\"id\":5,%s", answer);

	unlink(scene->facts);
	assert_true(serve(scene, request(scene, 5, given)));
	if (strncmp(scene->answers, begin, strlen(begin)) != 0)
		assert_string_equal(scene->answers, begin);
	assert_true(facts_read(&scene->arena, scene->facts, &scene->unit, &scene->err));
	assert_int_equal(scene->unit->status, status);
	assert_string_equal(scene->unit->main_file, path_join(&scene->arena, "/src", given));
	assert_string_equal(scene->unit->configuration, "c0");
}

static void answers(void **state)
{
	struct scene *scene = *state;

	expect(scene, "fine.c", "\"status\":\"ok\",\"note\":\"\",\"ms\":", FACT__STATUS__STATUS_OK);
	assert_non_null(strstr(scene->answers, "\"functions\":0,\"instructions\":0,\"opaques\":1}\n"));
	expect(scene, "partial.c", "\"status\":\"partial\",\"note\":\"an error\"", FACT__STATUS__STATUS_PARTIAL);
	assert_string_equal(scene->unit->note, "an error");
}

static void failures_are_facts(void **state)
{
	struct scene *scene = *state;

	expect(scene, "fails.c", "\"status\":\"failed\",\"note\":\"no such \\\"header\\\" ?\"",
	       FACT__STATUS__STATUS_FAILED);
	expect(scene, "crashes.c", "\"status\":\"crashed\",\"note\":\"the scanner was ended by signal 9 (Killed)\"",
	       FACT__STATUS__STATUS_CRASHED);
	expect(scene, "leaves.c", "\"status\":\"crashed\",\"note\":\"the scanner ended with status 7 before",
	       FACT__STATUS__STATUS_CRASHED);
	assert_non_null(strstr(scene->unit->note, "status 7"));
}

static void hangs_are_ended(void **state)
{
	time_t before = time(NULL);

	expect(*state, "hangs.c", "\"status\":\"timeout\",\"note\":\"not done after 1 seconds\"",
	       FACT__STATUS__STATUS_TIMEOUT);
	assert_true(time(NULL) - before < 30);
}

static void memory_is_limited(void **state)
{
#if defined(__SANITIZE_ADDRESS__)
	(void)state;
	skip();
#else
	expect(*state, "floods.c", "\"status\":\"crashed\"", FACT__STATUS__STATUS_CRASHED);
#endif
}

/* What the parser prints or reads is not on the channels to `snag`. */
static void channels_are_ours(void **state)
{
	struct scene *scene = *state;

	expect(scene, "babbles.c", "\"status\":\"ok\"", FACT__STATUS__STATUS_OK);
	assert_ptr_equal(strchr(scene->answers, '\n')[1], '\0');
	expect(scene, "reads.c", "\"status\":\"ok\"", FACT__STATUS__STATUS_OK);
}

static void broken_functions_are_left_out(void **state)
{
	struct scene *scene = *state;

	expect(scene, "broken.c", "\"status\":\"partial\",\"note\":\"a function was left out: IR of",
	       FACT__STATUS__STATUS_PARTIAL);
	assert_non_null(strstr(scene->answers, "\"opaques\":1}"));
	expect(scene, "hopeless.c", "\"status\":\"failed\",\"note\":\"IR: no such main file (5)\"",
	       FACT__STATUS__STATUS_FAILED);
}

static void unwritable_facts_are_told(void **state)
{
	struct scene *scene = *state;

	scene->facts = "/nowhere/facts";
	assert_true(serve(scene, request(scene, 1, "fine.c")));
	assert_non_null(strstr(scene->answers, "\"status\":\"failed\",\"note\":\"cannot write '/nowhere/facts"));
	assert_true(serve(scene, request(scene, 1, "crashes.c")));
	assert_non_null(strstr(scene->answers, "\"status\":\"crashed\",\"note\":\"cannot write '/nowhere/facts"));
}

static void requests_are_answered_in_order(void **state)
{
	struct scene *scene = *state;
	const char *second;

	assert_true(serve(scene, arena_printf(&scene->arena, "%s%s%s", request(scene, 3, "fine.c"),
					      request(scene, 1, "crashes.c"), request(scene, 2, "fine.c"))));
	second = strstr(scene->answers, "{\"id\":1,\"status\":\"crashed\"");
	assert_ptr_equal(strstr(scene->answers, "{\"id\":3,\"status\":\"ok\""), scene->answers);
	assert_non_null(second);
	assert_non_null(strstr(second, "{\"id\":2,\"status\":\"ok\""));
}

static void broken_requests_end_the_service(void **state)
{
	static const char *const requests[][2] = {
		{ "x\n", "no JSON object" },
		{ "[]\n", "broken request" },
		{ "{\"id\":1}\n", "broken request" },
		{ "{\"folder\":\"/\",\"file\":\"a.c\",\"given\":\"a.c\",\"configuration\":\"\",\"arguments\":[\"cc\"]"
		  "}\n",
		  "'facts' and 'timeout'" },
		{ "{\"folder\":\"/\",\"file\":\"a.c\",\"given\":\"a.c\",\"configuration\":\"\",\"arguments\":[],"
		  "\"facts\":\"f\",\"timeout\":1}\n",
		  "without arguments" },
		{ "{\"folder\":\"/\",\"file\":\"a.c\",\"given\":\"a.c\",\"configuration\":\"\",\"arguments\":[1],"
		  "\"facts\":\"f\",\"timeout\":1}\n",
		  "no string" },
		{ "{\"folder\":\"/\",\"file\":\"a.c\",\"given\":\"a.c\",\"configuration\":\"\",\"arguments\":[\"c\"],"
		  "\"facts\":\"f\",\"timeout\":0}\n",
		  "'facts' and 'timeout'" },
	};
	struct scene *scene = *state;

	for (size_t i = 0; i < sizeof requests / sizeof *requests; i++) {
		assert_false(serve(scene, requests[i][0]));
		assert_non_null(strstr(scene->err.text, requests[i][1]));
		assert_string_equal(scene->answers, "");
	}
}

int main(void)
{
#define SCENE(test) cmocka_unit_test_setup_teardown(test, make_scene, remove_scene)
	const struct CMUnitTest tests[] = {
		SCENE(answers),
		SCENE(failures_are_facts),
		SCENE(hangs_are_ended),
		SCENE(memory_is_limited),
		SCENE(channels_are_ours),
		SCENE(broken_functions_are_left_out),
		SCENE(unwritable_facts_are_told),
		SCENE(requests_are_answered_in_order),
		SCENE(broken_requests_end_the_service),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
