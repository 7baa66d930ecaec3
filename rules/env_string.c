/* Questions on the memory of a string that putenv keeps. */
#include "rules/env_string.h"

#include "rules/env_times.h"
#include "rules/trace.h"

#include <string.h>

/* Callers of callers whose arguments are looked at. */
#define CALLER_DEPTH 4

enum env_deed env_deed_of(const struct env *env, const struct function *function, uint32_t event, size_t argument)
{
	if (env_fate_at(env, function, event, argument, ENV_FREED))
		return ENV_DEED_FREE;
	return env_fate_at(env, function, event, argument, ENV_MODIFIED) ? ENV_DEED_CALL : ENV_DEED_NONE;
}

/* --- where it lies ------------------------------------------------------------------------------ */

/* An element that is an array itself: a row of a table. */
static bool is_row(const struct function *function, uint32_t origin)
{
	const Fact__Type *type = origin_type(function, origin);

	return origin_of(function, origin)->kind == FACT__ORIGIN_KIND__ORIGIN_ELEMENT && type &&
	       type->kind == FACT__TYPE_KIND__TYPE_ARRAY;
}

static bool is_step(const Fact__Origin *origin)
{
	return origin->kind == FACT__ORIGIN_KIND__ORIGIN_CAST || origin->kind == FACT__ORIGIN_KIND__ORIGIN_ELEMENT ||
	       origin->kind == FACT__ORIGIN_KIND__ORIGIN_FIELD;
}

uint32_t env_string_root(const struct function *function, uint32_t origin)
{
	for (size_t left = function->facts->n_origins; left-- && !is_row(function, origin);) {
		const Fact__Origin *at = origin_of(function, origin);

		if (at->kind != FACT__ORIGIN_KIND__ORIGIN_CAST && at->kind != FACT__ORIGIN_KIND__ORIGIN_ELEMENT)
			break;
		origin = at->args[0];
	}
	return origin;
}

/* Whether some element on the way is chosen at run time;. */
static bool is_chosen(const struct function *function, uint32_t origin)
{
	for (size_t left = function->facts->n_origins; left--;) {
		const Fact__Origin *at = origin_of(function, origin);

		if (is_row(function, origin) &&
		    origin_of(function, at->args[1])->kind != FACT__ORIGIN_KIND__ORIGIN_INT)
			return true;
		if (!is_step(at))
			return false;
		origin = at->args[0];
	}
	return false;
}

bool env_string_is_row(const struct function *function, uint32_t root)
{
	return is_chosen(function, root);
}

bool env_is_automatic(const struct env *env, const struct function *function, uint32_t root)
{
	uint32_t whole = origin_root(function, root);
	const char *callee = result_of(env->program, function, whole);

	return origin_of(function, whole)->kind == FACT__ORIGIN_KIND__ORIGIN_LOCAL ||
	       (callee && model_trait(callee, TRAIT_AUTOMATIC));
}

/* The key of the memory at an address, rows of a table apart; "" where it has none or the row isn't known. */
static const char *memory_key(const struct env *env, const struct function *function, uint32_t address)
{
	const char *key = values_place_key(env->program, function, address, env->arena);
	uint32_t origin = address;

	if (!*key || is_chosen(function, address))
		return "";
	for (size_t left = function->facts->n_origins; left-- && is_step(origin_of(function, origin));) {
		const Fact__Origin *at = origin_of(function, origin);

		if (is_row(function, origin))
			key = arena_printf(env->arena, "%s[%lld]", key,
					   (long long)origin_of(function, at->args[1])->number);
		origin = at->args[0];
	}
	return key;
}

/* --- when the environment lets go of it ------------------------------------------------------------ */

static enum env_same writes_variable(const struct env_string *string, const struct function *function, uint32_t event)
{
	const struct env *env = string->env;
	struct env_effects effects = { 0 };
	struct env_names written = { 0 }, put = { 0 };

	env_effects_at(env, function, event, &effects);
	for (size_t i = 0; i < effects.all.len; i++)
		env_names_add(&written, effects.all.items[i].name, env->arena);
	if (!written.all.len)
		return ENV_DIFFERENT;
	if (function == string->write->function)
		return env_names_compare(env->program, function, &string->write->names, &written, env->arena);
	env_names_resolve(env->program, string->write->function, &string->write->names, env->arena, &put);
	return env_names_compare(env->program, function, &put, &written, env->arena);
}

/* A call that is given a name and no value. */
static bool only_removes(const struct env_string *string, const struct function *function, uint32_t event)
{
	struct env_effects effects = { 0 };

	env_effects_at(string->env, function, event, &effects);
	for (size_t i = 0; i < effects.all.len; i++) {
		const struct env_write *write = effects.all.items[i].write;

		if (write->puts || write->assigns || write->function->facts->events[write->event]->n_args != 1)
			return false;
	}
	return effects.all.len;
}

/* Of a variable whose name isn't known: whoever removes one behind putenv means that one. */
bool env_string_taken_back(const struct env_string *string, const struct function *function, uint32_t event)
{
	enum env_same same = writes_variable(string, function, event);

	return same == ENV_SAME || (same == ENV_MAY_BE_SAME && only_removes(string, function, event));
}

struct taking_back {
	const struct env_string *string;
	const struct function *function;
};

static bool takes_back(void *data, uint32_t event)
{
	const struct taking_back *back = data;

	return env_string_taken_back(back->string, back->function, event);
}

bool env_string_always_taken_back(const struct env_string *string, const struct function *function, uint32_t from)
{
	struct taking_back back = { string, function };
	struct path_query query = { .program = string->env->program,
				    .function = function,
				    .from = from,
				    .assume = true,
				    .blocks = takes_back,
				    .data = &back };

	return !path_reaches_return(&query);
}

/* Whether every path to the second event comes by the first. */
static bool lies_before(const struct function *function, uint32_t first, uint32_t second)
{
	const Fact__Function *facts = function->facts;
	uint32_t above = facts->events[first]->block, block = facts->events[second]->block;

	if (above == block)
		return first < second;
	for (size_t steps = facts->n_blocks; steps-- && facts->blocks[block]->dominator;) {
		block = facts->blocks[block]->dominator - 1;
		if (block == above)
			return true;
	}
	return false;
}

/* Whether every path to the event comes by one that takes the variable back. */
static bool taken_back_before(const struct env_string *string, const struct function *function, uint32_t event)
{
	for (uint32_t e = 0; e < function->facts->n_events; e++)
		if (e != event && function->facts->events[e]->kind == FACT__EVENT_KIND__EVENT_CALL &&
		    lies_before(function, e, event) && env_string_taken_back(string, function, e))
			return true;
	return false;
}

bool env_string_replaced_before(const struct env_string *string, const struct function *function, uint32_t event)
{
	for (uint32_t e = 0; e < function->facts->n_events; e++)
		if (function->facts->events[e]->kind == FACT__EVENT_KIND__EVENT_CALL &&
		    lies_before(function, e, event) && writes_variable(string, function, e) != ENV_DIFFERENT)
			return true;
	return false;
}

static bool frees_any(const struct env *env, const struct function *function, uint32_t event)
{
	for (size_t a = 0; a < function->facts->events[event]->n_args; a++)
		if (env_fate_at(env, function, event, a, ENV_FREED))
			return true;
	return false;
}

static bool freed_behind(const struct env_string *string, const struct function *function, uint32_t event, int depth)
{
	const struct program *program = string->env->program;
	size_t count;
	const struct call *calls = program_calls_at(program, function, event, &count);

	for (size_t i = 0; i < count; i++) {
		const struct function *target;

		if (!depth || calls[i].target == UINT32_MAX)
			return false;
		target = &program->functions.items[calls[i].target];
		for (uint32_t e = 0; e < target->facts->n_events; e++)
			if (target->facts->events[e]->kind == FACT__EVENT_KIND__EVENT_CALL &&
			    frees_any(string->env, target, e) && !taken_back_before(string, target, e) &&
			    !freed_behind(string, target, e, depth - 1))
				return false;
	}
	return count;
}

bool env_string_freed_behind(const struct env_string *string, const struct function *function, uint32_t event)
{
	return freed_behind(string, function, event, CALLER_DEPTH);
}

/* --- places that stay ------------------------------------------------------------------------------------ */

/* A pointer as a function hands it on by a call, and how many callers up that is. */
struct seen_at {
	const struct function *function;
	uint32_t event, origin;
	int depth;
};

struct place_search {
	const struct env_string *string;
	struct env_places *places;
	VEC(struct seen_at) todo;
};

static void add_kept(struct place_search *search, const struct function *function, uint32_t leaf)
{
	const struct env *env = search->string->env;

	for (uint32_t e = 0; e < function->facts->n_events; e++) {
		const Fact__Event *store = function->facts->events[e];
		const char *key;

		if (store->kind != FACT__EVENT_KIND__EVENT_STORE || origin_bare(function, store->value->origin) != leaf ||
		    origin_of(function, origin_root(function, store->target->origin))->kind ==
			    FACT__ORIGIN_KIND__ORIGIN_LOCAL)
			continue;
		key = values_place_key(env->program, function, store->target->origin, env->arena);
		if (*key)
			vec_push(env->arena, &search->places->pointers, key);
	}
}

static void add_arguments(struct place_search *search, const struct seen_at *at, uint64_t parameter)
{
	const struct program *program = search->string->env->program;

	for (size_t c = 0; at->depth < CALLER_DEPTH && c < at->function->call_sites.len; c++) {
		const struct call *call = &program->calls.items[at->function->call_sites.items[c]];
		const struct function *caller = &program->functions.items[call->caller];
		const Fact__Event *event = caller->facts->events[call->event];

		if (call->how <= CALL_POINTER && parameter < event->n_args)
			vec_push(search->string->env->arena, &search->todo,
				 (struct seen_at){ caller, call->event, event->args[parameter]->origin, at->depth + 1 });
	}
}

static void add_place(struct place_search *search, const struct seen_at *at, uint32_t leaf)
{
	const struct env *env = search->string->env;
	const Fact__Origin *origin = origin_of(at->function, leaf);
	const char *key;

	switch (origin->kind) {
	case FACT__ORIGIN_KIND__ORIGIN_GLOBAL:
	case FACT__ORIGIN_KIND__ORIGIN_FIELD:
		key = env_is_automatic(env, at->function, leaf) ? "" : memory_key(env, at->function, leaf);
		if (*key)
			vec_push(env->arena, &search->places->memory, key);
		break;
	case FACT__ORIGIN_KIND__ORIGIN_LOAD:
		key = values_place_key(env->program, at->function, origin->args[0], env->arena);
		if (*key)
			vec_push(env->arena, &search->places->pointers, key);
		break;
	case FACT__ORIGIN_KIND__ORIGIN_RESULT:
		add_kept(search, at->function, leaf);
		break;
	case FACT__ORIGIN_KIND__ORIGIN_PARAM:
		add_arguments(search, at, (uint64_t)origin->number);
		break;
	default:
		break;
	}
}

static void find_places_at(struct place_search *search, const struct seen_at *at)
{
	const struct env *env = search->string->env;
	struct env_leaves leaves;

	if (is_chosen(at->function, at->origin))
		return;
	env_leaves_of(env, at->function, at->origin, &leaves);
	for (size_t l = 0; l < leaves.count; l++) {
		/* A row is a place of its own, with its array behind it. */
		if (is_row(at->function, leaves.all[l]))
			vec_push(env->arena, &search->places->memory, memory_key(env, at->function, leaves.all[l]));
		else
			add_place(search, at, leaves.all[l]);
	}
}

void env_find_places(const struct env_string *string, uint32_t origin, struct env_places_list *list)
{
	struct place_search search = { .string = string };
	struct seen_at put = { string->write->function, string->write->event, origin, 0 };

	vec_push(string->env->arena, &search.todo, put);
	for (size_t i = 0; i < search.todo.len; i++) {
		struct seen_at at = search.todo.items[i];
		struct env_places places = { .function = at.function, .event = at.event };

		search.places = &places;
		find_places_at(&search, &at);
		if (places.memory.len || places.pointers.len)
			vec_push(string->env->arena, &list->all, places);
	}
}

bool env_places_settled(const struct program *program, const struct env_places *places,
			const struct function *function, uint32_t event)
{
	struct path_query query = { .program = program, .function = function, .from = event };
	enum times times = times_of_event(program, function, event);

	if (times <= TIMES_ONCE_EVER)
		return true;
	if (function != places->function)
		return false;
	return lies_before(function, places->event, event) ||
	       (times == TIMES_ONCE && path_reaches_event(&query, places->event));
}

static bool has_key(const char *const *keys, size_t count, const char *key)
{
	for (size_t i = 0; i < count && *key; i++)
		if (!strcmp(keys[i], key))
			return true;
	return false;
}

/* A field of an object that this very call has made holds no pointer from before. */
static bool is_fresh(const struct env *env, const struct function *function, uint32_t address)
{
	const char *callee = result_of(env->program, function, origin_root(function, address));

	return callee && model_trait(callee, TRAIT_HEAP);
}

static bool lies_there(const struct env *env, const struct env_places *places, const struct function *function,
		       uint32_t pointer)
{
	struct env_leaves leaves;

	if (has_key(places->memory.items, places->memory.len, memory_key(env, function, pointer)))
		return true;
	env_leaves_of(env, function, pointer, &leaves);
	for (size_t i = 0; i < leaves.count; i++) {
		const Fact__Origin *leaf = origin_of(function, leaves.all[i]);

		if (leaf->kind == FACT__ORIGIN_KIND__ORIGIN_LOAD && !is_fresh(env, function, leaf->args[0]) &&
		    has_key(places->pointers.items, places->pointers.len,
			    values_place_key(env->program, function, leaf->args[0], env->arena)))
			return true;
	}
	return false;
}

enum env_deed env_deed_to_places(const struct env *env, const struct env_places *places,
				 const struct function *function, uint32_t event)
{
	const Fact__Event *at = function->facts->events[event];

	if (at->kind == FACT__EVENT_KIND__EVENT_STORE)
		return env_stores_byte(function, at) && lies_there(env, places, function, at->target->origin) ?
			       ENV_DEED_STORE :
			       ENV_DEED_NONE;
	for (size_t a = 0; at->kind == FACT__EVENT_KIND__EVENT_CALL && a < at->n_args; a++) {
		enum env_deed deed = env_deed_of(env, function, event, a);

		if (deed != ENV_DEED_NONE && lies_there(env, places, function, at->args[a]->origin))
			return deed;
	}
	return ENV_DEED_NONE;
}
