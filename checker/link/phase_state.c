/* States of the phase analysis: what creating, joining and detaching does to them, and how handles are named. */
#include "link/phase_parts.h"

#include "base/err.h"
#include "model/models.h"

#include <string.h>

_Static_assert(sizeof(struct state) == 20 + 4 * HANDLE_LIMIT, "states have no padding");
_Static_assert(sizeof(struct handle) == 16, "handles have no padding");

/* How far an origin is followed to the object that a handle lies in. */
#define HANDLE_WALK_LIMIT 64

/* One spelling for equal states. */
static void normalise(struct state *s)
{
	if (s->threads == THREADS_THREADED && (s->unjoinable || s->held || s->lost || s->handles[0])) {
		if (s->unjoinable) {
			s->held = s->lost = false;
			memset(s->handles, 0, sizeof s->handles);
		}
		if (s->unjoinable || s->held)
			s->before = THREADS_SINGLE;
		return;
	}
	if (s->threads == THREADS_THREADED)
		s->threads = s->before;
	s->before = THREADS_SINGLE;
	s->unjoinable = s->held = s->lost = false;
	s->in_doubt = s->in_doubt && s->child_of_threaded;
	memset(s->handles, 0, sizeof s->handles);
}

uint32_t state_intern(struct phases *p, const struct state *state)
{
	struct state s = *state;
	uint32_t id;

	normalise(&s);
	id = names_add_n(&p->tables->states, (const char *)&s, sizeof s);
	if (id == p->states.len)
		vec_push(p->arena, &p->states, s);
	return id;
}

void state_add_handle(struct state *state, uint32_t handle)
{
	size_t at = 0;

	while (at < HANDLE_LIMIT && state->handles[at] && state->handles[at] < handle)
		at++;
	if (at < HANDLE_LIMIT && state->handles[at] == handle)
		return;
	if (state->handles[HANDLE_LIMIT - 1]) {
		state->lost = true;
		return;
	}
	memmove(&state->handles[at + 1], &state->handles[at], (HANDLE_LIMIT - 1 - at) * sizeof *state->handles);
	state->handles[at] = handle;
}

void state_guess(struct state *state, bool guess)
{
	if (guess && state->guesses < GUESSES_SEVERAL)
		state->guesses++;
}

static void make_threaded(struct state *state)
{
	if (state->threads != THREADS_THREADED)
		state->before = state->threads;
	state->threads = THREADS_THREADED;
}

void state_create_lost(struct state *state)
{
	make_threaded(state);
	state->lost = true;
	normalise(state);
}

void state_create(struct phases *p, struct state *state, const struct handle *handle)
{
	make_threaded(state);
	if (handle) {
		state_add_handle(state, 1 + handle_intern(p, handle));
	} else {
		state->unjoinable = true;
		state->in_doubt = state->in_doubt && state->child_of_threaded;
	}
	normalise(state);
}

/* An element is joined by its own index, or by one that runs over all. */
static bool same_handle(const struct handle *one, const struct handle *other)
{
	return one->kind == other->kind && one->number == other->number &&
	       (one->element == other->element || one->element == -1 || other->element == -1);
}

static bool remove_handle(const struct phases *p, struct state *state, const struct handle *handle)
{
	size_t kept = 0;
	bool found = false;

	for (size_t i = 0; i < HANDLE_LIMIT && state->handles[i]; i++) {
		if (same_handle(&p->handles.items[state->handles[i] - 1], handle))
			found = true;
		else
			state->handles[kept++] = state->handles[i];
	}
	memset(&state->handles[kept], 0, (HANDLE_LIMIT - kept) * sizeof *state->handles);
	return found;
}

void state_join(const struct phases *p, struct state *state, const struct handle *handle)
{
	if (state->threads != THREADS_THREADED || state->unjoinable)
		return;
	if (!handle || (!remove_handle(p, state, handle) && state->lost))
		state->in_doubt = true;
	normalise(state);
}

void state_doubt(const struct phases *p, struct state *state, const struct handle *handle)
{
	struct state without = *state;

	if (state->threads == THREADS_THREADED && remove_handle(p, &without, handle))
		state->in_doubt = true;
}

void state_detach(const struct phases *p, struct state *state, const struct handle *handle)
{
	if (state->threads == THREADS_THREADED && (!handle || remove_handle(p, state, handle) || state->lost))
		state->unjoinable = true;
	normalise(state);
}

void state_move(struct phases *p, struct state *state, const struct handle *from, const struct handle *to)
{
	if (state->threads != THREADS_THREADED || !remove_handle(p, state, from))
		return;
	if (to)
		state_add_handle(state, 1 + handle_intern(p, to));
	else
		state->lost = true;
	normalise(state);
}

struct state state_plain(const struct state *state)
{
	struct state plain = {
		.threads = state->threads,
		.in_thread = state->in_thread,
		.child_of_threaded = state->child_of_threaded,
		.guesses = state->guesses,
		.in_doubt = state->in_doubt,
	};

	plain.unjoinable = plain.threads == THREADS_THREADED;
	return plain;
}

struct state state_later(const struct state *state)
{
	struct state later = state_plain(state);

	/* By then, threads that will be joined may be there or not. */
	if (state->threads == THREADS_THREADED && state->handles[0] && !state->held && !state->lost)
		later.in_doubt = true;
	later.unjoinable = false;
	later.held = later.threads == THREADS_THREADED;
	return later;
}

bool states_differ(const struct state *one, const struct state *other)
{
	struct state a = *one, b = *other;

	a.result = b.result = 0;
	a.signs = b.signs = 0;
	a.stored = b.stored = 0;
	a.returned = b.returned = false;
	return memcmp(&a, &b, sizeof a) != 0;
}

uint32_t handle_intern(struct phases *p, const struct handle *handle)
{
	uint32_t id = names_add_n(&p->tables->handles, (const char *)handle, sizeof *handle);

	if (id == p->handles.len)
		vec_push(p->arena, &p->handles, *handle);
	return id;
}

/* The one argument of a join that may be a handle's place; `*many` where there are several. */
static uint32_t union_argument(const Fact__Function *f, const Fact__Origin *o, bool *many)
{
	uint32_t found = 0;

	for (size_t i = 0; i < o->n_args; i++) {
		Fact__OriginKind kind = f->origins[o->args[i]]->kind;

		if (kind == FACT__ORIGIN_KIND__ORIGIN_UNKNOWN || kind == FACT__ORIGIN_KIND__ORIGIN_UNDEFINED ||
		    kind == FACT__ORIGIN_KIND__ORIGIN_INT)
			continue;
		if (found)
			*many = true;
		else
			found = o->args[i];
	}
	return found;
}

static uint32_t field_number(struct phases *p, const struct function *f, const Fact__Origin *o)
{
	struct arena_mark mark = arena_mark(p->arena);
	uint32_t number = names_add(&p->tables->fields,
				    arena_printf(p->arena, "%s.%u", f->unit->records[o->record]->key, o->field));

	arena_rewind(p->arena, mark);
	return number;
}

static bool base_handle(const struct phases *p, const struct function *f, const Fact__Origin *o, struct handle *handle)
{
	const struct global *global;

	handle->number = (uint32_t)o->number;
	switch (o->kind) {
	case FACT__ORIGIN_KIND__ORIGIN_PARAM:
		handle->kind = HANDLE_PARAM;
		return true;
	case FACT__ORIGIN_KIND__ORIGIN_LOCAL:
		handle->kind = HANDLE_OBJECT;
		return true;
	case FACT__ORIGIN_KIND__ORIGIN_RESULT:
		handle->kind = HANDLE_RESULT;
		return true;
	case FACT__ORIGIN_KIND__ORIGIN_GLOBAL:
		global = program_global(p->program, f->unit, o->symbol);
		handle->kind = HANDLE_GLOBAL;
		handle->number = global ? global->id : NONE;
		return global != NULL;
	default:
		return false;
	}
}

static void step_over_element(const Fact__Function *f, const Fact__Origin *o, struct handle *handle, bool *many)
{
	const Fact__Origin *index = f->origins[o->args[1]];

	if (index->kind == FACT__ORIGIN_KIND__ORIGIN_INT && index->number >= 0 && handle->element < 0 && !*many)
		handle->element = index->number;
	else {
		*many = true;
		handle->element = -1;
	}
}

/* What a library's result is a part of, or is itself; `*many` where it is one of several. False for any other. */
static bool holder_of_result(const struct phases *p, const struct function *f, const Fact__Origin *o, uint32_t *origin,
			     bool *many)
{
	const Fact__Event *event = f->facts->events[o->number];
	const char *name = program_library_callee(p->program, f, (uint32_t)o->number);
	size_t count = 0;
	const struct model_trait *traits = name ? model_traits(name, &count) : NULL;
	bool found = false;

	for (size_t i = 0; i < count; i++) {
		if ((traits[i].trait != TRAIT_ELEMENT && traits[i].trait != TRAIT_RETURNS_ARG) || traits[i].a < 0 ||
		    (size_t)traits[i].a >= event->n_args)
			continue;
		*origin = event->args[traits[i].a]->origin;
		*many |= traits[i].trait == TRAIT_ELEMENT && traits[i].b > 0;
		found = true;
	}
	return found;
}

bool thread_handle_of(struct phases *p, const struct function *f, uint32_t origin, struct handle *handle, bool *many)
{
	bool field = false;

	*handle = (struct handle){ .element = -1 };
	*many = false;
	for (int steps = 0; steps < HANDLE_WALK_LIMIT; steps++) {
		const Fact__Origin *o = f->facts->origins[origin];
		struct handle base = *handle;

		switch (o->kind) {
		case FACT__ORIGIN_KIND__ORIGIN_UNION:
			origin = union_argument(f->facts, o, many);
			continue;
		case FACT__ORIGIN_KIND__ORIGIN_ELEMENT:
			step_over_element(f->facts, o, handle, many);
			break;
		case FACT__ORIGIN_KIND__ORIGIN_BINARY:
			*many = true;
			break;
		case FACT__ORIGIN_KIND__ORIGIN_RESULT:
			if (holder_of_result(p, f, o, &origin, many))
				continue;
			*handle = field ? *handle : base;
			return field || base_handle(p, f, o, handle);
		case FACT__ORIGIN_KIND__ORIGIN_FIELD:
			if (!field) {
				handle->kind = HANDLE_FIELD;
				handle->number = field_number(p, f, o);
			}
			field = true;
			break;
		case FACT__ORIGIN_KIND__ORIGIN_CAST:
		case FACT__ORIGIN_KIND__ORIGIN_LOAD:
		case FACT__ORIGIN_KIND__ORIGIN_OUT:
			break;
		default:
			if (field)
				return true;
			*handle = base;
			return base_handle(p, f, o, handle);
		}
		origin = o->args[0];
	}
	return field;
}
