/* States on their way to a callee and back: handles get other names, what the callee can't ask is kept aside. */
#include "link/phase_parts.h"

#include "link/internal.h"

#include <string.h>

/* The caller's handle that parameter `number` of the callee stands for. */
static bool argument_handle(struct phases *p, const struct call_site *site, uint32_t number, struct handle *handle,
			    bool *many)
{
	const Fact__Operand *operand = call_argument(p->program, site->call, number);

	return operand && thread_handle_of(p, site->caller, operand->origin, handle, many);
}

/* 1 + what the callee calls a handle of the caller; 0 where it can't name it. */
static uint32_t handle_down(struct phases *p, const struct call_site *site, uint32_t handle)
{
	struct handle h = p->handles.items[handle - 1];

	if (!p->functions[site->callee->id].may_join)
		return 0;
	if (h.kind == HANDLE_GLOBAL || h.kind == HANDLE_FIELD)
		return handle;
	for (uint32_t i = 0; site->call && i < site->callee->facts->parameter_count; i++) {
		struct handle arg;
		bool many;

		if (!argument_handle(p, site, i, &arg, &many) || arg.kind != h.kind || arg.number != h.number ||
		    (arg.element >= 0 && h.element != -1 && arg.element != h.element))
			continue;
		if (many || arg.element >= 0)
			h.element = -1;
		return 1 + handle_intern(p, &(struct handle){ HANDLE_PARAM, i, h.element });
	}
	return 0;
}

/* 1 + what the caller calls a handle with which the callee is left; 0 where it can't name it. */
static uint32_t handle_up(struct phases *p, const struct call_site *site, uint32_t handle)
{
	struct handle h = p->handles.items[handle - 1], arg;
	bool many;

	switch (h.kind) {
	case HANDLE_GLOBAL:
	case HANDLE_FIELD:
		return handle;
	case HANDLE_RETURNED:
		if (!site->call || site->call->how == CALL_RUNS)
			return 0;
		return 1 + handle_intern(p, &(struct handle){ HANDLE_RESULT, site->call->event, h.element });
	default:
		if (!site->call || !argument_handle(p, site, h.number, &arg, &many))
			return 0;
		if (many)
			arg.element = ELEMENT_EACH;
		else if (arg.element < 0)
			arg.element = h.element;
		return 1 + handle_intern(p, &arg);
	}
}

struct state state_enter(struct phases *p, const struct call_site *site, const struct state *state)
{
	struct state entry = state_plain(state);

	state_guess(&entry, site->call && site->call->maybe);
	if (state->threads != THREADS_THREADED)
		return entry;
	if (!p->functions[site->callee->id].may_join) {
		entry.unjoinable = false;
		entry.held = true;
		return entry;
	}
	entry.before = state->before;
	entry.unjoinable = state->unjoinable;
	entry.held = state->held;
	entry.lost = state->lost;
	for (size_t i = 0; i < HANDLE_LIMIT && state->handles[i]; i++) {
		uint32_t down = handle_down(p, site, state->handles[i]);

		if (down)
			state_add_handle(&entry, down);
		else
			entry.held = true;
	}
	return entry;
}

/* Puts back what state_enter kept from the callee. */
static void restore(struct phases *p, const struct call_site *site, const struct state *caller, struct state *back)
{
	back->before = caller->before;
	back->held = caller->held;
	back->unjoinable |= caller->unjoinable;
	back->lost |= caller->lost;
	for (size_t i = 0; i < HANDLE_LIMIT && caller->handles[i]; i++)
		if (!handle_down(p, site, caller->handles[i]))
			state_add_handle(back, caller->handles[i]);
}

static void set_result(struct phases *p, const struct call_site *site, const struct state *caller,
		       const struct state *exit, struct state *back)
{
	back->result = caller->result;
	back->signs = caller->signs;
	back->returned = false;
	if (!back->stored)
		back->stored = caller->stored;
	if (!site->call || site->call->how == CALL_RUNS)
		return;
	if (exit->returned && results_asked(p, site->caller)[site->call->event]) {
		back->result = site->call->event + 1;
		back->signs = exit->signs;
	} else if (back->result == site->call->event + 1) {
		back->result = 0;
		back->signs = 0;
	}
}

struct state state_return(struct phases *p, const struct call_site *site, const struct state *caller,
			  const struct state *exit)
{
	struct state back = *exit, same;

	memset(back.handles, 0, sizeof back.handles);
	for (size_t i = 0; i < HANDLE_LIMIT && exit->handles[i]; i++) {
		uint32_t up = handle_up(p, site, exit->handles[i]);

		if (up)
			state_add_handle(&back, up);
		else
			back.lost = true;
	}
	back.in_team = back.in_thread && caller->in_team;
	if (exit->held)
		restore(p, site, caller, &back);
	set_result(p, site, caller, exit, &back);
	/* A guessed call that changes nothing leaves no doubt behind. */
	same = back;
	same.guesses = caller->guesses;
	return states_differ(&same, caller) ? back : same;
}

/* --- leaving a function ------------------------------------------------- */

static uint8_t signs_of_range(int64_t low, int64_t high)
{
	return (uint8_t)((low < 0 ? SIGN_NEGATIVE : 0) | (low <= 0 && high >= 0 ? SIGN_ZERO : 0) |
			 (high > 0 ? SIGN_POSITIVE : 0));
}

/* What is known of a returned value by itself. */
static uint8_t signs_of_value(const Fact__Function *f, const Fact__Operand *value)
{
	const Fact__Origin *o = f->origins[value->origin];

	switch (o->kind) {
	case FACT__ORIGIN_KIND__ORIGIN_INT:
		return signs_of_range(o->number, o->number);
	case FACT__ORIGIN_KIND__ORIGIN_STRING:
	case FACT__ORIGIN_KIND__ORIGIN_FUNCTION:
	case FACT__ORIGIN_KIND__ORIGIN_LOCAL:
	case FACT__ORIGIN_KIND__ORIGIN_GLOBAL:
		return SIGN_POSITIVE;
	default:
		return value->has_range ? signs_of_range(value->low, value->high) : SIGN_ANY;
	}
}

/* More casts in a row than any code has. */
#define CAST_LIMIT 16

/* What the state's knowledge says of `origin`, where that is the result or a test of it: `return pid == 0`. */
static uint8_t signs_by_result(const Fact__Function *f, uint32_t origin, const struct state *state)
{
	const Fact__Origin *o = f->origins[origin], *right;

	if (!state->result)
		return SIGN_ANY;
	if (origin_is_result(f, origin, state->result - 1))
		return state->signs;
	for (int steps = 0; o->kind == FACT__ORIGIN_KIND__ORIGIN_CAST && steps < CAST_LIMIT; steps++)
		o = f->origins[o->args[0]];
	if (o->kind != FACT__ORIGIN_KIND__ORIGIN_BINARY || !origin_is_result(f, o->args[0], state->result - 1))
		return SIGN_ANY;
	right = f->origins[o->args[1]];
	if (right->kind != FACT__ORIGIN_KIND__ORIGIN_INT)
		return SIGN_ANY;
	return signs_of_test(state->signs, o->op, right->number);
}

/* What is known of a function's result where it is left. */
static uint8_t signs_returned(const struct phases *p, const struct function *f, const Fact__Operand *value,
			      const struct state *state)
{
	if (!p->functions[f->id].tells)
		return SIGN_ANY;
	return value ? signs_of_value(f->facts, value) & signs_by_result(f->facts, value->origin, state) : SIGN_ANY;
}

struct state state_leave(struct phases *p, const struct function *f, uint32_t event, const struct state *state)
{
	const Fact__Operand *value = f->facts->events[event]->value;
	struct state left = *state;
	struct handle returned;
	bool many, named = value && state->handles[0] && thread_handle_of(p, f, value->origin, &returned, &many);

	memset(left.handles, 0, sizeof left.handles);
	for (size_t i = 0; i < HANDLE_LIMIT && state->handles[i]; i++) {
		struct handle h = p->handles.items[state->handles[i] - 1];

		if (h.kind == HANDLE_OBJECT || h.kind == HANDLE_RESULT) {
			if (!named || returned.kind != h.kind || returned.number != h.number) {
				left.lost = true;
				continue;
			}
			h = (struct handle){ HANDLE_RETURNED, 0, h.element };
		}
		state_add_handle(&left, 1 + handle_intern(p, &h));
	}
	left.in_team = false;
	left.result = 0;
	/* Where fork's result was left in memory, the caller may look at it there. */
	if (!p->functions[f->id].tells)
		left.stored = 0;
	left.signs = signs_returned(p, f, value, state);
	/* That something isn't negative is what its type says, mostly, and tells no ways apart. */
	left.returned = left.signs && left.signs != SIGN_ANY && left.signs != (SIGN_ZERO | SIGN_POSITIVE);
	if (!left.returned)
		left.signs = 0;
	return left;
}
