/* The calls and stores that write the environment, wherever the program can come to them. */
#include "rules/env_writes.h"

#include "rules/trace.h"

static struct env_write *add_write(struct env *env, const struct function *function, uint32_t event, const char *callee)
{
	struct env_write *write = arena_new(env->arena, struct env_write);

	write->function = function;
	write->event = event;
	write->callee = callee;
	vec_push(env->arena, &env->writes, write);
	vec_push(env->arena, &env->functions[function->id].writes, write);
	return write;
}

static bool keeps_value(const struct env *env, const struct function *function, const Fact__Event *call,
			const struct model_trait *trait)
{
	int64_t overwrite;

	return trait->b >= 0 && (size_t)trait->b < call->n_args &&
	       trace_number(env->program, function, call->args[trait->b], &overwrite) && !overwrite;
}

static void find_call(struct env *env, const struct function *function, uint32_t event)
{
	const Fact__Event *call = function->facts->events[event];
	size_t count;
	const struct call *calls = program_calls_at(env->program, function, event, &count);

	for (size_t i = 0; i < count; i++) {
		const char *library = calls[i].how <= CALL_MAYBE ? calls[i].library : NULL;
		const struct model_trait *put = library ? model_trait(library, TRAIT_ENV_PUT) : NULL;
		const struct model_trait *trait = put || !library ? put : model_trait(library, TRAIT_ENV_WRITE);
		struct env_write *write;

		if (!trait)
			continue;
		write = add_write(env, function, event, library);
		write->puts = put != NULL;
		write->maybe = calls[i].maybe;
		write->keeps = !put && keeps_value(env, function, call, trait);
		if (trait->a >= 0 && (size_t)trait->a < call->n_args)
			env_names_of(env->program, function, call->args[trait->a], write->puts, env->arena, &write->names);
		else
			env_names_add(&write->names, ENV_ANY, env->arena);
		return;
	}
}

/* What a store puts somewhere: a NULL has no type of its own, but what it overwrites has. */
static const Fact__Type *stored_type(const struct function *function, const Fact__Event *event)
{
	if (origin_of(function, origin_bare(function, event->value->origin))->kind != FACT__ORIGIN_KIND__ORIGIN_INT)
		return origin_type(function, event->value->origin);
	return type_pointed(function, origin_type(function, event->target->origin));
}

/* A string, or an array of strings: what environ and its elements hold. */
static bool stores_strings(const struct function *function, const Fact__Event *event)
{
	const Fact__Type *once = type_pointed(function, stored_type(function, event)), *twice = type_pointed(function, once);

	return (once && once->plain_char) || (twice && twice->plain_char);
}

static void find_store(struct env *env, const struct function *function, uint32_t event)
{
	const Fact__Event *store = function->facts->events[event];
	struct env_write *write;

	/* A field is no element of the array, whatever it lies in. */
	if (origin_of(function, store->target->origin)->kind == FACT__ORIGIN_KIND__ORIGIN_FIELD ||
	    !stores_strings(function, store) || !env_is_array(env, function, store->target->origin))
		return;
	write = add_write(env, function, event, "environ");
	write->assigns = true;
	env_names_add(&write->names, ENV_ANY, env->arena);
}

/* Programs that never name environ need no look at their stores. */
static bool names_environ(const struct program *program)
{
	for (size_t i = 0; i < program->globals.len; i++)
		if (!program->globals.items[i].defined && model_trait(program->globals.items[i].name, TRAIT_ENVIRON))
			return true;
	for (size_t i = 0; i < program->calls.len; i++)
		if (program->calls.items[i].library && model_trait(program->calls.items[i].library, TRAIT_ENVIRON))
			return true;
	return false;
}

void env_find_writes(struct env *env)
{
	bool array = env->names_environ = names_environ(env->program);

	for (size_t f = 0; f < env->program->functions.len; f++) {
		const struct function *function = &env->program->functions.items[f];

		for (uint32_t e = 0; e < function->facts->n_events; e++) {
			const Fact__Event *event = function->facts->events[e];
			const struct phase *phases;
			bool call = event->kind == FACT__EVENT_KIND__EVENT_CALL;

			if (!call && !(array && event->kind == FACT__EVENT_KIND__EVENT_STORE))
				continue;
			if (!phase_at(env->program, function, e, &phases))
				continue;
			if (call)
				find_call(env, function, e);
			else
				find_store(env, function, e);
		}
	}
}
