/* What runs without a call by name: main, constructors, exit handlers, exported functions, what libraries keep. */
#include "link/phase_parts.h"

#include <stdlib.h>

typedef VEC(uint32_t) state_list;

static bool listed(const state_list *list, uint32_t state)
{
	for (size_t i = 0; i < list->len; i++)
		if (list->items[i] == state)
			return true;
	return false;
}

static void add_once(state_list *list, uint32_t state)
{
	if (!listed(list, state))
		hvec_push(list, state);
}

/* --- notes on what happens ------------------------------------------------ */

/* Results tell nothing there. */
static uint32_t end_state(struct phases *p, const struct state *state)
{
	struct state end = *state;

	end.result = 0;
	end.signs = 0;
	end.stored = 0;
	return state_intern(p, &end);
}

void note_exit(struct phases *p, const struct state *state)
{
	uint32_t id = end_state(p, state);

	if (first_time(p, 2, id, 0, 0))
		vec_push(p->arena, &p->exit_states, id);
}

void note_fork(struct phases *p, const struct state *child)
{
	uint32_t id = end_state(p, child);

	if (first_time(p, 3, id, 0, 0))
		vec_push(p->arena, &p->fork_states, id);
}

void note_node(struct phases *p, const struct state *state)
{
	struct state later = state_later(state);
	uint32_t id = state_intern(p, &later);

	if (first_time(p, 4, id, 0, 0))
		vec_push(p->arena, &p->nodes, id);
}

void note_transition(struct phases *p, const struct context *c, uint32_t event, const struct state *from,
		     const struct state *to)
{
	struct state before = state_later(from), after = state_later(to);
	uint32_t one = state_intern(p, &before), other = state_intern(p, &after);

	note_node(p, from);
	note_node(p, to);
	if (one != other && first_time(p, 5, one, other, 0))
		vec_push(p->arena, &p->transitions, (struct transition){ one, other, c->id, event });
}

/* --- roots ------------------------------------------------------------------ */

/* Enters a function that nobody calls by name; the states are those of the place where it runs. */
static struct context *enter(struct phases *p, const struct function *f, const struct state *state,
			     const struct registration *by)
{
	struct call_site site = { .callee = f };
	struct state entry = state_enter(p, &site, state);
	const struct context *from = by ? p->contexts.items[by->context] : NULL;

	note_node(p, state);
	return context_reach(p, f->id, state_intern(p, &entry), from, by ? by->state : 0, by ? by->call : NONE);
}

/* Runs a constructor in each of the states, and leaves those in which it comes back. */
static void run_constructor(struct phases *p, const struct function *f, state_list *states)
{
	struct call_site site = { .callee = f };
	state_list after = { 0 };

	for (size_t i = 0; i < states->len; i++) {
		struct state before = p->states.items[states->items[i]];
		const struct context *c = enter(p, f, &before, NULL);

		for (size_t k = 0; k < c->exits.len; k++) {
			struct state exit = p->states.items[c->exits.items[k]];
			struct state back = state_return(p, &site, &before, &exit);

			add_once(&after, state_intern(p, &back));
		}
	}
	hvec_free(states);
	*states = after;
}

static int by_priority(const void *one, const void *other)
{
	const struct function *a = *(const struct function *const *)one, *b = *(const struct function *const *)other;
	/* Without one, it comes last. */
	uint32_t left = a->facts->priority - 1, right = b->facts->priority - 1;

	if (left != right)
		return left < right ? -1 : 1;
	return (a->id > b->id) - (a->id < b->id);
}

static void run_constructors(struct phases *p, state_list *states)
{
	VEC(const struct function *) order = { 0 };

	for (size_t i = 0; i < p->program->functions.len; i++)
		if (p->program->functions.items[i].facts->constructor)
			hvec_push(&order, &p->program->functions.items[i]);
	if (order.len)
		qsort(order.items, order.len, sizeof *order.items, by_priority);
	for (size_t i = 0; i < order.len; i++)
		run_constructor(p, order.items[i], states);
	hvec_free(&order);
}

static void start_main(struct phases *p)
{
	const struct program *program = p->program;
	struct state single = { .threads = THREADS_SINGLE };
	state_list states = { 0 };

	hvec_push(&states, state_intern(p, &single));
	run_constructors(p, &states);
	for (size_t i = 0; i < program->functions.len; i++)
		for (size_t k = 0; program->functions.items[i].is_main && k < states.len; k++) {
			struct state start = p->states.items[states.items[k]];

			enter(p, &program->functions.items[i], &start, NULL);
		}
	hvec_free(&states);
}

bool host_is_threaded(const struct program *program, const struct function *f)
{
	return !program->has_main && program->threaded_hosts &&
	       names_find(program->threaded_hosts, f->unit->main_file) != NAMES_NONE;
}

/* What is known of a library's process where one of its functions is called. */
static struct state state_of_host(struct phases *p, const struct function *f)
{
	struct state state = { .threads = THREADS_UNKNOWN };

	if (host_is_threaded(p->program, f)) {
		state.threads = THREADS_THREADED;
		state.unjoinable = true;
		p->has_threads = true;
	}
	return state;
}

/* More ways to leave threads behind are not told apart. */
#define LEFT_LIMIT 8

/* Enters a library's function as its host does; says whether threads run on when it comes back, and in what states. */
static bool leaves_threads(struct phases *p, const struct function *f, state_list *left)
{
	struct call_site site = { .callee = f };
	struct state before = state_of_host(p, f);
	const struct context *c = enter(p, f, &before, NULL);
	bool leaves = false;

	for (size_t k = 0; k < c->exits.len; k++) {
		struct state exit = p->states.items[c->exits.items[k]];
		struct state back = state_return(p, &site, &before, &exit);

		if (back.threads != THREADS_THREADED || back.in_thread || back.in_doubt || back.guesses)
			continue;
		leaves = true;
		if (left->len < LEFT_LIMIT)
			add_once(left, end_state(p, &back));
	}
	return leaves && before.threads != THREADS_THREADED;
}

/*
 * A library's host calls its functions in any order. Behind one that leaves threads of the library running, the others
 * are called beside those; one that starts them may do what it does before it starts them.
 */
static void start_library(struct phases *p)
{
	VEC(const struct function *) others = { 0 };
	state_list left = { 0 };

	for (size_t i = 0; i < p->program->functions.len; i++) {
		const struct function *f = &p->program->functions.items[i];

		if (!f->exported && !f->facts->constructor && !f->facts->destructor)
			continue;
		if (!leaves_threads(p, f, &left) && f->exported)
			hvec_push(&others, f);
	}
	for (size_t i = 0; i < left.len; i++)
		for (size_t k = 0; k < others.len; k++) {
			struct state state = p->states.items[left.items[i]];

			enter(p, others.items[k], &state, NULL);
		}
	hvec_free(&left);
	hvec_free(&others);
}

static void enter_at_exit(struct phases *p, const struct function *f, const struct registration *by)
{
	struct state host = state_of_host(p, f);

	if (!p->program->has_main)
		enter(p, f, &host, by);
	for (size_t i = 0; i < p->exit_states.len; i++) {
		struct state state = p->states.items[p->exit_states.items[i]];

		enter(p, f, &state, by);
	}
}

/* A library may call them at any time; that it does is a guess. */
static void start_loose(struct phases *p)
{
	for (size_t i = 0; i < p->program->loose.len; i++)
		for (size_t k = 0, count = p->nodes.len; k < count; k++) {
			struct state state = p->states.items[p->nodes.items[k]];

			state_guess(&state, !state.guesses);
			if (!state.in_thread && !state.child_of_threaded)
				enter(p, &p->program->functions.items[p->program->loose.items[i]], &state, NULL);
		}
}

void start_roots(struct phases *p)
{
	if (p->program->has_main)
		start_main(p);
	else
		start_library(p);
	for (size_t i = 0; i < p->program->functions.len; i++)
		if (p->program->has_main && p->program->functions.items[i].facts->destructor)
			enter_at_exit(p, &p->program->functions.items[i], NULL);
	start_loose(p);
}

/* --- functions kept for later ------------------------------------------------ */

static const struct function *registered(const struct phases *p, const struct registration *registration)
{
	return &p->program->functions.items[p->program->calls.items[registration->call].target];
}

static void start_later(struct phases *p, const struct registration *registration)
{
	state_list states = { 0 };

	hvec_push(&states, registration->node);
	for (size_t i = 0; i < states.len; i++) {
		struct state state = p->states.items[states.items[i]];

		for (size_t k = 0; k < p->transitions.len; k++)
			if (p->transitions.items[k].from == states.items[i])
				add_once(&states, p->transitions.items[k].to);
		/* What comes at any moment comes before threads are joined, too. */
		if (registration->occasion == OCCASION_ANY_MOMENT)
			state.in_doubt = false;
		enter(p, registered(p, registration), &state, registration);
	}
	hvec_free(&states);
}

static void start_in_children(struct phases *p, const struct registration *registration)
{
	for (size_t i = 0; i < p->fork_states.len; i++) {
		struct state state = p->states.items[p->fork_states.items[i]];

		enter(p, registered(p, registration), &state, registration);
	}
}

void start_registered(struct phases *p, const struct registration *registration)
{
	switch (registration->occasion) {
	case OCCASION_LATER:
	case OCCASION_ANY_MOMENT:
		start_later(p, registration);
		break;
	case OCCASION_EXIT:
		enter_at_exit(p, registered(p, registration), registration);
		break;
	case OCCASION_FORK:
		start_in_children(p, registration);
		break;
	}
}
