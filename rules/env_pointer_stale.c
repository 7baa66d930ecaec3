/* A pointer from getenv used after the variable may have been written. */
#include "rules/env_follow.h"
#include "rules/env_gets.h"
#include "rules/env_libc.h"
#include "rules/trace.h"

struct search {
	struct rule_run *run;
	const struct env *env;
	const struct env_get *get;
	bool others;   /* looks at writes of other variables */
	bool *writes;  /* [event] a write that counts */
	bool *uses;    /* [event] the first use behind one */
	bool found;
};

/* The write of that variable, or of another one, that an event makes; NULL where it makes none. */
static const struct env_write *write_at(const struct search *search, uint32_t event)
{
	const struct function *function = search->get->function;
	struct env_effects effects = { 0 };

	env_effects_at(search->env, function, event, &effects);
	for (size_t i = 0; i < effects.all.len; i++) {
		const struct env_effect *effect = &effects.all.items[i];
		struct env_names written = { 0 };
		bool same;

		env_names_add(&written, effect->name, search->env->arena);
		same = env_names_compare(search->env->program, function, &search->get->names, &written,
					 search->env->arena) != ENV_DIFFERENT;
		/* A guess, or what leaves a variable alone that is there: not enough for a finding. */
		if (same != search->others && !effect->write->keeps && !effect->write->maybe)
			return effect->write;
	}
	return NULL;
}

static bool is_own_variable(const struct function *function, uint32_t address)
{
	return origin_of(function, origin_root(function, address))->kind == FACT__ORIGIN_KIND__ORIGIN_LOCAL;
}

/* Whether the event reads through the pointer or hands it on. */
static bool uses(const struct follow_at *at, const struct function *function)
{
	const Fact__Event *event = function->facts->events[at->event];

	switch (event->kind) {
	case FACT__EVENT_KIND__EVENT_LOAD:
		return follow_holds(at, event->target->origin);
	case FACT__EVENT_KIND__EVENT_STORE:
		return (follow_holds(at, event->value->origin) && !is_own_variable(function, event->target->origin)) ||
		       follow_holds(at, event->target->origin);
	case FACT__EVENT_KIND__EVENT_RETURN:
		return event->value && follow_holds(at, event->value->origin);
	case FACT__EVENT_KIND__EVENT_CALL:
		for (size_t i = 0; i < event->n_args; i++)
			if (follow_holds(at, event->args[i]->origin) || follow_holds_at(at, event->args[i]->origin))
				return true;
		return false;
	default:
		return false;
	}
}

static enum follow_next see(void *data, struct follow_at *at)
{
	struct search *search = data;

	if (at->marked && uses(at, search->get->function)) {
		search->uses[at->event] = true;
		search->found = true;
		return FOLLOW_END;
	}
	if (write_at(search, at->event)) {
		search->writes[at->event] = true;
		at->marked = true;
	}
	return FOLLOW_ON;
}

/* The write that made the use stale: the last one in the text from which the use is reached. */
static uint32_t write_before(const struct search *search, uint32_t use)
{
	uint32_t found = UINT32_MAX;

	for (uint32_t e = 0; e < search->get->function->facts->n_events; e++) {
		struct path_query query = { .program = search->env->program,
					    .function = search->get->function,
					    .from = e };

		if (search->writes[e] && (found == UINT32_MAX || e < use) && path_reaches_event(&query, use))
			found = e;
	}
	return found;
}

static void word(const struct search *search, struct finding *finding, const struct env_write *write,
		 const struct libc_environment *libc)
{
	struct arena *arena = rule_arena(search->run);
	const char *what = env_get_words(search->env, search->get);

	if (search->others)
		finding->message = arena_printf(arena, "%s is used through a pointer from before '%s' wrote another variable",
						what, write->callee);
	else
		finding->message = arena_printf(arena, "%s is used through a pointer from before '%s', which %s", what,
						write->callee, env_libc_pointer_words(libc, arena));
	finding->fix = "copy the value with strdup() before the environment is written";
}

static void report(const struct search *search, uint32_t use)
{
	const struct env_get *get = search->get;
	struct libc_environment libc = rule_libc(search->run, get->function);
	uint32_t event = write_before(search, use);
	const struct env_write *write;
	struct finding *finding;

	if (event == UINT32_MAX)
		return;
	write = write_at(search, event);
	finding = rule_report(search->run, get->function, use, get->text ? get->text : "getenv");
	env_libc_pointer(&libc, search->others, &finding->level);
	word(search, finding, write, &libc);
	rule_step(search->run, finding, get->function, get->event, "the pointer comes from here");
	if (write->function != get->function)
		rule_step(search->run, finding, get->function, event, "this call leads to the write");
	rule_step(search->run, finding, write->function, write->event, "'%s' writes the environment", write->callee);
	finding->path_steps = finding->steps.len;
}

static void follow(struct search *search)
{
	const struct env_get *get = search->get;
	size_t count = get->function->facts->n_events;
	struct follow_query query = { .env = search->env,
				      .function = get->function,
				      .from = get->event,
				      .origin = get->origin,
				      .visit = see,
				      .data = search };

	search->writes = arena_array(search->env->arena, bool, count + 1);
	search->uses = arena_array(search->env->arena, bool, count + 1);
	follow_paths(&query);
	for (uint32_t e = 0; e < count; e++)
		if (search->uses[e])
			report(search, e);
}

static void visit(void *data, const struct env_get *get)
{
	struct search *search = data;

	search->get = get;
	search->found = search->others = false;
	follow(search);
	search->others = !search->found;
	if (search->others)
		follow(search);
}

static void check(struct rule_run *run, const struct program *program)
{
	struct search search = { .run = run, .env = env_of(run, program) };

	if (search.env->writes.len)
		env_each_get(search.env, visit, &search);
}

const struct rule rule_env_pointer_stale = {
	.info = {
		.id = "env-pointer-stale",
		.family = "env",
		.level = LEVEL_WARNING,
		.whole_program = true,
		.revision = 1,
		.summary = "a pointer from getenv is used after its variable was written",
		.why =
			"What getenv returns lies in the environment and lives only until that variable is written. setenv of the same "
			"name may free the string (musl, Apple, NetBSD), overwrite it in place (FreeBSD, Apple) or leave it as it was "
			"(glibc); unsetenv, putenv and clearenv likewise. Code that saves TZ with getenv, sets it to UTC and puts "
			"the saved pointer back works on glibc and reads freed memory elsewhere: with musl a held value of 40 bytes "
			"is garbage after sixteen allocations of that size.\n\n"
			"POSIX goes further: any call of setenv or unsetenv may invalidate it.",
		.fix = "Copy the value (strdup) before anything writes the environment, or ask getenv again afterwards.",
		.limits =
			"A write through a function pointer that is known by its type alone doesn't count, nor does what another "
			"thread does. Names are compared where they are literals or come in through parameters; a name that isn't "
			"known is taken to be the same. Writes of another variable are notes: no C library in use moves the string then.",
		.references =
			"POSIX.1-2024, getenv: the string may be invalidated by setenv and unsetenv\n"
			"CERT C ENV34-C, do not store pointers returned by certain functions\n"
			"CWE-416",
		.bench = "snag-bench pointer",
	},
	.check = check,
};
