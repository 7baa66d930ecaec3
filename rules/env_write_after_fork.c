/* Writes of the environment in the forked child of a process that had threads. */
#include "rules/trace.h"

/* The state in which the call runs in such a child, or NULL; a state that isn't a guess where there is one. */
static const struct phase *child_phase(const struct program *program, const struct function *function, uint32_t event)
{
	const struct phase *phases, *found = NULL;
	size_t count = phase_at(program, function, event, &phases);

	for (size_t i = 0; i < count; i++)
		if (phases[i].child_of_threaded && (!found || (found->maybe && !phases[i].maybe)))
			found = &phases[i];
	return found;
}

static void word(struct rule_run *run, struct finding *finding, const char *call, const char *variable)
{
	struct arena *arena = rule_arena(run);

	finding->message = arena_printf(arena, "'%s' %s in the forked child of a process with threads, where a lock "
					       "of the environment or of malloc may be held for ever",
					call, variable ? arena_printf(arena, "writes '%s'", variable) : "writes the environment");
	finding->fix = "build the array of variables before fork() and hand it to execve() or posix_spawn()";
}

static void visit(struct rule_run *run, const struct function *function, const struct call *call,
		  const struct model_trait *trait)
{
	const struct program *program = rule_program(run);
	const Fact__Event *event = function->facts->events[call->event];
	const struct phase *phase = child_phase(program, function, call->event);
	const char *name = NULL;
	struct finding *finding;

	if (!phase)
		return;
	if (trait->a >= 0 && (size_t)trait->a < event->n_args)
		name = trace_text(program, function, event->args[trait->a], rule_arena(run));
	finding = rule_report(run, function, call->event, call->library);
	if (phase->maybe || phase->joined_in_doubt || call->maybe) {
		finding->level = LEVEL_NOTE;
		finding->confidence = CONFIDENCE_MAYBE;
	}
	word(run, finding, call->library, name ? variable_name(name, rule_arena(run)) : NULL);
	phase_witness(program, function, call->event, phase, rule_arena(run), finding);
}

static void check(struct rule_run *run, const struct program *program)
{
	rule_each_call(run, program, TRAIT_ENV_WRITE, visit);
	rule_each_call(run, program, TRAIT_ENV_PUT, visit);
}

const struct rule rule_env_write_after_fork = {
	.info = {
		.id = "env-write-after-fork",
		.family = "env",
		.level = LEVEL_WARNING,
		.whole_program = true,
		.revision = 1,
		.summary = "the environment is written between fork and exec by a program with threads",
		.why =
			"fork copies the whole process, but only the thread that called it. Whatever lock another thread held at that "
			"moment stays locked in the child, and nobody is left to release it. setenv, unsetenv, putenv and clearenv "
			"take the lock of the environment (glibc, uClibc, Apple) and allocate memory, which takes the lock of malloc. "
			"The child then hangs, once in many thousand starts, and the parent waits for it.\n\n"
			"POSIX allows only async-signal-safe functions in such a child until it calls exec. None of these four is. "
			"glibc resets the locks of malloc in the child, but makes no promise; other C libraries don't.",
		.fix =
			"Build the array of variables before fork and hand it to execve, or start the program with posix_spawn, "
			"which takes that array too.",
		.limits =
			"A child is known by the result of fork being compared with 0, also through a variable or a wrapper. An "
			"assignment to environ itself is not reported: it takes no lock. A child that was forked while there was one "
			"thread only is never reported, whatever the parent does later.",
		.references =
			"POSIX.1-2024, fork: only async-signal-safe operations until exec\n"
			"POSIX.1-2024, 2.4.3 Signal Actions: the list of async-signal-safe functions\n"
			"CERT C CON33-C\n"
			"CWE-667",
		.bench = "snag-bench env",
	},
	.check = check,
};
