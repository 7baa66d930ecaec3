/* For tests only: link built units and find what came of them by name. */
#ifndef SNAG_LINK_LINK_TEST_H
#define SNAG_LINK_LINK_TEST_H

#include "link/fact_builder.h"
#include "link/program.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#define EXTERNAL FACT__LINKAGE__LINKAGE_EXTERNAL
#define INTERNAL FACT__LINKAGE__LINKAGE_INTERNAL

/* The built units as one program. */
static inline const struct program *link_one(struct program_set *set, struct fact_builder *const *builders,
					     size_t count)
{
	Fact__Unit *units[8];

	assert_true(count <= 8);
	for (size_t i = 0; i < count; i++)
		units[i] = builders[i]->unit;
	link_all(builders[0]->arena, units, count, true, "/p", set);
	assert_int_equal(set->programs.len, 1);
	return set->programs.items[0];
}

static inline const struct function *find_function(const struct program *program, const char *name)
{
	for (size_t i = 0; i < program->functions.len; i++)
		if (!strcmp(program->functions.items[i].name, name))
			return &program->functions.items[i];
	fail_msg("no function %s", name);
	return NULL;
}

/* The edges of an event as text, in order: "direct f, thread worker". `?` behind a guess. */
static inline const char *edges_at(const struct program *program, const char *function, uint32_t event)
{
	static const char *const how[] = { "direct", "pointer", "maybe", "runs", "later", "thread" };
	struct strbuf out = { 0 };
	size_t count;
	const struct call *calls = program_calls_at(program, find_function(program, function), event, &count);
	const char *text;

	for (size_t i = 0; i < count; i++)
		strbuf_addf(&out, "%s%s %s%s", i ? ", " : "", how[calls[i].how],
			    calls[i].library ? calls[i].library : program->functions.items[calls[i].target].name,
			    calls[i].maybe && calls[i].how != CALL_MAYBE ? "?" : "");
	text = arena_strdup(program->arena, strbuf_text(&out));
	strbuf_release(&out);
	return text;
}

#endif
