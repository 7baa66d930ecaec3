/* A pointer from getenv kept where it outlives the function, in a program that writes the environment. */
#include "rules/env_kept.h"
#include "rules/env_libc.h"
#include "rules/env_order.h"
#include "rules/trace.h"

#include <string.h>

/* Calls looked at before a write is taken to be followed by anything. */
#define CALLER_LIMIT 100

struct search {
	struct rule_run *run;
	const struct env *env;
	const struct env_kept *kept;
	const char *key; /* of the place; "" where it has none */
	struct libc_environment libc;
};

/* --- writes behind which the process only ends or becomes another one -------------------------- */

static bool comes_back(const struct env *env, const struct function *function, uint32_t event)
{
	struct path_query query = { .program = env->program, .function = function, .from = event };

	return path_reaches_return(&query);
}

/* Calls that lead to the write, each once. */
struct upwards {
	VEC(const struct call *) todo;
	bool *seen; /* [call] */
};

static void add_callers(const struct env *env, const struct function *function, struct upwards *up)
{
	for (size_t c = 0; c < function->call_sites.len; c++) {
		const struct call *call = &env->program->calls.items[function->call_sites.items[c]];

		if (!up->seen[call->id])
			vec_push(env->arena, &up->todo, call);
		up->seen[call->id] = true;
	}
}

static bool is_called(const struct function *function)
{
	return !function->is_main && function->call_sites.len;
}

/* Whether no function that leads to the write goes on after it: a forked child's preparation, the last words of main. */
static bool is_last(const struct env *env, const struct env_write *write)
{
	struct upwards up = { .seen = arena_array(env->arena, bool, env->program->calls.len + 1) };

	if (comes_back(env, write->function, write->event)) {
		if (!is_called(write->function))
			return false;
		add_callers(env, write->function, &up);
	}
	for (size_t i = 0; i < up.todo.len; i++) {
		const struct call *call = up.todo.items[i];
		const struct function *caller = &env->program->functions.items[call->caller];

		if (!comes_back(env, caller, call->event))
			continue;
		if (!is_called(caller) || up.todo.len > CALLER_LIMIT)
			return false;
		add_callers(env, caller, &up);
	}
	return true;
}

/* Whether an operand was read from the place. */
static bool reads_place(const struct search *search, const struct function *function, const Fact__Operand *operand)
{
	struct env_leaves leaves;

	if (!operand)
		return false;
	env_leaves_of(search->env, function, operand->origin, &leaves);
	for (size_t i = 0; i < leaves.count; i++) {
		const Fact__Origin *leaf = origin_of(function, leaves.all[i]);

		if (leaf->kind == FACT__ORIGIN_KIND__ORIGIN_LOAD &&
		    env_kept_named(search->kept, function, leaf->args[0]) &&
		    !strcmp(search->key,
			    values_place_key(search->env->program, function, leaf->args[0], search->env->arena)))
			return true;
	}
	return false;
}

static bool event_reads_place(const struct search *search, const struct function *function, const Fact__Event *event)
{
	for (size_t i = 0; i < event->n_args; i++)
		if (reads_place(search, function, event->args[i]))
			return true;
	return reads_place(search, function, event->value) || reads_place(search, function, event->target);
}

static bool is_read_after(const struct search *search, const struct env_write *write)
{
	const struct program *program = search->env->program;
	const struct later *later = later_in_order(program, write->function, write->event, search->env->arena);

	for (size_t f = 0; f < program->functions.len; f++) {
		const struct function *function = &program->functions.items[f];

		for (uint32_t e = 0; e < function->facts->n_events; e++)
			if (later_has(later, function, e) && event_reads_place(search, function, function->facts->events[e]))
				return true;
	}
	return false;
}

/* --- the finding ---------------------------------------------------------------------------------- */

static enum env_same compare(const struct search *search, const struct env_write *write)
{
	struct env_names written = { 0 };

	env_names_resolve(search->env->program, write->function, &write->names, search->env->arena, &written);
	return env_names_compare(search->env->program, search->kept->function, &search->kept->names, &written,
				 search->env->arena);
}

/* The write that may make the kept pointer stale: of the same variable rather than of one that may be another. */
static const struct env_write *later_write(const struct search *search, const struct later *later)
{
	const struct env_write *found = NULL;

	for (size_t i = 0; i < search->env->writes.len; i++) {
		const struct env_write *write = search->env->writes.items[i];
		enum env_same same;

		if (write->keeps || write->maybe || !later_has(later, write->function, write->event))
			continue;
		same = compare(search, write);
		if (same == ENV_DIFFERENT && search->libc.moves_others)
			same = ENV_MAY_BE_SAME;
		if (same == ENV_DIFFERENT || (same == ENV_MAY_BE_SAME && found))
			continue;
		if (*search->key && is_last(search->env, write) && !is_read_after(search, write))
			continue;
		found = write;
		if (same == ENV_SAME)
			break;
	}
	return found;
}

static void report(const struct search *search, const struct env_write *write, bool sure)
{
	struct arena *arena = rule_arena(search->run);
	const struct env_kept *kept = search->kept;
	const struct env_get *get = kept->get;
	const char *text = env_names_text(search->env->program, kept->function, &kept->names, arena);
	const char *what = text ? arena_printf(arena, "the value of '%s'", text) : "a value from the environment";
	struct finding *finding = rule_report(search->run, kept->function, kept->event, kept->place);

	finding->fix = "keep a copy: strdup()";
	if (get->function != kept->function || get->event != kept->event)
		rule_step(search->run, finding, get->function, get->event, "the pointer comes from here");
	if (!write) {
		finding->level = LEVEL_NOTE;
		finding->message = arena_printf(arena, "a pointer to %s is kept in %s; nothing seen here writes that variable "
						       "later",
						what, kept->place);
		return;
	}
	env_libc_pointer(&search->libc, false, &finding->level);
	if (!sure) {
		finding->level = LEVEL_NOTE;
		finding->confidence = CONFIDENCE_MAYBE;
	}
	if (search->libc.frees_values)
		finding->message = arena_printf(arena, "a pointer to %s is kept in %s, and '%s' may free or change the string "
						       "later",
						what, kept->place, write->callee);
	else
		finding->message = arena_printf(arena, "a pointer to %s is kept in %s, which stays the old value when '%s' writes "
						       "another",
						what, kept->place, write->callee);
	rule_step(search->run, finding, write->function, write->event, "'%s' writes the environment", write->callee);
}

static void check(struct rule_run *run, const struct program *program)
{
	struct arena *arena = rule_arena(run);
	struct search search = { .run = run, .env = env_of(run, program) };
	struct order *order = order_of(search.env);
	struct env_kept_list kept = { 0 };

	env_find_kept(search.env, &kept);
	for (size_t i = 0; i < kept.all.len; i++) {
		const struct env_kept *at = &kept.all.items[i];
		const struct env_write *write = NULL;
		bool sure = true;

		search.kept = at;
		search.libc = rule_libc(run, at->function);
		search.key = values_place_key(program, at->function, at->address, arena);
		for (int guess = 0; search.env->writes.len && guess < 2 && !write; guess++) {
			sure = !guess;
			write = later_write(&search, later_than(order, at->function, at->event, sure));
		}
		report(&search, write, sure);
	}
}

const struct rule rule_env_pointer_stored = {
	.info = {
		.id = "env-pointer-stored",
		.family = "env",
		.level = LEVEL_WARNING,
		.whole_program = true,
		.revision = 1,
		.summary = "a pointer from getenv is kept, and its variable is written later",
		.why =
			"What getenv returns lies in the environment. A global, a field or a cache that keeps the pointer keeps it past "
			"the moment at which somebody writes that variable: then it names freed memory (musl, Apple, NetBSD), "
			"another text (FreeBSD, Apple, putenv) or an old value (glibc). The place that breaks is far from the place "
			"that wrote, so it takes years to be found: a path with a piece of another variable in front, an editor that "
			"nobody chose.",
		.fix = "Keep a copy (strdup), or ask getenv again where the value is needed.",
		.limits =
			"Order is told by what can run after the store: behind it, behind the calls that lead to it, in threads and in "
			"handlers; conditions are not looked at. Where only a pointer that is called and may be another function's leads "
			"to the write, the finding is a note. A write behind which the process only ends or becomes another one "
			"counts where the place is read in between. Names are compared where they are known; an unknown name is "
			"taken to be the same. Where only other variables are written, or none, the finding is a note; so it is in a "
			"library where only its callers can bring the write about. Containers of libraries are not followed.",
		.references =
			"POSIX.1-2024, getenv: the string may be invalidated by setenv and unsetenv\n"
			"CERT C ENV34-C, do not store pointers returned by certain functions\n"
			"CWE-416",
		.bench = "snag-bench pointer",
	},
	.check = check,
};
