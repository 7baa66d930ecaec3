/*
 * Origins and ranges of real C: fixtures call a probe, and the comment on its
 * line says what must be known of the argument there. Exact both ways: a probe
 * without a comment fails as well.
 */
#include "base/files.h"
#include "command/command.h"
#include "flow/flow.h"
#include "front/parse.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

static Fact__Unit *facts_of(struct arena *arena, const char *name, char **source)
{
	char *path = arena_printf(arena, "%s/flow/%s", SNAG_TESTDATA, name);
	struct commands commands = { 0 };
	struct err err = { 0 };
	struct ir_unit *unit = NULL;
	const char *note = NULL;
	size_t length;

	if (!commands_from_files(arena, "/", &path, 1, NULL, 0, &commands, &err) || !file_read(arena, path, 0, source, &length, &err))
		fail_msg("%s", err.text);
	if (parse_unit(arena, &commands.all.items[0], &unit, &note) != PARSE_OK)
		fail_msg("%s: %s", name, note);
	return flow_facts(arena, unit);
}

/* What stands behind `// KEY: ` on a line; NULL where nothing does. */
static char *expectation(struct arena *arena, const char *source, uint32_t line, const char *key)
{
	char *mark = arena_printf(arena, "// %s: ", key);
	const char *end, *found;

	for (uint32_t i = 1; i < line && source; i++)
		source = strchr(source, '\n') ? strchr(source, '\n') + 1 : NULL;
	if (!source)
		return NULL;
	end = source + strcspn(source, "\n");
	found = strstr(source, mark);
	if (!found || found > end)
		return NULL;
	found += strlen(mark);
	return arena_strndup(arena, found, (size_t)(end - found));
}

static bool is_probe(const Fact__Unit *unit, const Fact__Function *function, const Fact__Event *event)
{
	const Fact__Origin *callee;

	if (event->kind != FACT__EVENT_KIND__EVENT_CALL || event->n_args != 1)
		return false;
	callee = function->origins[event->callee->origin];
	return callee->kind == FACT__ORIGIN_KIND__ORIGIN_FUNCTION &&
	       (!strcmp(unit->symbols[callee->symbol]->name, "probe") || !strcmp(unit->symbols[callee->symbol]->name, "number"));
}

static char *range_text(struct arena *arena, const Fact__Unit *unit, const Fact__Function *function, const Fact__Event *probe)
{
	(void)unit;
	(void)function;
	if (!probe->args[0]->has_range)
		return arena_strdup(arena, "any");
	return arena_printf(arena, "%" PRId64 "..%" PRId64, probe->args[0]->low, probe->args[0]->high);
}

static char *trips_text(struct arena *arena, const Fact__Unit *unit, const Fact__Function *function, const Fact__Event *probe)
{
	(void)unit;
	return arena_printf(arena, "%" PRId64, probe->loop ? function->loops[probe->loop - 1]->trips : 1);
}

static char *origin_text(struct arena *arena, const Fact__Unit *unit, const Fact__Function *function, const Fact__Event *probe)
{
	struct strbuf buf = { 0 };
	char *text;

	facts_print_origin(unit, function, probe->args[0]->origin, &buf);
	text = arena_strdup(arena, strbuf_text(&buf));
	strbuf_release(&buf);
	return text;
}

typedef char *describe(struct arena *arena, const Fact__Unit *unit, const Fact__Function *function, const Fact__Event *probe);

static void check_file(const char *name, const char *key, describe *as_text)
{
	struct arena arena = { 0 };
	char *source;
	const Fact__Unit *unit = facts_of(&arena, name, &source);
	unsigned wrong = 0, probes = 0;

	for (size_t f = 0; f < unit->n_functions; f++)
		for (size_t e = 0; e < unit->functions[f]->n_events; e++) {
			const Fact__Event *event = unit->functions[f]->events[e];
			const char *want, *got;

			if (!is_probe(unit, unit->functions[f], event))
				continue;
			probes++;
			want = expectation(&arena, source, event->place->line, key);
			got = as_text(&arena, unit, unit->functions[f], event);
			if (want && !strcmp(want, got))
				continue;
			print_error("%s:%u: %s is %s, not %s\n", name, event->place->line, key, got, want ? want : "(unsaid)");
			wrong++;
		}
	assert_true(probes > 0);
	arena_release(&arena);
	assert_int_equal(wrong, 0);
}

static void ranges(void **state)
{
	(void)state;
	check_file("ranges.c", "range", range_text);
}

static void origins(void **state)
{
	(void)state;
	check_file("origins.c", "origin", origin_text);
}

static void trips(void **state)
{
	(void)state;
	check_file("trips.c", "trips", trips_text);
}

static unsigned loads_on(const Fact__Unit *unit, uint32_t line)
{
	unsigned count = 0;

	for (size_t f = 0; f < unit->n_functions; f++)
		for (size_t e = 0; e < unit->functions[f]->n_events; e++)
			count += unit->functions[f]->events[e]->kind == FACT__EVENT_KIND__EVENT_LOAD &&
				 unit->functions[f]->events[e]->place->line == line;
	return count;
}

static void loads(void **state)
{
	struct arena arena = { 0 };
	char *source;
	const Fact__Unit *unit = facts_of(&arena, "loads.c", &source);
	uint32_t line = 1;

	(void)state;
	for (const char *at = source; at; at = strchr(at, '\n') ? strchr(at, '\n') + 1 : NULL, line++) {
		const char *want = expectation(&arena, source, line, "loads");

		if (loads_on(unit, line) != (want ? strtoul(want, NULL, 10) : 0))
			fail_msg("loads.c:%u: %u loads, not %s", line, loads_on(unit, line), want ? want : "0");
	}
	arena_release(&arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(ranges), cmocka_unit_test(origins), cmocka_unit_test(trips),
					    cmocka_unit_test(loads) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
