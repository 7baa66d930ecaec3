/* Threads by the functions they begin with: the first one, and each entry that some call hands to a thread. */
#include "rules/env_threads.h"

#include "rules/env_order.h"
#include "rules/env_times.h"
#include "rules/trace.h"

#include <string.h>

/* Entries told apart; those beyond share one bit. */
#define ENTRY_LIMIT 61
/* The threads of OpenMP regions, of which there are always several. */
#define TEAM_BIT (UINT64_C(1) << 63)

struct env_threads {
	const struct program *program;
	struct arena *arena;
	VEC(uint32_t) entries; /* functions; bit 1 + index */
	uint64_t *runs;        /* [function] bits of the threads that come by; bit 0: the first thread */
	uint64_t several;      /* bits of entries that more than one thread may run at a time */
	struct later **behind; /* [call] what can run after it starts a thread, until that is joined; NULL: not asked yet */
};

static uint64_t bit_of(const struct env_threads *t, size_t entry)
{
	(void)t;
	return UINT64_C(2) << (entry < ENTRY_LIMIT ? entry : ENTRY_LIMIT);
}

static void see_creation(struct env_threads *t, const struct call *call)
{
	const struct function *caller = &t->program->functions.items[call->caller];
	const struct phase *phases;
	bool known = false;
	size_t i = 0;

	if (call->how != CALL_THREAD || call->target == UINT32_MAX ||
	    !phase_at(t->program, caller, call->event, &phases))
		return;
	while (i < t->entries.len && t->entries.items[i] != call->target)
		i++;
	known = i < t->entries.len;
	if (!known)
		vec_push(t->arena, &t->entries, call->target);
	if (known || i >= ENTRY_LIMIT || times_of_event(t->program, caller, call->event) >= TIMES_OFTEN)
		t->several |= bit_of(t, i);
}

/* Marks what a thread comes by, its own threads left out. */
static void spread(struct env_threads *t, uint32_t function, uint64_t bits)
{
	VEC(uint32_t) todo = { 0 };

	vec_push(t->arena, &todo, function);
	for (size_t i = 0; i < todo.len; i++) {
		const struct function *at = &t->program->functions.items[todo.items[i]];

		if ((t->runs[at->id] & bits) == bits)
			continue;
		t->runs[at->id] |= bits;
		for (size_t c = 0; c < at->calls.len; c++) {
			const struct call *call = &t->program->calls.items[at->calls.items[c]];

			if (call->target != UINT32_MAX && call->how != CALL_THREAD)
				vec_push(t->arena, &todo, call->target);
		}
	}
}

static struct env_threads *find_threads(const struct program *program, struct arena *arena)
{
	struct env_threads *t = arena_new(arena, struct env_threads);

	t->program = program;
	t->arena = arena;
	t->several = TEAM_BIT;
	t->runs = arena_array(arena, uint64_t, program->functions.len + 1);
	t->behind = arena_array(arena, struct later *, program->calls.len + 1);
	for (size_t i = 0; i < program->calls.len; i++)
		see_creation(t, &program->calls.items[i]);
	for (size_t i = 0; i < t->entries.len; i++)
		spread(t, t->entries.items[i], bit_of(t, i));
	for (size_t f = 0; f < program->functions.len; f++) {
		const struct function *function = &program->functions.items[f];

		if (function->is_main || function->exported || function->facts->constructor || function->facts->destructor)
			spread(t, (uint32_t)f, 1);
	}
	for (size_t i = 0; i < program->loose.len; i++)
		spread(t, program->loose.items[i], 1);
	return t;
}

struct env_threads *env_threads_of(struct rule_run *run, const struct program *program)
{
	static const char question;
	void **threads = rule_shared(run, &question);

	if (!*threads)
		*threads = find_threads(program, rule_arena(run));
	return *threads;
}

/* The threads that come by while there are several. */
static uint64_t threads_at(const struct env_threads *t, struct env_point point)
{
	const struct phase *phases;
	size_t count = phase_at(t->program, point.function, point.event, &phases);
	uint64_t runs = t->runs[point.function->id], bits = 0;
	/* What runs on another thread, but begins with no thread's entry, is in a region. */
	uint64_t others = runs & ~UINT64_C(1) ? runs & ~UINT64_C(1) : TEAM_BIT;

	for (size_t i = 0; i < count; i++)
		if (phases[i].threads == THREADS_THREADED)
			bits |= phases[i].in_thread ? others : runs & 1;
	return bits;
}

bool env_may_meet(struct env_threads *threads, struct env_point a, struct env_point b)
{
	uint64_t left = threads_at(threads, a), right = threads_at(threads, b);

	if (!left || !right)
		return false;
	/* Two threads apart, or one entry that several threads run. */
	return (left | right) & ~(left & right) || (left & (left - 1)) || (left & threads->several);
}

/* --- from start to join ------------------------------------------------------------------------ */

/* A thread's handle, by the key of the memory that it lies in; "" where it has none. */
struct handle_key {
	const struct env_threads *threads;
	const char *key;
};

static const char *key_of(const struct env_threads *t, const struct function *function, const Fact__Operand *operand)
{
	uint32_t origin = origin_bare(function, operand->origin);

	if (origin_of(function, origin)->kind == FACT__ORIGIN_KIND__ORIGIN_LOAD ||
	    origin_of(function, origin)->kind == FACT__ORIGIN_KIND__ORIGIN_OUT)
		origin = origin_of(function, origin)->args[0];
	return values_place_key(t->program, function, origin, t->arena);
}

static bool joins(const struct handle_key *handle, const struct function *function, uint32_t event)
{
	const Fact__Event *at = function->facts->events[event];
	const char *library = at->kind == FACT__EVENT_KIND__EVENT_CALL ?
				      program_library_callee(handle->threads->program, function, event) : NULL;
	const struct model_trait *join = library ? model_trait(library, TRAIT_THREAD_JOIN) : NULL;

	return join && join->a >= 0 && (size_t)join->a < at->n_args &&
	       !strcmp(key_of(handle->threads, function, at->args[join->a]), handle->key);
}

/* A join of that handle, or a call of a function that has one. */
static bool ends_at_join(void *data, const struct function *function, uint32_t event)
{
	const struct handle_key *handle = data;
	size_t count;
	const struct call *calls = program_calls_at(handle->threads->program, function, event, &count);
	const struct function *callee;

	if (count != 1 || calls->maybe || calls->target == UINT32_MAX)
		return joins(handle, function, event);
	callee = &handle->threads->program->functions.items[calls->target];
	for (uint32_t e = 0; e < callee->facts->n_events; e++)
		if (joins(handle, callee, e))
			return true;
	return false;
}

static bool runs_at(struct env_threads *t, const struct call *start, struct env_point write)
{
	const struct function *caller = &t->program->functions.items[start->caller];
	const Fact__Event *event = caller->facts->events[start->event];
	struct handle_key handle = { .threads = t, .key = event->n_args ? key_of(t, caller, event->args[0]) : "" };

	if (!t->behind[start->id])
		t->behind[start->id] = later_until(t->program, caller, start->event, *handle.key ? ends_at_join : NULL,
						   &handle, t->arena);
	return later_has(t->behind[start->id], write.function, write.event);
}

bool env_may_run_beside(struct env_threads *threads, struct env_point reader, struct env_point write)
{
	uint64_t bits = threads->runs[reader.function->id] & ~UINT64_C(1);
	const struct phase *phases;

	/* What no thread's entry leads to is in a region; and threads have no order among each other. */
	if (threads->runs[write.function->id] != 1 || !bits || threads->entries.len > ENTRY_LIMIT)
		return true;
	for (size_t i = 0; i < threads->program->calls.len; i++) {
		const struct call *call = &threads->program->calls.items[i];
		size_t entry = 0;

		if (call->how != CALL_THREAD || call->target == UINT32_MAX ||
		    !phase_at(threads->program, &threads->program->functions.items[call->caller], call->event, &phases))
			continue;
		while (entry < threads->entries.len && threads->entries.items[entry] != call->target)
			entry++;
		if (entry < threads->entries.len && bits & bit_of(threads, entry) && runs_at(threads, call, write))
			return true;
	}
	return false;
}
