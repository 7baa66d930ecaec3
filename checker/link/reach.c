/* What the call graph reaches, and which functions ever return. */
#include "link/internal.h"

#include <string.h>

struct reach {
	struct program *program;
	struct arena arena;
	bool *reached; /* [function] */
	VEC(uint32_t) todo;
};

static void reach_from(struct reach *r, uint32_t function)
{
	if (r->reached[function])
		return;
	r->reached[function] = true;
	vec_push(&r->arena, &r->todo, function);
	while (r->todo.len) {
		const struct function *caller = &r->program->functions.items[r->todo.items[--r->todo.len]];

		for (size_t i = 0; i < caller->calls.len; i++) {
			uint32_t target = r->program->calls.items[caller->calls.items[i]].target;

			if (target == UINT32_MAX || r->reached[target])
				continue;
			r->reached[target] = true;
			vec_push(&r->arena, &r->todo, target);
		}
	}
}

static bool is_root(const struct function *function)
{
	return function->is_main || function->exported || function->facts->constructor || function->facts->destructor;
}

/* Those without any caller come first, so that a circle of callers is entered where a library would. */
void reach_loose(struct program *program)
{
	struct reach r = { .program = program };
	bool *taken = address_taken(program, &r.arena);
	bool *loose;

	r.reached = arena_array(&r.arena, bool, program->functions.len);
	loose = arena_array(&r.arena, bool, program->functions.len);
	for (uint32_t f = 0; f < program->functions.len; f++)
		if (is_root(&program->functions.items[f]))
			reach_from(&r, f);
	for (uint32_t f = 0; f < program->functions.len; f++) {
		loose[f] = program->functions.items[f].loaded;
		if (loose[f])
			reach_from(&r, f);
	}
	for (int with_callers = 0; with_callers < 2; with_callers++) {
		for (uint32_t f = 0; f < program->functions.len; f++) {
			if (!taken[f] || r.reached[f] || (!with_callers && program->functions.items[f].call_sites.len))
				continue;
			loose[f] = true;
			reach_from(&r, f);
		}
	}
	for (uint32_t f = 0; f < program->functions.len; f++)
		if (loose[f])
			vec_push(program->arena, &program->loose, f);
	arena_release(&r.arena);
}

/* --- returning ---------------------------------------------------------------- */

struct returns {
	struct program *program;
	struct arena arena;
	bool *queued; /* [function] */
	VEC(uint32_t) todo;
};

/* Whether control leaves the block by its edges; `*returns` is set where it meets a return. */
static bool passes_block(const struct program *program, const struct function *function, const Fact__Block *block,
			 bool *returns)
{
	for (uint32_t e = block->first_event; e < block->first_event + block->event_count; e++) {
		if (function->facts->events[e]->kind == FACT__EVENT_KIND__EVENT_RETURN)
			*returns = true;
		if (*returns || !program_call_returns(program, function, e))
			return false;
	}
	return true;
}

static bool meets_return(const struct program *program, const struct function *function)
{
	const Fact__Function *facts = function->facts;
	struct arena arena = { 0 };
	bool *seen = arena_array(&arena, bool, facts->n_blocks);
	bool returns = false;
	VEC(uint32_t) todo = { 0 };

	seen[0] = true;
	vec_push(&arena, &todo, 0);
	while (todo.len && !returns) {
		const Fact__Block *block = facts->blocks[todo.items[--todo.len]];

		if (!passes_block(program, function, block, &returns))
			continue;
		for (size_t i = 0; i < block->n_edges; i++) {
			const Fact__Edge *edge = block->edges[i];

			if (seen[edge->to] || !edge_possible(function->unit, facts, block, edge))
				continue;
			seen[edge->to] = true;
			vec_push(&arena, &todo, edge->to);
		}
	}
	arena_release(&arena);
	return returns;
}

static void queue(struct returns *r, uint32_t function)
{
	if (r->queued[function])
		return;
	r->queued[function] = true;
	vec_push(&r->arena, &r->todo, function);
}

/* At first all return; whoever can't, given those who can't, is taken out until nothing changes. */
void reach_returns(struct program *program)
{
	struct returns r = { .program = program };
	size_t count = program->functions.len, words = count / 64 + 1;

	program->returns = arena_array(program->arena, uint64_t, words);
	memset(program->returns, 0xff, words * sizeof *program->returns);
	r.queued = arena_array(&r.arena, bool, count);
	for (uint32_t f = (uint32_t)count; f--;)
		queue(&r, f);
	while (r.todo.len) {
		const struct function *function = &program->functions.items[r.todo.items[--r.todo.len]];
		bool gives_up;

		r.queued[function->id] = false;
		if (!program_returns(program, function))
			continue;
		/* Code that is missing may return. */
		gives_up = !function->facts->partial && !meets_return(program, function);
		if (!function->facts->noreturn && !gives_up)
			continue;
		program->returns[function->id / 64] &= ~((uint64_t)1 << (function->id % 64));
		for (size_t i = 0; i < function->call_sites.len; i++)
			queue(&r, program->calls.items[function->call_sites.items[i]].caller);
	}
	arena_release(&r.arena);
}
