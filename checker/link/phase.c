/* Phases of a program: computed once, then answered from tables. */
#include "link/phase_parts.h"

#include <stdlib.h>

static void run_queue(struct phases *p)
{
	struct phase_tables *t = p->tables;

	while (t->queue_at < t->queue.len)
		context_run(p, t->queue.items[t->queue_at++]);
	t->queue.len = t->queue_at = 0;
}

/* What runs without being called depends on the states found so far: again until that adds nothing. */
static void run_all(struct phases *p)
{
	do {
		start_roots(p);
		for (size_t i = 0; i < p->registrations.len; i++)
			start_registered(p, &p->registrations.items[i]);
		if (!p->tables->queue.len)
			return;
		run_queue(p);
	} while (true);
}

static int by_place(const void *one, const void *other)
{
	const struct change *a = one, *b = other;

	if (a->event != b->event)
		return a->event < b->event ? -1 : 1;
	return (a->from > b->from) - (a->from < b->from);
}

/* Goes over all contexts once more, nearest first, and writes down what questions need. */
static void trace_all(struct phases *p)
{
	struct phase_tables *t = p->tables;

	t->tracing = true;
	start_roots(p);
	for (size_t i = 0; i < t->trace.len; i++) {
		struct context *c = t->trace.items[i];

		context_trace(p, c);
		if (c->changes.len)
			qsort(c->changes.items, c->changes.len, sizeof *c->changes.items, by_place);
	}
}

static void tables_release(struct phases *p)
{
	names_release(&p->tables->states);
	names_release(&p->tables->handles);
	names_release(&p->tables->fields);
	names_release(&p->tables->libraries);
	names_release(&p->tables->seen);
	map_release(&p->tables->waits);
	map_release(&p->tables->contexts);
	map_release(&p->tables->fork_values);
	hvec_free(&p->tables->queue);
	hvec_free(&p->tables->trace);
	p->tables = NULL;
}

/* --- answers --------------------------------------------------------------- */

static int by_bits(const void *one, const void *other)
{
	uint64_t a = ((const struct phase_set *)one)->bits, b = ((const struct phase_set *)other)->bits;

	return (a > b) - (a < b);
}

static struct phase phase_of_bit(uint32_t bit)
{
	uint32_t way = bit / PHASE_CERTAINTIES, certainty = bit % PHASE_CERTAINTIES;

	return (struct phase){
		.threads = (enum threads)(way / 4),
		.in_thread = way & 2,
		.child_of_threaded = way & 1,
		.maybe = certainty >= 2,
		.several_guesses = certainty == PHASE_CERTAINTIES - 1,
		.joined_in_doubt = certainty < PHASE_CERTAINTIES - 1 && certainty & 1,
	};
}

static void add_set(struct phases *p, uint64_t bits)
{
	struct phase_set set = { .bits = bits, .count = (size_t)__builtin_popcountll(bits) };
	struct phase *items = arena_array(p->arena, struct phase, set.count);

	for (size_t i = 0; i < set.count; i++, bits &= bits - 1)
		items[i] = phase_of_bit((uint32_t)__builtin_ctzll(bits));
	set.items = items;
	vec_push(p->arena, &p->sets, set);
}

static void make_sets(struct phases *p)
{
	struct map known = { 0 };

	for (size_t i = 0; i < p->program->functions.len; i++) {
		size_t events = p->program->functions.items[i].facts->n_events;
		const uint64_t *reached = p->functions[i].reached;

		for (size_t k = 0; reached && k < events; k++) {
			bool added = false;

			if (reached[k])
				map_put(&known, reached[k], 0, &added);
			if (added)
				add_set(p, reached[k]);
		}
	}
	map_release(&known);
	if (p->sets.len)
		qsort(p->sets.items, p->sets.len, sizeof *p->sets.items, by_bits);
}

void phase_compute(struct program *program)
{
	struct phase_tables tables = { 0 };
	struct phases *p = arena_new(program->arena, struct phases);

	p->program = program;
	p->arena = program->arena;
	p->functions = arena_array(p->arena, struct phase_function, program->functions.len);
	p->tables = &tables;
	program->phases = p;
	effects_find(p);
	run_all(p);
	trace_all(p);
	make_sets(p);
	tables_release(p);
}

size_t phase_at(const struct program *program, const struct function *function, uint32_t event,
		const struct phase **phases)
{
	const struct phases *p = program->phases;
	const uint64_t *reached = p->functions[function->id].reached;
	struct phase_set key = { .bits = reached ? reached[event] : 0 };
	const struct phase_set *set;

	*phases = NULL;
	if (!key.bits)
		return 0;
	set = bsearch(&key, p->sets.items, p->sets.len, sizeof *p->sets.items, by_bits);
	*phases = set->items;
	return set->count;
}

bool phase_has_threads(const struct program *program)
{
	return program->phases->has_threads;
}
