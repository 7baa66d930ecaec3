/* Witnesses: how the program comes to an event in a phase, as steps for people. */
#include "link/phase_search.h"

#include <string.h>

/* Longer paths are cut in the middle: the first and the last so many steps are what people read. */
#define WITNESS_HEAD 6
#define WITNESS_TAIL 10

struct witness {
	struct phases *p;
	const struct phase *phase;
	struct arena *arena;   /* of the finding */
	struct arena scratch;
	struct finding *finding;
	size_t first;          /* steps that were there before */
	size_t start, start_end; /* steps that tell where the threads of this process started; equal: none yet */
	size_t first_start_end;  /* behind the step that tells where this thread, or a fork's, began; 0: none */
};

static const struct function *function_of(const struct witness *w, const struct context *c)
{
	return &w->p->program->functions.items[c->function];
}

static struct place place_of(const struct function *f, const Fact__Place *place)
{
	struct place out = { .file = f->unit->main_file };

	if (!place)
		return out;
	out.line = place->line;
	out.column = place->column;
	out.end_line = place->end_line;
	out.end_column = place->end_column;
	if (place->file < f->unit->n_files)
		out.file = f->unit->files[place->file]->path;
	return out;
}

static void add_step(struct witness *w, const struct function *f, uint32_t event, const char *message)
{
	struct step step = { place_of(f, f->facts->events[event]->place), message };

	vec_push(w->arena, &w->finding->steps, step);
}

/* --- single steps ---------------------------------------------------------- */

static void add_start(struct witness *w, const struct function *f, uint32_t event)
{
	struct edge_range calls = event_calls(w->p, f, event);
	const char *message = "thread started here";

	for (size_t i = calls.end; i-- > calls.first;) {
		const struct call *call = &w->p->program->calls.items[f->calls.items[i]];

		if (effect_of(w->p, call) && effect_of(w->p, call)->makes_team)
			message = "threads of a parallel region start here";
		if (call->how == CALL_THREAD && call->target != NONE)
			message = arena_printf(w->arena, "thread that runs '%s' started here",
					       w->p->program->functions.items[call->target].name);
	}
	add_step(w, f, event, message);
}

static const char *library_at(const struct witness *w, const struct function *f, uint32_t event)
{
	struct edge_range calls = event_calls(w->p, f, event);

	for (size_t i = calls.first; i < calls.end; i++) {
		const struct call *call = &w->p->program->calls.items[f->calls.items[i]];

		if (call->library)
			return call->library;
	}
	return NULL;
}

static void add_call(struct witness *w, const struct call *call)
{
	const struct function *caller = &w->p->program->functions.items[call->caller];
	const char *callee = w->p->program->functions.items[call->target].name;
	const char *library = library_at(w, caller, call->event);
	const char *message;

	if (call->how == CALL_LATER)
		message = arena_printf(w->arena, "'%s' registers '%s'", caller->name, callee);
	else if (call->how == CALL_RUNS && library)
		message = arena_printf(w->arena, "'%s' calls '%s'", library, callee);
	else if (call->how == CALL_POINTER || call->how == CALL_MAYBE)
		message = arena_printf(w->arena, "'%s' calls '%s' through a pointer", caller->name, callee);
	else
		message = arena_printf(w->arena, "'%s' calls '%s'", caller->name, callee);
	add_step(w, caller, call->event, message);
}

/* --- where threads start ----------------------------------------------------- */

/* States of the context that have threads, or are a child's of a process with threads. */
static uint64_t states_with(const struct phases *p, const struct context *c, bool forked)
{
	uint64_t set = 0;

	for (size_t i = 0; i < c->states.len; i++) {
		const struct state *state = &p->states.items[c->states.items[i]];

		if (forked ? state->child_of_threaded : state->threads == THREADS_THREADED)
			set |= (uint64_t)1 << i;
	}
	return set;
}

/* Follows a change into the callee that makes it, down to the library function. */
static void follow_change(struct witness *w, const struct context *c, const struct change *change, bool forks)
{
	for (size_t depth = 0; change && change->call != NONE && depth < w->p->contexts.len; depth++) {
		struct search_goal goal = { .event = NONE };
		const struct milestone *way = NULL;

		if (change->callee == NONE) {
			w->first_start_end = forks ? w->finding->steps.len + 1 : w->first_start_end;
			if (forks)
				add_step(w, function_of(w, c), change->event, "process forked here");
			else
				add_start(w, function_of(w, c), change->event);
			return;
		}
		add_call(w, &w->p->program->calls.items[change->call]);
		c = w->p->contexts.items[change->callee];
		goal.states = states_with(w->p, c, forks);
		phase_search(w->p, c, &goal, &w->scratch, &way);
		while (way && way->forks != forks)
			way = way->before;
		change = way ? way->change : NULL;
	}
}

/* Threads that were started on the way and joined again don't matter. */
static void drop_start(struct witness *w)
{
	struct step *steps = w->finding->steps.items;
	size_t behind = w->finding->steps.len - w->start_end;

	memmove(&steps[w->start], &steps[w->start_end], behind * sizeof *steps);
	w->finding->steps.len -= w->start_end - w->start;
	w->start = w->start_end = w->finding->steps.len;
}

static void add_change(struct witness *w, const struct context *c, const struct change *change, bool forks)
{
	if (!forks && w->start_end > w->start)
		drop_start(w);
	w->start = w->finding->steps.len;
	follow_change(w, c, change, forks);
	w->start_end = forks ? w->start : w->finding->steps.len;
}

/* A library's function that a process with threads may call. */
static void add_host(struct witness *w, const struct function *f)
{
	struct step step = { place_of(f, f->facts->place),
			     arena_printf(w->arena, "'%s' is called by a process with threads", f->name) };

	vec_push(w->arena, &w->finding->steps, step);
}

/* Where threads were there at the entry already, from elsewhere: the first place that starts one. */
static void add_first_start(struct witness *w)
{
	for (size_t i = 0; i < w->p->transitions.len; i++) {
		const struct transition *t = &w->p->transitions.items[i];
		const struct context *c = w->p->contexts.items[t->context];

		if (w->p->states.items[t->from].threads == THREADS_THREADED ||
		    w->p->states.items[t->to].threads != THREADS_THREADED)
			continue;
		for (size_t k = 0; k < c->changes.len; k++)
			if (c->changes.items[k].event == t->event && c->changes.items[k].call != NONE) {
				add_change(w, c, &c->changes.items[k], false);
				return;
			}
	}
}

static const struct change *first_fork(const struct witness *w, const struct context *c)
{
	for (size_t k = 0; k < c->changes.len; k++) {
		const struct change *change = &c->changes.items[k];

		if (change->call != NONE && change->callee == NONE &&
		    change->to & states_with(w->p, c, true) & ~((uint64_t)1 << change->from))
			return change;
	}
	return NULL;
}

/* Where the child is one of any fork: the first place where a process with threads forks. */
static void add_first_fork(struct witness *w)
{
	for (size_t i = 0; i < w->p->contexts.len; i++) {
		const struct context *c = w->p->contexts.items[i];
		const struct change *change = c->reached ? first_fork(w, c) : NULL;

		if (!change)
			continue;
		add_step(w, function_of(w, c), change->event, "process forked here");
		return;
	}
}

/* The milestones on the way to a state of one context. */
static void add_way(struct witness *w, const struct context *c, uint32_t event, uint64_t states)
{
	struct search_goal goal = { event, states };
	const struct milestone *way, *turned = NULL;

	phase_search(w->p, c, &goal, &w->scratch, &way);
	while (way) {
		struct milestone *copy = arena_new(&w->scratch, struct milestone);

		*copy = (struct milestone){ way->forks, way->change, turned };
		turned = copy;
		way = way->before;
	}
	for (; turned; turned = turned->before)
		add_change(w, c, turned->change, turned->forks);
}

/* --- the path ------------------------------------------------------------------ */

static uint64_t states_in_phase(const struct phases *p, const struct context *c, const struct phase *phase)
{
	uint64_t set = 0;

	for (size_t i = 0; i < c->states.len; i++) {
		const struct state *s = &p->states.items[c->states.items[i]];

		if (s->threads == (uint8_t)phase->threads && s->in_thread == phase->in_thread &&
		    s->child_of_threaded == phase->child_of_threaded && (s->guesses > 0) == phase->maybe &&
		    (s->guesses == GUESSES_SEVERAL) == phase->several_guesses &&
		    (s->in_doubt == phase->joined_in_doubt || phase->several_guesses))
			set |= (uint64_t)1 << i;
	}
	return set;
}

static bool has_threads(const struct witness *w, uint32_t state)
{
	return w->p->states.items[state].threads == THREADS_THREADED;
}

/* One hop of the path: what happens in `from` before it enters `to`, and how it does. */
static void add_hop(struct witness *w, const struct context *from, const struct context *to)
{
	const struct call *call = &w->p->program->calls.items[to->call];
	bool tells_threads = w->phase->threads == THREADS_THREADED || w->phase->child_of_threaded;

	if (call->how == CALL_THREAD) {
		w->finding->steps.len = w->start = w->start_end = w->first;
		add_start(w, function_of(w, from), call->event);
		w->first_start_end = w->finding->steps.len;
		return;
	}
	if (tells_threads)
		add_way(w, from, call->event, (uint64_t)1 << to->from_state);
	if (tells_threads && call->how == CALL_LATER && has_threads(w, to->entry) &&
	    !has_threads(w, from->states.items[to->from_state]))
		add_first_start(w);
	if (call->how == CALL_LATER && w->phase->child_of_threaded) {
		add_first_start(w);
		add_first_fork(w);
	}
	add_call(w, call);
}

/* Steps that stay however long the path is: its ends, and where the thread starts. */
static bool is_kept(const struct witness *w, size_t step, size_t end)
{
	return step < w->first + WITNESS_HEAD || step + WITNESS_TAIL >= end || step + 1 == w->start_end ||
	       step + 1 == w->first_start_end;
}

/* Replaces what lies between by one step that tells how many calls there were. */
static void cut_middle(struct witness *w)
{
	struct step *steps = w->finding->steps.items;
	size_t end = w->finding->steps.len, to = w->first;

	if (end - w->first <= WITNESS_HEAD + WITNESS_TAIL + 1)
		return;
	for (size_t i = w->first; i < end;) {
		size_t behind = i;

		while (behind < end && !is_kept(w, behind, end))
			behind++;
		if (behind > i + 1) {
			steps[to] = steps[i];
			steps[to++].message = arena_printf(w->arena, "… %zu calls …", behind - i);
			i = behind;
		} else {
			steps[to++] = steps[i++];
		}
	}
	w->finding->steps.len = to;
}

static void add_path(struct witness *w, const struct context *c, uint32_t event, uint64_t states)
{
	VEC(const struct context *) path = { 0 };

	vec_push(&w->scratch, &path, c);
	for (const struct context *at = c; at->from != NONE;) {
		at = w->p->contexts.items[at->from];
		vec_push(&w->scratch, &path, at);
	}
	if (has_threads(w, path.items[path.len - 1]->entry)) {
		if (host_is_threaded(w->p->program, function_of(w, path.items[path.len - 1])))
			add_host(w, function_of(w, path.items[path.len - 1]));
		else
			add_first_start(w);
	}
	for (size_t i = path.len; i-- > 1;)
		add_hop(w, path.items[i], path.items[i - 1]);
	if (w->phase->threads == THREADS_THREADED || w->phase->child_of_threaded)
		add_way(w, c, event, states);
}

void phase_witness(const struct program *program, const struct function *function, uint32_t event,
		   const struct phase *phase, struct arena *arena, struct finding *finding)
{
	struct witness w = { .p = program->phases, .phase = phase, .arena = arena, .finding = finding,
			     .first = finding->steps.len };
	const struct phase_function *known = &w.p->functions[function->id];

	for (size_t i = 0; i < known->contexts.len; i++) {
		const struct context *c = known->contexts.items[i];
		struct search_goal goal = { event, states_in_phase(w.p, c, phase) };
		const struct milestone *way;

		if (goal.states && phase_search(w.p, c, &goal, &w.scratch, &way)) {
			add_path(&w, c, event, goal.states);
			cut_middle(&w);
			break;
		}
	}
	finding->path_steps = finding->steps.len;
	arena_release(&w.scratch);
}
