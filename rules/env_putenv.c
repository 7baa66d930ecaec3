/* putenv of memory that is freed, reused or overwritten while the variable still names it. */
#include "rules/env_follow.h"
#include "rules/env_order.h"
#include "rules/env_string.h"
#include "rules/storage.h"
#include "rules/trace.h"

/* Callers of callers looked at for what becomes of a string that came in as a parameter. */
#define CALLER_DEPTH 6

struct put {
	struct rule_run *run;
	const struct env *env;
	const struct env_write *write; /* the putenv call */
	struct env_string string;
	/* What was found first. */
	const struct function *function;
	uint32_t event;
	enum env_deed deed;
	const Fact__Object *owner; /* of memory that ends with it */
};

/* One function in which the string is followed. */
struct stage {
	const struct put *put;
	const struct function *function;
	uint32_t from, origin;
	bool zero; /* the call `from` returned 0 */
	int depth;
};

struct walk {
	struct put *put;
	const struct stage *stage;
	bool found;
};

static void find(struct put *put, const struct function *function, uint32_t event, enum env_deed deed)
{
	if (put->deed != ENV_DEED_NONE)
		return;
	put->function = function;
	put->event = event;
	put->deed = deed;
}

/* --- along the paths behind the call ---------------------------------------------------------- */

/* getline, which gave the string, takes the same memory for the next line. */
static bool fills_again(const struct walk *walk, uint32_t event, size_t argument)
{
	const Fact__Origin *origin = origin_of(walk->stage->function, walk->stage->origin);

	return origin->kind == FACT__ORIGIN_KIND__ORIGIN_OUT && origin->number == event &&
	       env_modifies_behind(walk->put->env, walk->stage->function, event, argument);
}

static enum env_deed deed_here(const struct walk *walk, const struct follow_at *at)
{
	const struct function *function = walk->stage->function;
	const Fact__Event *event = function->facts->events[at->event];

	if (event->kind == FACT__EVENT_KIND__EVENT_STORE)
		return env_stores_byte(function, event) && follow_holds(at, event->target->origin) ? ENV_DEED_STORE :
												     ENV_DEED_NONE;
	for (size_t a = 0; event->kind == FACT__EVENT_KIND__EVENT_CALL && a < event->n_args; a++) {
		enum env_deed deed = env_deed_of(walk->put->env, function, at->event, a);

		if (fills_again(walk, at->event, a))
			return ENV_DEED_CALL;
		if (deed != ENV_DEED_NONE && follow_holds(at, event->args[a]->origin) &&
		    !(deed == ENV_DEED_FREE && env_string_freed_behind(&walk->put->string, function, at->event)))
			return deed;
	}
	return ENV_DEED_NONE;
}

static enum follow_next see(void *data, struct follow_at *at)
{
	struct walk *walk = data;
	enum env_deed deed = deed_here(walk, at);

	if (deed != ENV_DEED_NONE) {
		find(walk->put, walk->stage->function, at->event, deed);
		walk->found = true;
		return FOLLOW_END;
	}
	return env_string_taken_back(&walk->put->string, walk->stage->function, at->event) ? FOLLOW_END : FOLLOW_ON;
}

static bool follow_stage(struct put *put, const struct stage *stage)
{
	struct walk walk = { .put = put, .stage = stage };
	struct follow_query query = { .env = put->env,
				      .function = stage->function,
				      .from = stage->from,
				      .origin = stage->origin,
				      .result = stage->zero ? FOLLOW_RESULT_ZERO : FOLLOW_RESULT_ANY,
				      .visit = see,
				      .data = &walk };

	follow_paths(&query);
	return walk.found;
}

struct stages {
	VEC(struct stage) all;
};

/* Whether the function returns 0 wherever the call before returned 0. */
struct success {
	const struct stage *stage;
	bool other;
};

static enum follow_next see_return(void *data, struct follow_at *at)
{
	struct success *success = data;
	const struct function *function = success->stage->function;
	const Fact__Event *event = function->facts->events[at->event];
	const Fact__Origin *value;

	if (event->kind != FACT__EVENT_KIND__EVENT_RETURN)
		return FOLLOW_ON;
	if (!event->value) {
		success->other = true;
		return FOLLOW_END;
	}
	value = origin_of(function, origin_bare(function, event->value->origin));
	if (!(value->kind == FACT__ORIGIN_KIND__ORIGIN_INT && !value->number) &&
	    !(value->kind == FACT__ORIGIN_KIND__ORIGIN_RESULT && value->number == success->stage->from))
		success->other = true;
	return FOLLOW_END;
}

static bool returns_zero(const struct put *put, const struct stage *stage)
{
	struct success success = { .stage = stage };
	struct follow_query query = { .env = put->env,
				      .function = stage->function,
				      .from = stage->from,
				      .origin = stage->origin,
				      .result = FOLLOW_RESULT_ZERO,
				      .visit = see_return,
				      .data = &success };

	if (!stage->zero)
		return false;
	follow_paths(&query);
	return !success.other;
}

static void add_operand(struct put *put, struct stages *stages, struct stage stage)
{
	struct env_leaves leaves;
	const Fact__Origin *origin = origin_of(stage.function, stage.origin);

	/* A join is followed as one; of memory that holds one of several, each is. */
	if (origin->kind != FACT__ORIGIN_KIND__ORIGIN_UNION || origin->number) {
		vec_push(put->env->arena, &stages->all, stage);
		return;
	}
	env_leaves_of(put->env, stage.function, stage.origin, &leaves);
	for (size_t i = 0; i < leaves.count; i++) {
		stage.origin = leaves.all[i];
		if (origin_of(stage.function, stage.origin)->kind == FACT__ORIGIN_KIND__ORIGIN_RESULT ||
		    origin_of(stage.function, stage.origin)->kind == FACT__ORIGIN_KIND__ORIGIN_OUT)
			vec_push(put->env->arena, &stages->all, stage);
	}
}

/* The string came in as a parameter: what callers do with it behind the call. */
static void add_callers(struct put *put, struct stages *stages, const struct stage *stage)
{
	const struct program *program = put->env->program;
	uint64_t parameters = env_parameters_of(put->env, stage->function, stage->origin);
	bool zero = parameters && returns_zero(put, stage);

	for (size_t c = 0; parameters && stage->depth < CALLER_DEPTH && c < stage->function->call_sites.len; c++) {
		const struct call *call = &program->calls.items[stage->function->call_sites.items[c]];
		const struct function *caller = &program->functions.items[call->caller];
		const Fact__Event *event = caller->facts->events[call->event];

		for (size_t a = 0; call->how <= CALL_POINTER && a < event->n_args && a < 64; a++)
			if (parameters >> a & 1)
				add_operand(put, stages,
					    (struct stage){ put, caller, call->event,
							    env_string_root(caller, event->args[a]->origin), zero,
							    stage->depth + 1 });
	}
}

struct letting_go {
	const struct put *put;
	const struct function *function;
};

static bool lets_go(void *data, uint32_t event)
{
	const struct letting_go *going = data;

	return env_string_taken_back(&going->put->string, going->function, event);
}

/* A local vector or unique_ptr frees what it owns where it ends. */
static bool ends_with_owner(struct put *put, const struct stage *stage)
{
	struct letting_go going = { put, stage->function };
	struct path_query query = { .program = put->env->program,
				    .function = stage->function,
				    .from = stage->from,
				    .assume = stage->zero,
				    .blocks = lets_go,
				    .data = &going };
	uint32_t origin;
	const Fact__Object *owner = storage_owner(put->env->program, stage->function, stage->origin, &origin);

	if (!owner || !storage_ends(&query, origin, put->env->arena))
		return false;
	find(put, stage->function, stage->from, ENV_DEED_FREE);
	put->owner = owner;
	return true;
}

static void follow_string(struct put *put, uint32_t origin)
{
	struct stages stages = { 0 };
	const struct env_write *write = put->write;

	add_operand(put, &stages,
		    (struct stage){ put, write->function, write->event, env_string_root(write->function, origin), true, 0 });
	for (size_t i = 0; i < stages.all.len && put->deed == ENV_DEED_NONE; i++) {
		struct stage stage = stages.all.items[i];

		if (env_is_automatic(put->env, stage.function, stage.origin) ||
		    env_string_is_row(stage.function, stage.origin))
			continue;
		if (!ends_with_owner(put, &stage) && !follow_stage(put, &stage))
			add_callers(put, &stages, &stage);
	}
}

/* --- anywhere later ------------------------------------------------------------------------------- */

/* Memory that stays in one place from call to call, and what is done to it by code that runs after the call. */
static void look_for_later_deeds(struct put *put, const struct env_places *places)
{
	const struct program *program = put->env->program;
	const struct later *later = later_in_order(program, places->function, places->event, put->env->arena);

	for (size_t f = 0; f < program->functions.len; f++) {
		const struct function *function = &program->functions.items[f];

		for (uint32_t e = 0; e < function->facts->n_events && put->deed == ENV_DEED_NONE; e++) {
			enum env_deed deed;

			if (!later_has(later, function, e))
				continue;
			deed = env_deed_to_places(put->env, places, function, e);
			if (deed == ENV_DEED_FREE && env_string_freed_behind(&put->string, function, e))
				continue;
			if (deed != ENV_DEED_NONE && !env_string_replaced_before(&put->string, function, e) &&
			    !env_places_settled(program, places, function, e))
				find(put, function, e, deed);
		}
	}
}

static void look_later(struct put *put, const Fact__Operand *string)
{
	struct env_places_list list = { 0 };

	if (env_string_always_taken_back(&put->string, put->write->function, put->write->event))
		return;
	env_find_places(&put->string, string->origin, &list);
	for (size_t i = 0; i < list.all.len && put->deed == ENV_DEED_NONE; i++)
		look_for_later_deeds(put, &list.all.items[i]);
}

/* --- the finding -------------------------------------------------------------------------------------- */

static const char *const deed_words[] = { [ENV_DEED_FREE] = "freed",
					  [ENV_DEED_CALL] = "written anew",
					  [ENV_DEED_STORE] = "written to" };

static void report(const struct put *put)
{
	struct arena *arena = rule_arena(put->run);
	const struct env_write *write = put->write;
	const char *name = env_names_text(put->env->program, write->function, &write->names, arena);
	const char *what = name ? arena_printf(arena, "the string for '%s'", name) : "its string";
	struct finding *finding = rule_report(put->run, write->function, write->event, write->callee);

	finding->message = arena_printf(arena, "'%s' keeps a pointer to %s, which is %s while the variable still names it",
					write->callee, what, deed_words[put->deed]);
	finding->fix = name ? arena_printf(arena, "setenv(\"%s\", value, 1), which copies", name) :
			      "setenv(name, value, 1), which copies";
	if (put->owner)
		rule_step_place(put->run, finding, put->function, put->owner->place, "'%s', which owns the string, ends with its block",
				put->owner->name);
	else
		rule_step(put->run, finding, put->function, put->event, "the string is %s here", deed_words[put->deed]);
}

/* A library's function that is handed the string: who hands it over may do anything with it. */
static void report_unknown(const struct put *put)
{
	const struct env_write *write = put->write;
	struct finding *finding = rule_report(put->run, write->function, write->event, write->callee);

	finding->level = LEVEL_NOTE;
	finding->confidence = CONFIDENCE_MAYBE;
	finding->message = arena_printf(rule_arena(put->run), "'%s' keeps a pointer to a string of the caller, who may change "
							      "or free it",
					write->callee);
	finding->fix = "setenv(name, value, 1), which copies";
}

static bool comes_from_outside(const struct put *put, const Fact__Operand *string)
{
	return !put->write->function->call_sites.len && !put->write->function->is_main &&
	       env_parameters_of(put->env, put->write->function, string->origin);
}

static void judge(struct rule_run *run, const struct env *env, const struct env_write *write)
{
	const Fact__Event *event = write->function->facts->events[write->event];
	const struct model_trait *trait = model_trait(write->callee, TRAIT_ENV_PUT);
	struct put put = { .run = run, .env = env, .write = write };
	const Fact__Operand *string;

	if (!trait || (size_t)trait->a >= event->n_args || write->maybe || !rule_libc(run, write->function).keeps_putenv)
		return;
	string = event->args[trait->a];
	put.string = (struct env_string){ .env = env, .write = write };
	follow_string(&put, string->origin);
	if (put.deed == ENV_DEED_NONE)
		look_later(&put, string);
	if (put.deed != ENV_DEED_NONE)
		report(&put);
	else if (comes_from_outside(&put, string))
		report_unknown(&put);
}

static void check(struct rule_run *run, const struct program *program)
{
	struct env *env = env_of(run, program);

	for (size_t i = 0; i < env->writes.len; i++)
		if (env->writes.items[i]->puts)
			judge(run, env, env->writes.items[i]);
}

const struct rule rule_env_putenv = {
	.info = {
		.id = "env-putenv",
		.family = "env",
		.level = LEVEL_WARNING,
		.whole_program = true,
		.revision = 1,
		.summary = "putenv is given memory that is freed or reused while it is in use",
		.why =
			"putenv doesn't copy: the string itself becomes part of the environment. Freed afterwards, it leaves a pointer "
			"to memory that the next malloc hands to someone else, and the variable vanishes or turns into something else. "
			"A static buffer that is filled a second time changes the variable of the first time: with another name in it, "
			"the first variable is gone and the second is there twice.\n\n"
			"glibc, musl and the BSDs agree on that. On other threads a reader meets the string half written: in a loop, "
			"more than nine in ten reads see a mixture of two values.",
		.fix =
			"Use setenv, which copies name and value. Where putenv must stay, give each call memory of its own, free it "
			"only after the same variable was put, set or unset anew, and never write to it again.",
		.limits =
			"Strings that come in as parameters are followed to callers, those kept in globals and fields by the place "
			"they are kept in. Rows of a table that are chosen at run time are taken for separate buffers. What code "
			"without a body here does to a string counts only where the tables say so.",
		.references =
			"POSIX.1-2024, putenv: the string shall become part of the environment\n"
			"CERT C POS34-C\n"
			"CWE-416\n"
			"CWE-686",
		.bench = "snag-bench putenv",
	},
	.check = check,
};
