/* putenv of a string in automatic storage that ends before the program does. */
#include "rules/storage.h"
#include "rules/trace.h"

#include <string.h>

/* One putenv call under judgement. */
struct put {
	struct rule_run *run;
	const struct program *program;
	const struct function *function; /* of the putenv call */
	const struct call *call;
	/* What was found: the worst source. */
	struct finding *finding;
};

/* Automatic storage: the function whose it is, and its name for people. */
struct storage {
	const struct function *owner;
	const char *name;
	const Fact__Place *place; /* of its declaration */
	uint32_t origin;          /* root of addresses into it, in `owner` */
};

static bool automatic(const struct program *program, const struct value_source *source, struct storage *storage)
{
	const Fact__Origin *origin = values_source_origin(source);
	const char *callee = result_of(program, source->function, source->origin);

	*storage = (struct storage){ .owner = source->function, .origin = source->origin };
	if (origin->kind == FACT__ORIGIN_KIND__ORIGIN_LOCAL) {
		const Fact__Object *object = source->function->facts->objects[origin->number];

		storage->name = object->name;
		storage->place = object->place;
		return true;
	}
	if (!callee || !model_trait(callee, TRAIT_AUTOMATIC))
		return false;
	storage->name = "";
	storage->place = source->function->facts->events[origin->number]->place;
	return true;
}

/* Whether two origins of a function are the same object's address. */
static bool same_object(const struct function *function, uint32_t a, uint32_t b)
{
	const Fact__Origin *left = origin_of(function, a), *right = origin_of(function, b);

	return a == b || (left->kind == right->kind && left->number == right->number &&
			  (left->kind == FACT__ORIGIN_KIND__ORIGIN_LOCAL ||
			   left->kind == FACT__ORIGIN_KIND__ORIGIN_RESULT));
}

static const char *copied_name(const struct put *put, const struct storage *storage, const Fact__Event *event,
			       const struct model_trait *copies)
{
	const struct function *function = storage->owner;
	struct arena *arena = rule_arena(put->run);

	if (!copies || copies->a < 0 || (size_t)copies->a >= event->n_args ||
	    !same_object(function, origin_root(function, event->args[copies->a]->origin), storage->origin))
		return NULL;
	for (size_t i = (size_t)copies->a + 1; i < event->n_args; i++) {
		const char *text = trace_text(put->program, function, event->args[i], arena);

		if (text && strchr(text, '='))
			return variable_name(text, arena);
	}
	return NULL;
}

/* The variable that the buffer sets, by what its function writes into it; NULL where that isn't one name. */
static const char *buffer_name(const struct put *put, const struct storage *storage)
{
	const struct function *function = storage->owner;
	const char *name = NULL;

	for (uint32_t i = 0; i < function->facts->n_events; i++) {
		const Fact__Event *event = function->facts->events[i];
		const char *callee, *here = NULL;

		if (event->kind == FACT__EVENT_KIND__EVENT_CALL) {
			callee = program_library_callee(put->program, function, i);
			here = callee ? copied_name(put, storage, event, model_trait(callee, TRAIT_COPIES)) : NULL;
		} else if (event->kind == FACT__EVENT_KIND__EVENT_STORE &&
			   same_object(function, event->target->origin, storage->origin)) {
			here = trace_text(put->program, function, event->value, rule_arena(put->run));
			here = here && strchr(here, '=') ? variable_name(here, rule_arena(put->run)) : NULL;
		}
		if (here && name && strcmp(here, name))
			return NULL;
		name = here ? here : name;
	}
	return name;
}

struct taking_back {
	const struct put *put;
	const struct function *function;
	const char *variable; /* or NULL */
};

/* Whether the event takes the string out of the environment again: the same variable written anew, or all cleared. */
static bool takes_back(void *data, uint32_t index)
{
	const struct taking_back *back = data;
	const Fact__Event *event = back->function->facts->events[index];
	const char *callee = program_library_callee(back->put->program, back->function, index);
	const struct model_trait *write = callee ? model_trait(callee, TRAIT_ENV_WRITE) : NULL;
	const char *text;

	if (callee && !write)
		write = model_trait(callee, TRAIT_ENV_PUT);
	if (!write || (back->function == back->put->function && index == back->put->call->event))
		return false;
	if (write->a < 0)
		return true;
	if (!back->variable || (size_t)write->a >= event->n_args)
		return false;
	text = trace_text(back->put->program, back->function, event->args[write->a], rule_arena(back->put->run));
	text = text ? variable_name(text, rule_arena(back->put->run)) : NULL;
	return text && !strcmp(text, back->variable);
}

/* Whether the storage ends while the environment may still point into it. */
static bool can_end(const struct put *put, const struct value_source *source, const struct storage *storage,
		    const char *variable)
{
	struct taking_back back = { put, storage->owner, variable };
	struct path_query query = { .program = put->program,
				    .function = storage->owner,
				    .from = put->call->event,
				    .blocks = takes_back,
				    .data = &back };
	bool called = false;

	for (size_t i = 0; i < source->hop_count; i++)
		if (source->hops[i].function == storage->owner) {
			query.from = source->hops[i].event;
			called = true;
		}
	if (!called && storage->owner != put->function)
		return !storage->owner->is_main && program_returns(put->program, storage->owner); /* a callee's storage, handed up or kept in memory */
	query.assume = !called; /* putenv gave 0: only then it keeps the string */
	return storage_ends(&query, storage->origin, rule_arena(put->run));
}

static void word(const struct put *put, const struct storage *storage, const char *variable)
{
	struct arena *arena = rule_arena(put->run);
	const char *what = storage->name[0] ? arena_printf(arena, "'%s'", storage->name) : "memory";

	put->finding->message = arena_printf(arena, "'%s' keeps a pointer to %s%s%s, which ends with '%s'",
					     put->call->library, what, storage->name[0] ? "" : " on the stack",
					     variable ? arena_printf(arena, " for '%s'", variable) : "",
					     storage->owner->name);
	put->finding->fix = variable ? arena_printf(arena, "setenv(\"%s\", value, 1), which copies", variable) :
				       "setenv(name, value, 1), which copies";
}

static bool judge(void *data, const struct value_source *source)
{
	struct put *put = data;
	struct storage storage;
	const char *variable;
	bool maybe = source->maybe || put->call->maybe;

	if (!automatic(put->program, source, &storage))
		return true;
	variable = buffer_name(put, &storage);
	if (!can_end(put, source, &storage, variable))
		return true;
	if (put->finding && (maybe || put->finding->level == LEVEL_ERROR))
		return true;
	if (!put->finding)
		put->finding = rule_report(put->run, put->function, put->call->event, put->call->library);
	put->finding->level = maybe ? LEVEL_WARNING : LEVEL_ERROR;
	put->finding->confidence = maybe ? CONFIDENCE_MAYBE : CONFIDENCE_SURE;
	put->finding->steps.len = 0;
	word(put, &storage, variable);
	if (storage.name[0])
		rule_step_place(put->run, put->finding, storage.owner, storage.place,
				"'%s' is declared here, in automatic storage", storage.name);
	else
		rule_step_place(put->run, put->finding, storage.owner, storage.place,
				"the memory is taken from the stack here");
	for (size_t i = source->hop_count; i--;)
		rule_step(put->run, put->finding, source->hops[i].function, source->hops[i].event,
			  "the string comes through this call");
	return true;
}

static void visit(struct rule_run *run, const struct function *function, const struct call *call,
		  const struct model_trait *trait)
{
	const Fact__Event *event = function->facts->events[call->event];
	struct put put = { .run = run, .program = rule_program(run), .function = function, .call = call };

	if (trait->a >= 0 && (size_t)trait->a < event->n_args && rule_libc(run, function).keeps_putenv)
		trace_memory(put.program, function, event->args[trait->a]->origin, judge, &put);
}

static void check(struct rule_run *run, const struct program *program)
{
	rule_each_call(run, program, TRAIT_ENV_PUT, visit);
}

const struct rule rule_env_putenv_automatic = {
	.info = {
		.id = "env-putenv-automatic",
		.family = "env",
		.level = LEVEL_ERROR,
		.whole_program = true,
		.revision = 1,
		.summary = "putenv is given a string that ends before the program does",
		.why =
			"putenv doesn't copy: the string itself becomes part of the environment. Where it lies in a local array, a "
			"compound literal or memory of alloca, the function's end leaves the environment pointing into a dead stack "
			"frame. The next call writes over it: the variable vanishes, or another one appears out of what happens to "
			"lie there.\n\n"
			"glibc and musl behave alike. Right after the function's return getenv gives NULL in a small program, and one "
			"further call is enough to leave foreign bytes among the entries. Everything that walks the environment "
			"meets them: getenv, setenv of any name, a child started by execve. Compilers say nothing.",
		.fix =
			"Use setenv, which copies name and value. Where putenv must stay, give it static or heap memory that is "
			"neither changed nor freed while the variable is set.",
		.limits =
			"Storage of main is not reported, since main ends with the program; a block of main that ends earlier is "
			"missed. A later unsetenv or setenv of the same variable in the same function takes the report back only "
			"where both names are known. A pointer that was kept in memory and read again is followed through globals "
			"and fields only.",
		.references =
			"POSIX.1-2024, putenv\n"
			"CERT C POS34-C, do not call putenv() with a pointer to an automatic variable as the argument\n"
			"CWE-562\n"
			"CWE-686",
		.bench = "snag-bench putenv",
	},
	.check = check,
};
