/* Writing through what getenv returned, or freeing it. */
#include "rules/env_follow.h"
#include "rules/env_gets.h"
#include "rules/env_kept.h"
#include "rules/trace.h"

#include <string.h>

/* What is done to the string. */
enum deed { DEED_NONE, DEED_STORE, DEED_CALL, DEED_FREE };

struct search {
	struct rule_run *run;
	const struct env *env;
	const struct env_get *get;
	enum deed *deeds; /* [event] of the function */
};

static enum deed call_deed(const struct search *search, const struct follow_at *at, const Fact__Event *call)
{
	const struct function *function = search->get->function;

	for (size_t a = 0; a < call->n_args; a++) {
		uint32_t argument = call->args[a]->origin;

		if (env_modifies_behind(search->env, function, at->event, a) && follow_holds_at(at, argument))
			return DEED_CALL;
		if (!follow_holds(at, argument))
			continue;
		if (env_fate_at(search->env, function, at->event, a, ENV_FREED))
			return DEED_FREE;
		if (env_fate_at(search->env, function, at->event, a, ENV_MODIFIED))
			return DEED_CALL;
	}
	return DEED_NONE;
}

static enum follow_next see(void *data, struct follow_at *at)
{
	struct search *search = data;
	const Fact__Event *event = search->get->function->facts->events[at->event];
	enum deed deed = DEED_NONE;

	if (event->kind == FACT__EVENT_KIND__EVENT_CALL)
		deed = call_deed(search, at, event);
	else if (event->kind == FACT__EVENT_KIND__EVENT_STORE && env_stores_byte(search->get->function, event) &&
		 follow_holds(at, event->target->origin))
		deed = DEED_STORE;
	if (deed != DEED_NONE)
		search->deeds[at->event] = deed;
	return deed == DEED_FREE ? FOLLOW_END : FOLLOW_ON;
}

/* --- a value that is wiped before its variable goes --------------------------------------- */

struct removal {
	const struct env *env;
	const struct env_get *get;
};

static bool removes(void *data, uint32_t event)
{
	const struct removal *removal = data;
	struct env_effects effects = { 0 };
	struct env_names written = { 0 };

	env_effects_at(removal->env, removal->get->function, event, &effects);
	for (size_t i = 0; i < effects.all.len; i++)
		env_names_add(&written, effects.all.items[i].name, removal->env->arena);
	return written.all.len && env_names_compare(removal->env->program, removal->get->function, &removal->get->names,
						    &written, removal->env->arena) == ENV_SAME;
}

/* Whether an address is the string's start, or moved from there by steps only, so that a loop over it leaves no byte out. */
static bool steps_through(const struct env_get *get, uint32_t address)
{
	const struct function *function = get->function;
	uint32_t base = origin_bare(function, address);
	const Fact__Origin *at = origin_of(function, base);

	if (at->kind == FACT__ORIGIN_KIND__ORIGIN_ELEMENT) {
		base = origin_bare(function, at->args[0]);
		at = origin_of(function, base);
	}
	if (at->kind != FACT__ORIGIN_KIND__ORIGIN_UNION)
		return base == get->origin;
	for (size_t i = 0; i < at->n_args; i++) {
		const Fact__Origin *from = origin_of(function, at->args[i]);
		bool step = from->kind == FACT__ORIGIN_KIND__ORIGIN_ELEMENT && from->args[0] == base;

		if (!step && at->args[i] != get->origin)
			return false;
	}
	return true;
}

static bool is_zero(const struct env *env, const struct function *function, const Fact__Operand *operand)
{
	int64_t number;

	return trace_number(env->program, function, operand, &number) && !number;
}

static bool writes_zeros(const struct env *env, const struct env_get *get, uint32_t event)
{
	const struct function *function = get->function;
	const Fact__Event *at = function->facts->events[event];
	const char *callee;
	const struct model_trait *zeros;

	if (at->kind == FACT__EVENT_KIND__EVENT_STORE)
		return at->loop && is_zero(env, function, at->value) && steps_through(get, at->target->origin);
	callee = program_library_callee(env->program, function, event);
	zeros = callee ? model_trait(callee, TRAIT_FILLS) : NULL;
	return zeros && (zeros->a < 0 || ((size_t)zeros->a < at->n_args && is_zero(env, function, at->args[zeros->a])));
}

static bool wipes(const struct search *search, uint32_t event)
{
	struct removal removal = { search->env, search->get };
	struct path_query query = { .program = search->env->program,
				    .function = search->get->function,
				    .from = event,
				    .blocks = removes,
				    .data = &removal };

	return writes_zeros(search->env, search->get, event) && !path_reaches_return(&query);
}

/* --- the finding ------------------------------------------------------------------------------ */

static const char *doer(const struct search *search, uint32_t event)
{
	const struct function *function = search->get->function;
	const char *library = program_library_callee(search->env->program, function, event);
	size_t count;
	const struct call *calls = program_calls_at(search->env->program, function, event, &count);

	if (library)
		return library;
	return count && calls[0].target != UINT32_MAX ? search->env->program->functions.items[calls[0].target].name :
							"a callee";
}

static void report(const struct search *search, uint32_t event)
{
	struct arena *arena = rule_arena(search->run);
	const struct env_get *get = search->get;
	const char *what = env_get_words(search->env, get);
	enum deed deed = search->deeds[event];
	const char *who = deed == DEED_STORE ? "" : doer(search, event);
	struct finding *finding = rule_report(search->run, get->function, event, get->text ? get->text : "getenv");

	finding->confidence = CONFIDENCE_SURE;
	if (deed == DEED_FREE) {
		finding->message = arena_printf(arena, "'%s' is given %s, which getenv still owns", who, what);
		finding->fix = "leave it alone: what getenv returns is not to be freed";
	} else if (wipes(search, event)) {
		finding->level = LEVEL_NOTE;
		finding->message = arena_printf(arena, "%s is overwritten in place before the variable is removed", what);
		finding->fix = "nothing, if the C library in use keeps values in memory of the process";
	} else {
		finding->message = deed == DEED_STORE ?
					   arena_printf(arena, "this writes into the environment itself, into %s", what) :
					   arena_printf(arena, "'%s' writes into the environment itself, into %s", who, what);
		finding->fix = "copy the value with strdup() and change the copy";
	}
	rule_step(search->run, finding, get->function, get->event, "the pointer comes from here");
	finding->path_steps = finding->steps.len;
}

static void visit(void *data, const struct env_get *get)
{
	struct search *search = data;
	size_t count = get->function->facts->n_events;
	struct follow_query query = { .env = search->env,
				      .function = get->function,
				      .from = get->event,
				      .origin = get->origin,
				      .visit = see,
				      .data = search };

	search->get = get;
	search->deeds = arena_array(search->env->arena, enum deed, count + 1);
	follow_paths(&query);
	for (uint32_t e = 0; e < count; e++)
		if (search->deeds[e] != DEED_NONE)
			report(search, e);
}

/* --- pointers that were kept ------------------------------------------------------------------- */

struct sources {
	const struct program *program;
	bool got, other;
};

static bool see_source(void *data, const struct value_source *source)
{
	struct sources *sources = data;
	const Fact__Origin *origin = values_source_origin(source);
	const char *library = NULL;

	if (!source->init && origin->kind == FACT__ORIGIN_KIND__ORIGIN_RESULT)
		library = result_of(sources->program, source->function, source->origin);
	if (library && model_trait(library, TRAIT_ENV_GET))
		sources->got = true;
	else if (origin->kind != FACT__ORIGIN_KIND__ORIGIN_INT && origin->kind != FACT__ORIGIN_KIND__ORIGIN_STRING)
		sources->other = true;
	return !sources->other;
}

/* Whether the pointer is read from a place that holds nothing but what getenv gave, or literals. */
static const struct env_kept *kept_pointer(const struct search *search, const struct env_kept_list *kept,
					   const struct function *function, uint32_t pointer)
{
	struct env_leaves leaves;

	env_leaves_of(search->env, function, pointer, &leaves);
	for (size_t l = 0; l < leaves.count; l++) {
		const Fact__Origin *leaf = origin_of(function, leaves.all[l]);

		for (size_t k = 0; leaf->kind == FACT__ORIGIN_KIND__ORIGIN_LOAD && k < kept->all.len; k++) {
			struct sources sources = { .program = search->env->program };

			if (!env_kept_named(&kept->all.items[k], function, leaf->args[0]))
				continue;
			values_trace_origin(search->env->program, function, leaves.all[l], see_source, &sources);
			if (sources.got && !sources.other)
				return &kept->all.items[k];
		}
	}
	return NULL;
}

static void report_kept(const struct search *search, const struct env_kept *kept, const struct function *function,
			uint32_t event)
{
	struct arena *arena = rule_arena(search->run);
	struct finding *finding = rule_report(search->run, function, event, kept->place);

	finding->message = arena_printf(arena, "this changes or frees the environment itself, by a pointer from getenv kept in %s",
					kept->place);
	finding->fix = "keep a copy: strdup()";
	rule_step(search->run, finding, kept->get->function, kept->get->event, "the pointer comes from here");
	rule_step(search->run, finding, kept->function, kept->event, "it is kept here");
	finding->path_steps = finding->steps.len;
}

static void look_at_event(const struct search *search, const struct env_kept_list *kept,
			  const struct function *function, uint32_t e)
{
	const Fact__Event *event = function->facts->events[e];
	const struct env_kept *found = NULL;

	if (event->kind == FACT__EVENT_KIND__EVENT_STORE && env_stores_byte(function, event))
		found = kept_pointer(search, kept, function, event->target->origin);
	for (size_t a = 0; event->kind == FACT__EVENT_KIND__EVENT_CALL && a < event->n_args && !found; a++)
		if (env_fate_at(search->env, function, e, a, ENV_MODIFIED) ||
		    env_fate_at(search->env, function, e, a, ENV_FREED))
			found = kept_pointer(search, kept, function, event->args[a]->origin);
	if (found)
		report_kept(search, found, function, e);
}

static void find_kept(const struct search *search)
{
	const struct program *program = search->env->program;
	struct env_kept_list kept = { 0 };

	env_find_kept(search->env, &kept);
	for (size_t f = 0; kept.all.len && f < program->functions.len; f++) {
		const struct function *function = &program->functions.items[f];
		const struct phase *phases;

		for (uint32_t e = 0; e < function->facts->n_events; e++)
			if (phase_at(program, function, e, &phases))
				look_at_event(search, &kept, function, e);
	}
}

static void check(struct rule_run *run, const struct program *program)
{
	struct search search = { .run = run, .env = env_of(run, program) };

	env_each_get(search.env, visit, &search);
	find_kept(&search);
}

const struct rule rule_env_pointer_modified = {
	.info = {
		.id = "env-pointer-modified",
		.family = "env",
		.level = LEVEL_ERROR,
		.whole_program = true,
		.revision = 1,
		.summary = "what getenv returned is written to or freed",
		.why =
			"getenv returns a pointer into the environment itself, not a copy. Whoever cuts the string into pieces "
			"(strtok, strsep, a zero byte over a separator) cuts the variable: the next getenv and every child process "
			"see the first piece only. The C standard forbids any change of that string.\n\n"
			"free of it corrupts the heap on every C library: the string lies in the block that the kernel handed to "
			"the process, or in memory that setenv manages.",
		.fix = "Copy the value (strdup) and change the copy. Nothing that getenv returns is ever to be freed.",
		.limits =
			"A pointer that was kept in a global or a field is followed where that place holds nothing else but literals. "
			"Functions without a body here change what they are handed only where the tables say so. A value that is wiped with zero bytes before "
			"its variable is removed is a note.",
		.references =
			"C17, 7.22.4.6 The getenv function\n"
			"POSIX.1-2024, getenv\n"
			"CERT C ENV30-C, do not modify the object referenced by the return value of certain functions\n"
			"CWE-590",
		.bench = "snag-bench pointer",
	},
	.check = check,
};
