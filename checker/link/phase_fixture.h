/* For tests of phases only: small programs with threads, written by hand as facts, and questions on them. */
#ifndef SNAG_LINK_PHASE_FIXTURE_H
#define SNAG_LINK_PHASE_FIXTURE_H

#include "link/phase.h"

#include "base/strbuf.h"
#include "link/fact_builder.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define EXTERNAL FACT__LINKAGE__LINKAGE_EXTERNAL
#define INTERNAL FACT__LINKAGE__LINKAGE_INTERNAL

enum { MAIN, OTHER, UNITS };

struct fixture {
	struct arena arena;
	struct fact_builder units[UNITS];
	struct program_set set;
	struct strbuf text;
};

static inline struct fixture *begin(void)
{
	struct fixture *f = calloc(1, sizeof *f);

	assert_non_null(f);
	build_unit(&f->units[MAIN], &f->arena, "/p/main.c");
	build_unit(&f->units[OTHER], &f->arena, "/p/other.c");
	return f;
}

static inline void end(struct fixture *f)
{
	strbuf_release(&f->text);
	programs_release(&f->set);
	arena_release(&f->arena);
	free(f);
}

/* --- what programs are made of ---------------------------------------------- */

static inline uint32_t call_named(struct fact_builder *b, const char *name)
{
	return build_call(b, build_extern(b, name), 0);
}

/* pthread_create(&handle, NULL, entry, NULL) */
static inline uint32_t create(struct fact_builder *b, uint32_t handle, uint32_t entry)
{
	uint32_t null = build_int(b, 0);

	return build_call(b, build_extern(b, "pthread_create"), 4, handle, null, build_address(b, entry), null);
}

/* pthread_join(value of handle, NULL) */
static inline uint32_t join(struct fact_builder *b, uint32_t handle)
{
	return build_call(b, build_extern(b, "pthread_join"), 2, build_load(b, handle), build_int(b, 0));
}

static inline uint32_t write_env(struct fact_builder *b)
{
	return build_call(b, build_extern(b, "setenv"), 3, build_string(b, "A"), build_string(b, "b"), build_int(b, 1));
}

/* A new block behind block `from`, on an edge where `event`'s result compares with `number`. */
static inline uint32_t block_if(struct fact_builder *b, uint32_t from, uint32_t event, Fact__Op op, int64_t number)
{
	uint32_t result = build_result(b, event), value = build_int(b, number), block = build_block(b);

	build_edge_if(b, from, block, result, op, value);
	return block;
}

static inline uint32_t block_after(struct fact_builder *b, uint32_t from)
{
	uint32_t block = build_block(b);

	build_edge(b, from, block);
	return block;
}

static inline void return_number(struct fact_builder *b, int64_t number)
{
	build_return(b, build_int(b, number));
}

/* `static void *worker(void *)` that does nothing. */
static inline uint32_t worker(struct fact_builder *b)
{
	uint32_t symbol = build_function(b, "worker", INTERNAL, 1);

	return_number(b, 0);
	return symbol;
}

static inline void begin_main(struct fact_builder *b)
{
	build_function(b, "main", EXTERNAL, 0);
}

/* A loop around block `block`, entered from `before`; gives the block behind it. */
static inline uint32_t loop_around(struct fact_builder *b, uint32_t before, uint32_t block)
{
	Fact__Loop *loop = arena_new(b->arena, Fact__Loop);

	fact__loop__init(loop);
	loop->header = block;
	loop->trips = -1;
	loop->place = build_place(b);
	BUILD_APPEND(b, b->function->n_loops, b->function->loops, loop);
	b->function->blocks[block]->loop = (uint32_t)b->function->n_loops;
	for (uint32_t i = 0; i < b->function->blocks[block]->event_count; i++)
		b->function->events[b->function->blocks[block]->first_event + i]->loop = (uint32_t)b->function->n_loops;
	build_edge(b, before, block);
	build_edge(b, block, block);
	return block_after(b, block);
}

/* &handles[i], with an index that nothing is known of */
static inline uint32_t any_element(struct fact_builder *b, uint32_t object)
{
	return build_element(b, build_local(b, object), build_result(b, call_named(b, "next")));
}

/* --- asking --------------------------------------------------------------------- */

static inline const struct program *linked(struct fixture *f)
{
	Fact__Unit *units[UNITS];

	for (int i = 0; i < UNITS; i++)
		units[i] = f->units[i].unit;
	link_all(&f->arena, units, UNITS, true, "/p", &f->set);
	assert_int_equal(f->set.programs.len, 1);
	return f->set.programs.items[0];
}

static inline const struct function *function_named(const struct program *program, const char *name)
{
	for (size_t i = 0; i < program->functions.len; i++)
		if (!strcmp(program->functions.items[i].name, name))
			return &program->functions.items[i];
	fail_msg("no function '%s'", name);
	return NULL;
}

static inline void add_phase(struct strbuf *out, const struct phase *phase)
{
	static const char *const names[] = { "single", "threaded", "unknown" };

	strbuf_addf(out, "%s%s%s%s%s%s", out->len ? " " : "", names[phase->threads], phase->in_thread ? "+thread" : "",
		    phase->child_of_threaded ? "+child" : "", phase->maybe ? "+maybe" : "",
		    phase->joined_in_doubt ? "+doubt" : "");
}

static inline const char *phases_at(struct fixture *f, const char *name, uint32_t event)
{
	const struct program *program = f->set.programs.items[0];
	const struct phase *phases;
	size_t count = phase_at(program, function_named(program, name), event, &phases);

	strbuf_cut(&f->text, 0);
	for (size_t i = 0; i < count; i++)
		add_phase(&f->text, &phases[i]);
	return strbuf_text(&f->text);
}

#define assert_phases(f, name, event, expected) assert_string_equal(phases_at((f), (name), (event)), (expected))

/* The steps to the event in its last phase, each as `file:line message;`. */
static inline const char *witness(struct fixture *f, const char *name, uint32_t event)
{
	const struct program *program = f->set.programs.items[0];
	const struct function *function = function_named(program, name);
	struct finding finding = { 0 };
	const struct phase *phases;
	size_t count = phase_at(program, function, event, &phases);

	assert_true(count > 0);
	phase_witness(program, function, event, &phases[count - 1], &f->arena, &finding);
	strbuf_cut(&f->text, 0);
	for (size_t i = 0; i < finding.steps.len; i++)
		strbuf_addf(&f->text, "%s:%u %s;", finding.steps.items[i].place.file, finding.steps.items[i].place.line,
			    finding.steps.items[i].message);
	return strbuf_text(&f->text);
}

static inline uint32_t line_of(const struct fact_builder *b, uint32_t event)
{
	return b->function->events[event]->place->line;
}

#define assert_witness(f, name, event, ...) \
	do { \
		char *expected_ = arena_printf(&(f)->arena, __VA_ARGS__); \
		assert_string_equal(witness((f), (name), (event)), expected_); \
	} while (0)

#endif
