/* Summaries of functions on the environment, from callees to callers until nothing changes. */
#include "rules/env_writes.h"

#include "rules/trace.h"

#include <string.h>

/* More writes of a function than these are not told apart. */
#define EFFECT_LIMIT 24
#define PARAMETER_LIMIT 64

/* --- single events ------------------------------------------------------------------ */

static const Fact__Event *event_at(const struct function *function, uint32_t event)
{
	return function->facts->events[event];
}

/* Edges by which a call runs its target before it returns, for sure. */
static bool runs_here(const struct call *call)
{
	return call->target != UINT32_MAX && !call->maybe &&
	       (call->how == CALL_DIRECT || call->how == CALL_POINTER || call->how == CALL_RUNS);
}

/* The same, with the event's arguments as the target's parameters. */
static bool calls_here(const struct call *call)
{
	return runs_here(call) && call->how != CALL_RUNS;
}

bool env_is_variable(const struct env *env, const struct function *function, uint32_t address)
{
	const Fact__Origin *origin = origin_of(function, address);
	const struct global *global;

	if (origin->kind == FACT__ORIGIN_KIND__ORIGIN_GLOBAL) {
		global = program_global(env->program, function->unit, origin->symbol);
		return global && !global->defined && model_trait(global->name, TRAIT_ENVIRON);
	}
	if (origin->kind == FACT__ORIGIN_KIND__ORIGIN_RESULT) {
		const char *callee = program_library_callee(env->program, function, (uint32_t)origin->number);
		const struct model_trait *getter = callee ? model_trait(callee, TRAIT_ENVIRON) : NULL;

		return getter && getter->a == 1;
	}
	return false;
}

struct array_search {
	const struct env *env;
	bool found;
};

static bool see_array(void *data, const struct value_source *source)
{
	struct array_search *search = data;
	const struct function *function = source->function;
	const Fact__Origin *origin = origin_of(function, source->origin);

	if (source->init)
		return true;
	if (env_is_variable(search->env, function, source->origin))
		search->found = true;
	else if (origin->kind == FACT__ORIGIN_KIND__ORIGIN_LOAD)
		search->found = env_is_variable(search->env, function, origin_bare(function, origin->args[0]));
	return !search->found;
}

/* Cheap refusals first: most addresses are of objects with a name. */
bool env_is_array(const struct env *env, const struct function *function, uint32_t origin)
{
	struct array_search search = { .env = env };
	uint32_t root = origin_root(function, origin);

	if (origin_of(function, root)->kind == FACT__ORIGIN_KIND__ORIGIN_LOCAL)
		return false;
	if (origin_of(function, root)->kind == FACT__ORIGIN_KIND__ORIGIN_GLOBAL)
		return env_is_variable(env, function, root);
	trace_memory(env->program, function, origin, see_array, &search);
	return search.found;
}

bool env_fate_at(const struct env *env, const struct function *function, uint32_t event, size_t argument,
		 enum env_fate fate)
{
	static const enum trait traits[] = { TRAIT_WRITES, TRAIT_FREES, TRAIT_RETURNS_ARG };
	const char *library = program_library_callee(env->program, function, event);
	size_t count;
	const struct call *calls;

	if (library) {
		const struct model_trait *trait = model_trait(library, traits[fate]);

		return trait && trait->a == (int64_t)argument && !(fate == ENV_MODIFIED && trait->b == 1);
	}
	calls = program_calls_at(env->program, function, event, &count);
	for (size_t i = 0; i < count && argument < PARAMETER_LIMIT; i++) {
		const struct env_function *target;
		uint64_t mask;

		if (!calls_here(&calls[i]))
			continue;
		target = &env->functions[calls[i].target];
		mask = fate == ENV_MODIFIED ? target->modifies : fate == ENV_FREED ? target->frees : target->returns;
		if (mask >> argument & 1)
			return true;
	}
	return false;
}

const Fact__Operand *env_keeper(const struct env *env, const struct function *function, uint32_t event,
				size_t argument)
{
	const Fact__Event *call = event_at(function, event);
	const char *library = program_library_callee(env->program, function, event);
	const struct model_trait *keeps = library ? model_trait(library, TRAIT_KEEPS) : NULL;

	if (!keeps || keeps->a < 0 || (size_t)keeps->a >= call->n_args || (int64_t)argument == keeps->a)
		return NULL;
	return keeps->b < 0 || (int64_t)argument == keeps->b ? call->args[keeps->a] : NULL;
}

bool env_modifies_behind(const struct env *env, const struct function *function, uint32_t event, size_t argument)
{
	const char *library = program_library_callee(env->program, function, event);
	const struct model_trait *trait = library ? model_trait(library, TRAIT_WRITES) : NULL;

	return trait && trait->b == 1 && trait->a == (int64_t)argument;
}

bool env_gets_at(const struct env *env, const struct function *function, uint32_t event, struct env_names *names)
{
	const char *library = program_library_callee(env->program, function, event);
	const struct model_trait *get = library ? model_trait(library, TRAIT_ENV_GET) : NULL;
	const Fact__Event *call = event_at(function, event);
	size_t count, before = names->all.len;
	const struct call *calls;

	if (get) {
		if (get->a >= 0 && (size_t)get->a < call->n_args)
			env_names_of(env->program, function, call->args[get->a], false, env->arena, names);
		else
			env_names_add(names, ENV_ANY, env->arena);
		return true;
	}
	if (library)
		return false;
	calls = program_calls_at(env->program, function, event, &count);
	for (size_t i = 0; i < count; i++)
		if (calls_here(&calls[i]))
			env_names_at_call(env->program, function, event, &env->functions[calls[i].target].got,
					  env->arena, names);
	return names->all.len > before;
}

static void add_effect(const struct env *env, struct env_effects *effects, struct env_effect effect)
{
	for (size_t i = 0; i < effects->all.len; i++)
		if (effects->all.items[i].write == effect.write &&
		    env_name_alike(&effects->all.items[i].name, &effect.name))
			return;
	if (effects->all.len == EFFECT_LIMIT - 1)
		effect.name = ENV_ANY;
	if (effects->all.len < EFFECT_LIMIT)
		vec_push(env->arena, &effects->all, effect);
}

static void add_callee_effects(const struct env *env, const struct function *function, uint32_t event,
			       const struct call *call, struct env_effects *effects)
{
	const struct env_effects *inside = &env->functions[call->target].effects;

	for (size_t i = 0; i < inside->all.len; i++) {
		const struct env_effect *effect = &inside->all.items[i];
		struct env_names one = { 0 }, here = { 0 };

		if (effect->name.kind != ENV_NAME_PARAM) {
			add_effect(env, effects, *effect);
			continue;
		}
		vec_push(env->arena, &one.all, effect->name);
		if (call->how == CALL_RUNS)
			env_names_add(&here, ENV_ANY, env->arena);
		else
			env_names_at_call(env->program, function, event, &one, env->arena, &here);
		for (size_t k = 0; k < here.all.len; k++)
			add_effect(env, effects, (struct env_effect){ effect->write, here.all.items[k] });
	}
}

/* They stand in the order of events. */
static size_t first_write(const struct env_function *function, uint32_t event)
{
	size_t low = 0, high = function->writes.len;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (function->writes.items[middle]->event < event)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

void env_effects_at(const struct env *env, const struct function *function, uint32_t event,
		    struct env_effects *effects)
{
	size_t count;
	const struct call *calls = program_calls_at(env->program, function, event, &count);

	for (size_t i = first_write(&env->functions[function->id], event); i < env->functions[function->id].writes.len; i++) {
		const struct env_write *write = env->functions[function->id].writes.items[i];

		if (write->event != event)
			break;
		for (size_t k = 0; k < write->names.all.len; k++)
			add_effect(env, effects, (struct env_effect){ write, write->names.all.items[k] });
	}
	for (size_t i = 0; i < count; i++)
		if (runs_here(&calls[i]) && env->functions[calls[i].target].effects.all.len)
			add_callee_effects(env, function, event, &calls[i], effects);
}

/* --- leaves -------------------------------------------------------------------------- */

static void add_leaf(struct env_leaves *leaves, uint32_t origin)
{
	for (size_t i = 0; i < leaves->count; i++)
		if (leaves->all[i] == origin)
			return;
	if (leaves->count < ENV_LEAVES)
		leaves->all[leaves->count++] = origin;
}

static void add_returned(const struct env *env, const struct function *function, uint32_t event,
			 struct env_leaves *leaves)
{
	const Fact__Event *call = event_at(function, event);

	for (size_t a = 0; a < call->n_args; a++)
		if (env_fate_at(env, function, event, a, ENV_RETURNED))
			add_leaf(leaves, call->args[a]->origin);
}

void env_leaves_of(const struct env *env, const struct function *function, uint32_t origin, struct env_leaves *leaves)
{
	leaves->count = 0;
	add_leaf(leaves, origin);
	for (size_t i = 0; i < leaves->count; i++) {
		const Fact__Origin *at = origin_of(function, leaves->all[i]);

		switch (at->kind) {
		case FACT__ORIGIN_KIND__ORIGIN_CAST:
		case FACT__ORIGIN_KIND__ORIGIN_ELEMENT:
			add_leaf(leaves, at->args[0]);
			break;
		case FACT__ORIGIN_KIND__ORIGIN_UNION:
			for (size_t a = 0; a < at->n_args; a++)
				add_leaf(leaves, at->args[a]);
			break;
		case FACT__ORIGIN_KIND__ORIGIN_RESULT:
			add_returned(env, function, (uint32_t)at->number, leaves);
			break;
		default:
			break;
		}
	}
}

uint64_t env_parameters_of(const struct env *env, const struct function *function, uint32_t origin)
{
	struct env_leaves leaves;
	uint64_t mask = 0;

	env_leaves_of(env, function, origin, &leaves);
	for (size_t i = 0; i < leaves.count; i++) {
		const Fact__Origin *leaf = origin_of(function, leaves.all[i]);

		if (leaf->kind == FACT__ORIGIN_KIND__ORIGIN_PARAM && leaf->number < PARAMETER_LIMIT)
			mask |= UINT64_C(1) << leaf->number;
	}
	return mask;
}

/* --- summaries ----------------------------------------------------------------------- */

/* Functions whose summary is to be made again. */
struct queue {
	VEC(uint32_t) functions;
	bool *waiting;
};

static void wait_for(const struct env *env, struct queue *queue, uint32_t function)
{
	if (queue->waiting[function])
		return;
	queue->waiting[function] = true;
	vec_push(env->arena, &queue->functions, function);
}

static void see_return(struct env *env, const struct function *function, const Fact__Event *event)
{
	struct env_function *summary = &env->functions[function->id];
	struct env_leaves leaves;

	env_leaves_of(env, function, event->value->origin, &leaves);
	for (size_t i = 0; i < leaves.count; i++) {
		const Fact__Origin *leaf = origin_of(function, leaves.all[i]);

		if (leaf->kind == FACT__ORIGIN_KIND__ORIGIN_PARAM && leaf->number < PARAMETER_LIMIT)
			summary->returns |= UINT64_C(1) << leaf->number;
		if (leaf->kind == FACT__ORIGIN_KIND__ORIGIN_RESULT &&
		    env_gets_at(env, function, (uint32_t)leaf->number, &summary->got) && !summary->getter) {
			summary->getter = function;
			summary->getter_event = (uint32_t)leaf->number;
		}
	}
}

static bool points_to_byte(const struct function *function, uint32_t type)
{
	const Fact__Unit *unit = function->unit;
	const Fact__Type *pointer = type < unit->n_types ? unit->types[type] : NULL;

	return pointer && pointer->kind == FACT__TYPE_KIND__TYPE_POINTER &&
	       (!pointer->element || unit->types[pointer->element - 1]->size <= 1);
}

bool env_stores_byte(const struct function *function, const Fact__Event *store)
{
	const Fact__Type *type = origin_type(function, store->value->origin);

	return type && (type->kind == FACT__TYPE_KIND__TYPE_INT || type->kind == FACT__TYPE_KIND__TYPE_BOOL) &&
	       type->size == 1;
}

static void see_call(struct env *env, const struct function *function, uint32_t event)
{
	struct env_function *summary = &env->functions[function->id];
	const Fact__Event *call = event_at(function, event);

	for (size_t a = 0; a < call->n_args; a++) {
		if (!points_to_byte(function, call->args[a]->type))
			continue;
		if (env_fate_at(env, function, event, a, ENV_MODIFIED))
			summary->modifies |= env_parameters_of(env, function, call->args[a]->origin);
		if (env_fate_at(env, function, event, a, ENV_FREED))
			summary->frees |= env_parameters_of(env, function, call->args[a]->origin);
	}
}

static bool can_return_after(const struct env *env, const struct function *function, uint32_t event)
{
	struct path_query query = { .program = env->program, .function = function, .from = event };

	return path_reaches_return(&query);
}

static bool summarize(struct env *env, const struct function *function)
{
	struct env_function *summary = &env->functions[function->id];
	struct env_function before = *summary;
	bool pointer = points_to_byte(function, function->facts->return_type);

	for (uint32_t e = 0; e < function->facts->n_events; e++) {
		const Fact__Event *event = event_at(function, e);

		if (event->kind == FACT__EVENT_KIND__EVENT_CALL)
			see_call(env, function, e);
		else if (event->kind == FACT__EVENT_KIND__EVENT_STORE && env_stores_byte(function, event))
			summary->modifies |= env_parameters_of(env, function, event->target->origin);
		else if (event->kind == FACT__EVENT_KIND__EVENT_RETURN && event->value && pointer)
			see_return(env, function, event);
	}
	return before.returns != summary->returns || before.modifies != summary->modifies ||
	       before.frees != summary->frees || before.got.all.len != summary->got.all.len;
}

static void summarize_all(struct env *env)
{
	const struct program *program = env->program;
	struct queue queue = { .waiting = arena_array(env->arena, bool, program->functions.len + 1) };

	for (uint32_t f = 0; f < program->functions.len; f++)
		wait_for(env, &queue, f);
	for (size_t i = 0; i < queue.functions.len; i++) {
		const struct function *function = &program->functions.items[queue.functions.items[i]];

		queue.waiting[function->id] = false;
		if (!summarize(env, function))
			continue;
		for (size_t c = 0; c < function->call_sites.len; c++) {
			const struct call *call = &program->calls.items[function->call_sites.items[c]];

			if (runs_here(call))
				wait_for(env, &queue, call->caller);
		}
	}
}

/* What is written in a forked child, or right before the end, is nothing that a caller ever sees. */
static bool see_effects(struct env *env, const struct function *function, uint32_t event)
{
	struct env_effects *summary = &env->functions[function->id].effects;
	size_t before = summary->all.len;
	struct env_effects effects = { 0 };

	if (before == EFFECT_LIMIT)
		return false; /* nothing more is told apart */
	env_effects_at(env, function, event, &effects);
	if (!effects.all.len || !can_return_after(env, function, event))
		return false;
	for (size_t i = 0; i < effects.all.len; i++)
		add_effect(env, summary, effects.all.items[i]);
	return summary->all.len > before;
}

/* From the functions that write to those that call them. */
static void spread_effects(struct env *env)
{
	const struct program *program = env->program;
	struct queue queue = { .waiting = arena_array(env->arena, bool, program->functions.len + 1) };

	for (size_t i = 0; i < env->writes.len; i++)
		if (see_effects(env, env->writes.items[i]->function, env->writes.items[i]->event))
			wait_for(env, &queue, env->writes.items[i]->function->id);
	for (size_t i = 0; i < queue.functions.len; i++) {
		const struct function *function = &program->functions.items[queue.functions.items[i]];

		queue.waiting[function->id] = false;
		for (size_t c = 0; c < function->call_sites.len; c++) {
			const struct call *call = &program->calls.items[function->call_sites.items[c]];

			if (runs_here(call) && see_effects(env, &program->functions.items[call->caller], call->event))
				wait_for(env, &queue, call->caller);
		}
	}
}

static struct env *find_env(const struct program *program, struct arena *arena)
{
	struct env *env = arena_new(arena, struct env);

	env->program = program;
	env->arena = arena;
	env->functions = arena_array(arena, struct env_function, program->functions.len + 1);
	env_find_writes(env);
	summarize_all(env);
	spread_effects(env);
	return env;
}

bool env_step_down(enum level *level)
{
	if (*level == LEVEL_NOTE)
		return false;
	*level = *level == LEVEL_ERROR ? LEVEL_WARNING : LEVEL_NOTE;
	return true;
}

struct env *env_of(struct rule_run *run, const struct program *program)
{
	static const char question;
	void **env = rule_shared(run, &question);

	if (!*env)
		*env = find_env(program, rule_arena(run));
	return *env;
}
