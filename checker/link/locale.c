/* Locales over the whole program: the state in which each function is entered, and answers from it. */
#include "link/locale_parts.h"

#include "link/phase.h"

static const struct locale_values nowhere;

static struct locale_values in_c(uint8_t process)
{
	struct locale_values values;

	for (int c = 0; c < LOCALE_CATEGORIES; c++) {
		values.may[c] = process;
		values.may[LOCALE_CATEGORIES + c] = HOLDS_NONE;
	}
	return values;
}

struct entering {
	struct locales *locales;
	VEC(uint32_t) todo;
	struct locale_values late;   /* behind the last change that main makes */
	uint8_t by_threads[LOCALE_CATEGORIES]; /* what changes set while threads run */
};

static void enter(struct entering *e, uint32_t function, const struct locale_values *values)
{
	struct locales *l = e->locales;
	bool changed = !l->entered[function];

	for (int v = 0; v < LOCALE_VARIABLES; v++) {
		uint8_t may = l->entries[function].may[v] | values->may[v];

		changed = changed || may != l->entries[function].may[v];
		l->entries[function].may[v] = may;
	}
	l->entered[function] = true;
	if (changed)
		vec_push(l->arena, &e->todo, function);
}

static struct locale_values values_at(const struct locales *l, const struct function *function, uint32_t event)
{
	struct transfer transfer = locale_transfer_to(l, function, event);

	return transfer_apply(&transfer, &l->entries[function->id]);
}

static void enter_callee(struct entering *e, const struct function *function, const struct call *call)
{
	struct locale_values values = values_at(e->locales, function, call->event);

	if (call->how == CALL_THREAD || call->how == CALL_LATER)
		for (int c = 0; c < LOCALE_CATEGORIES; c++) {
			values.may[c] |= call->how == CALL_THREAD ? e->by_threads[c] : e->late.may[c];
			values.may[LOCALE_CATEGORIES + c] = HOLDS_NONE;
		}
	enter(e, call->target, &values);
}

static void run(struct entering *e)
{
	const struct program *program = e->locales->program;

	for (size_t i = 0; i < e->todo.len; i++) {
		const struct function *function = &program->functions.items[e->todo.items[i]];

		for (size_t c = 0; c < function->calls.len; c++) {
			const struct call *call = &program->calls.items[function->calls.items[c]];

			if (call->target != UINT32_MAX)
				enter_callee(e, function, call);
		}
	}
	e->todo.len = 0;
}

static void enter_roots(struct entering *e)
{
	const struct program *program = e->locales->program;

	for (uint32_t f = 0; f < program->functions.len; f++) {
		const struct function *function = &program->functions.items[f];
		struct locale_values values = in_c(program->has_main ? HOLDS_C : HOLDS_UNKNOWN);

		if (function->is_main || function->exported || function->facts->constructor)
			enter(e, f, &values);
	}
}

static void note_threaded_changes(struct entering *e)
{
	const struct locales *l = e->locales;

	for (size_t i = 0; i < l->changes.len; i++) {
		const struct locale_change *change = &l->changes.items[i];
		const struct phase *phases;
		size_t count = phase_at(l->program, &l->program->functions.items[change->function], change->event, &phases);

		for (size_t p = 0; p < count && !change->of_thread && !change->by_caller; p++)
			for (int c = 0; c < LOCALE_CATEGORIES && phases[p].threads == THREADS_THREADED; c++)
				if (change->categories >> c & 1)
					e->by_threads[c] |= change->adds[c];
	}
}

/* [block] whether a change can follow behind its end. */
static bool *changes_follow(const struct locales *l, const struct function *function)
{
	bool *follow = arena_array(l->arena, bool, function->facts->n_blocks + 1);
	bool *has = arena_array(l->arena, bool, function->facts->n_blocks + 1), again = true;

	for (size_t i = 0; i < function->calls.len; i++) {
		const struct call *call = &l->program->calls.items[function->calls.items[i]];
		bool changes = locale_change_at(l, function->id, call->event) ||
			       (call->target != UINT32_MAX && call->how <= CALL_RUNS && l->flows[call->target].in);

		if (changes)
			has[function->facts->events[call->event]->block] = true;
	}
	while (again) {
		again = false;
		for (size_t b = function->facts->n_blocks; b--;)
			for (size_t i = 0; i < function->facts->blocks[b]->n_edges && !follow[b]; i++) {
				uint32_t to = function->facts->blocks[b]->edges[i]->to;

				follow[b] = has[to] || follow[to];
				again = again || follow[b];
			}
	}
	return follow;
}

/* What holds in main from where nothing changes it any more: then callbacks run. */
static void find_late(struct entering *e, const struct function *function)
{
	const struct locales *l = e->locales;
	const struct locale_flow *flow = &l->flows[function->id];
	bool *follow = changes_follow(l, function), any = false;

	for (int all = 0; all < 2 && !any; all++)
		for (uint32_t b = 0; b < function->facts->n_blocks; b++) {
			const Fact__Block *block = function->facts->blocks[b];
			struct locale_values values;

			if ((follow[b] && !all) || !block->event_count || (flow->reached && !flow->reached[b]))
				continue;
			values = values_at(l, function, block->first_event + block->event_count - 1);
			for (int c = 0; c < LOCALE_CATEGORIES; c++)
				e->late.may[c] |= values.may[c];
			any = true;
		}
}

static void enter_late(struct entering *e)
{
	const struct program *program = e->locales->program;
	struct locale_values values = in_c(0);

	for (size_t f = 0; f < program->functions.len; f++)
		if (program->functions.items[f].is_main)
			find_late(e, &program->functions.items[f]);
	for (int c = 0; c < LOCALE_CATEGORIES; c++)
		values.may[c] = e->late.may[c] ? e->late.may[c] : HOLDS_UNKNOWN;
	for (size_t i = 0; i < program->loose.len; i++)
		enter(e, program->loose.items[i], &values);
	/* Functions registered for later were entered as it was then. */
	for (size_t i = 0; i < program->calls.len; i++) {
		const struct call *call = &program->calls.items[i];

		if (call->how == CALL_LATER && call->target != UINT32_MAX && e->locales->entered[call->caller])
			enter_callee(e, &program->functions.items[call->caller], call);
	}
	run(e);
}

void locale_compute(struct program *program)
{
	struct locales *l = arena_new(program->arena, struct locales);
	struct entering e = { .locales = l, .late = nowhere };

	program->locales = l;
	*l = (struct locales){ .program = program, .arena = program->arena };
	l->flows = arena_array(l->arena, struct locale_flow, program->functions.len);
	l->entries = arena_array(l->arena, struct locale_values, program->functions.len);
	l->entered = arena_array(l->arena, bool, program->functions.len);
	locale_find_changes(l);
	locale_find_transfers(l);
	note_threaded_changes(&e);
	enter_roots(&e);
	run(&e);
	enter_late(&e);
}

void locale_release(struct program *program)
{
	map_release(&program->locales->change_of_event);
	map_release(&program->locales->change_of_call);
}

/* --- answers ----------------------------------------------------------------------- */

enum locale_state locale_at(const struct program *program, const struct function *function, uint32_t event,
			    enum locale_category category)
{
	struct locale_values values = values_at(program->locales, function, event);
	uint8_t may = values.may[LOCALE_CATEGORIES + category];

	if (may & HOLDS_NONE)
		may |= values.may[category];
	if (may & HOLDS_ADOPTED)
		return LOCALE_ADOPTED;
	return may & HOLDS_UNKNOWN ? LOCALE_UNKNOWN : LOCALE_C;
}

static bool adopts(const struct locales *l, const struct locale_change *change, enum locale_category category)
{
	return l->entered[change->function] && !change->by_caller && (change->categories >> category & 1) &&
	       (change->adds[category] & HOLDS_ADOPTED);
}

/* Whether the same function puts back what held before. */
static bool is_passing(const struct locales *l, const struct locale_change *change)
{
	for (size_t i = 0; i < l->changes.len; i++)
		if (l->changes.items[i].function == change->function && l->changes.items[i].restores.len &&
		    (l->changes.items[i].categories & change->categories))
			return true;
	return false;
}

/* How much speaks for telling of this change: it stays, is the whole process's, and sets this category alone. */
static int weight(const struct locales *l, const struct locale_change *change)
{
	return 4 * !is_passing(l, change) + 2 * !change->of_thread + !(change->categories & (change->categories - 1u));
}

bool locale_adopter(const struct program *program, enum locale_category category, size_t step,
		    const struct function **function, uint32_t *event)
{
	const struct locales *l = program->locales;
	const struct locale_change *found = NULL;
	int best = -1;

	for (size_t i = 0; i < l->changes.len; i++) {
		const struct locale_change *change = &l->changes.items[i];
		int here = adopts(l, change, category) ? weight(l, change) : -1;

		if (here > best) {
			best = here;
			found = change;
		}
	}
	while (found && step--)
		found = found->inner ? &l->changes.items[found->inner - 1] : NULL;
	if (!found)
		return false;
	*function = &program->functions.items[found->function];
	*event = found->event;
	return true;
}

bool locale_only_asks(const struct program *program, const struct function *function, uint32_t event)
{
	const struct locale_change *change = locale_change_at(program->locales, function->id, event);

	if (!change || change->restores.len)
		return false;
	for (int c = 0; c < LOCALE_CATEGORIES; c++)
		if (change->adds[c])
			return false;
	return change->weak;
}
