/* Follows pointers from getenv into the functions that they are handed to, to where they are stored. */
#include "rules/env_kept.h"

#include "rules/trace.h"

#include <string.h>

/* Pointers that come into one parameter and are told apart. */
#define RECEIVED_LIMIT 8

/* A pointer in a function: a call's result, or a parameter. */
struct holder {
	const struct function *function;
	uint32_t origin;
	const struct env_get *get;
};

struct keeping {
	const struct env *env;
	struct env_kept_list *kept;
	VEC(struct holder) holders;
};

static void add_holder(struct keeping *keeping, struct holder holder)
{
	size_t alike = 0;

	for (size_t i = 0; i < keeping->holders.len; i++) {
		const struct holder *other = &keeping->holders.items[i];

		if (other->function != holder.function || other->origin != holder.origin)
			continue;
		if (other->get == holder.get || ++alike == RECEIVED_LIMIT)
			return;
	}
	vec_push(keeping->env->arena, &keeping->holders, holder);
}

static void add_get(void *data, const struct env_get *get)
{
	struct keeping *keeping = data;
	struct env_get *copy = arena_new(keeping->env->arena, struct env_get);

	*copy = *get;
	add_holder(keeping, (struct holder){ get->function, get->origin, copy });
}

static bool comes_from(const struct keeping *keeping, const struct holder *holder, uint32_t origin)
{
	struct env_leaves leaves;

	env_leaves_of(keeping->env, holder->function, origin, &leaves);
	for (size_t i = 0; i < leaves.count; i++)
		if (leaves.all[i] == holder->origin)
			return true;
	return false;
}

/* The field's or global's name, elements left out; "" where the address has neither. */
static const char *name_of(const struct function *function, uint32_t address)
{
	const Fact__Origin *at = origin_of(function, origin_bare(function, address));

	for (size_t left = function->facts->n_origins; left-- && at->kind == FACT__ORIGIN_KIND__ORIGIN_ELEMENT;)
		at = origin_of(function, origin_bare(function, at->args[0]));
	if (at->kind == FACT__ORIGIN_KIND__ORIGIN_FIELD)
		return function->unit->records[at->record]->fields[at->field]->name;
	return at->kind == FACT__ORIGIN_KIND__ORIGIN_GLOBAL ? function->unit->symbols[at->symbol]->name : "";
}

bool env_kept_named(const struct env_kept *kept, const struct function *function, uint32_t address)
{
	const char *name = name_of(function, address);
	size_t length = strlen(name);

	return kept->place[0] == '\'' && !strncmp(kept->place + 1, name, length) &&
	       !strcmp(kept->place + 1 + length, "'");
}

/* What people call the memory; NULL for the function's own variables. */
static const char *lasting_place(const struct keeping *keeping, const struct function *function, uint32_t address)
{
	const char *name = name_of(function, address);

	if (origin_of(function, origin_root(function, address))->kind == FACT__ORIGIN_KIND__ORIGIN_LOCAL)
		return NULL;
	return *name ? arena_printf(keeping->env->arena, "'%s'", name) : "memory of the caller";
}

static void keep(struct keeping *keeping, const struct holder *holder, uint32_t event, const char *place,
		 uint32_t address)
{
	struct arena *arena = keeping->env->arena;
	struct env_kept *kept = NULL;
	struct env_names names = { 0 };

	for (size_t i = 0; i < keeping->kept->all.len; i++)
		if (keeping->kept->all.items[i].function == holder->function && keeping->kept->all.items[i].event == event)
			kept = &keeping->kept->all.items[i];
	if (!kept) {
		vec_push(arena, &keeping->kept->all,
			 (struct env_kept){ .function = holder->function,
					   .event = event,
					   .place = place,
					   .address = address,
					   .get = holder->get });
		kept = &keeping->kept->all.items[keeping->kept->all.len - 1];
	}
	env_names_resolve(keeping->env->program, holder->get->function, &holder->get->names, arena, &names);
	for (size_t i = 0; i < names.all.len; i++)
		env_names_add(&kept->names, names.all.items[i], arena);
}

static uint32_t parameter_origin(const struct function *function, size_t parameter)
{
	for (uint32_t i = 0; i < function->facts->n_origins; i++)
		if (function->facts->origins[i]->kind == FACT__ORIGIN_KIND__ORIGIN_PARAM &&
		    function->facts->origins[i]->number == (int64_t)parameter)
			return i;
	return UINT32_MAX;
}

static void hand_on(struct keeping *keeping, const struct holder *holder, uint32_t event, size_t argument)
{
	size_t count;
	const struct call *calls = program_calls_at(keeping->env->program, holder->function, event, &count);

	for (size_t i = 0; i < count; i++) {
		const struct function *target;
		uint32_t origin;

		if (calls[i].target == UINT32_MAX || calls[i].maybe || calls[i].how > CALL_POINTER)
			continue;
		target = &keeping->env->program->functions.items[calls[i].target];
		origin = parameter_origin(target, argument);
		if (origin != UINT32_MAX)
			add_holder(keeping, (struct holder){ target, origin, holder->get });
	}
}

/* Whether the argument is the address of a variable of the function's own in which the pointer was put. */
static bool lies_in_own(const struct keeping *keeping, const struct holder *holder, uint32_t address)
{
	const struct function *function = holder->function;
	uint32_t own = origin_bare(function, address);

	if (origin_of(function, own)->kind != FACT__ORIGIN_KIND__ORIGIN_LOCAL)
		return false;
	for (uint32_t e = 0; e < function->facts->n_events; e++) {
		const Fact__Event *event = function->facts->events[e];

		if (event->kind == FACT__EVENT_KIND__EVENT_STORE && origin_bare(function, event->target->origin) == own &&
		    comes_from(keeping, holder, event->value->origin))
			return true;
		for (size_t a = 0; event->kind == FACT__EVENT_KIND__EVENT_CALL && a < event->n_args; a++) {
			const Fact__Operand *keeper = env_keeper(keeping->env, function, e, a);

			if (keeper && origin_bare(function, keeper->origin) == own &&
			    comes_from(keeping, holder, event->args[a]->origin))
				return true;
		}
	}
	return false;
}

/* Views and containers that outlive the function and are handed the pointer. */
static void look_at_keeper(struct keeping *keeping, const struct holder *holder, uint32_t event, size_t argument)
{
	const Fact__Event *call = holder->function->facts->events[event];
	const Fact__Operand *keeper = env_keeper(keeping->env, holder->function, event, argument);
	uint32_t origin = call->args[argument]->origin;
	const struct phase *phases;
	const char *place;

	if (!keeper || (!comes_from(keeping, holder, origin) && !lies_in_own(keeping, holder, origin)) ||
	    !phase_at(keeping->env->program, holder->function, event, &phases))
		return;
	place = lasting_place(keeping, holder->function, keeper->origin);
	if (place)
		keep(keeping, holder, event, place, keeper->origin);
}

/* Who handed the string over also said where the pointer into it shall go, like strtol: the caller's affair. */
static bool gives_back(const struct holder *holder, uint32_t address)
{
	const struct function *function = holder->function;

	return origin_of(function, holder->origin)->kind == FACT__ORIGIN_KIND__ORIGIN_PARAM &&
	       origin_of(function, origin_bare(function, address))->kind == FACT__ORIGIN_KIND__ORIGIN_PARAM;
}

static void look(struct keeping *keeping, const struct holder *holder)
{
	for (uint32_t e = 0; e < holder->function->facts->n_events; e++) {
		const Fact__Event *event = holder->function->facts->events[e];
		const struct phase *phases;
		const char *place;

		if (event->kind == FACT__EVENT_KIND__EVENT_CALL) {
			for (size_t a = 0; a < event->n_args; a++) {
				if (comes_from(keeping, holder, event->args[a]->origin))
					hand_on(keeping, holder, e, a);
				look_at_keeper(keeping, holder, e, a);
			}
			continue;
		}
		if (event->kind != FACT__EVENT_KIND__EVENT_STORE ||
		    !comes_from(keeping, holder, event->value->origin) ||
		    gives_back(holder, event->target->origin) ||
		    !phase_at(keeping->env->program, holder->function, e, &phases))
			continue;
		place = lasting_place(keeping, holder->function, event->target->origin);
		if (place)
			keep(keeping, holder, e, place, event->target->origin);
	}
}

void env_find_kept(const struct env *env, struct env_kept_list *kept)
{
	struct keeping keeping = { .env = env, .kept = kept };

	env_each_get(env, add_get, &keeping);
	for (size_t i = 0; i < keeping.holders.len; i++) {
		struct holder holder = keeping.holders.items[i];

		look(&keeping, &holder);
	}
}
