/* Signal handlers that write the environment, or call what takes the locks of the environment or of locales. */
#include "rules/trace.h"

#include <string.h>

/* How a function comes to run in a handler. */
struct arrival {
	const struct call *call;   /* the edge by which it is entered; NULL: it isn't */
	const struct call *signal; /* where the handler was registered */
	bool maybe;
};

struct handlers {
	const struct program *program;
	struct arrival *arrivals; /* [function] */
	VEC(uint32_t) reached;    /* nearest first */
};

static bool registers_handler(const struct program *program, const struct call *call)
{
	const char *library;
	size_t count = 0;
	const struct model_trait *rows;

	if (call->how != CALL_LATER || call->target == UINT32_MAX)
		return false;
	library = program_library_callee(program, &program->functions.items[call->caller], call->event);
	rows = library ? model_traits(library, &count) : NULL;
	for (size_t i = 0; i < count; i++)
		if (rows[i].trait == TRAIT_LATER_ARG && rows[i].b == 1)
			return true;
	return false;
}

static void reach(struct handlers *handlers, struct arena *arena, const struct call *call, const struct call *signal,
		  bool maybe)
{
	struct arrival *arrival = &handlers->arrivals[call->target];

	if (arrival->call)
		return;
	*arrival = (struct arrival){ call, signal, maybe || call->maybe };
	vec_push(arena, &handlers->reached, call->target);
}

static void find_handlers(struct handlers *handlers, struct arena *arena)
{
	const struct program *program = handlers->program;
	const struct phase *phases;

	for (size_t i = 0; i < program->calls.len; i++) {
		const struct call *call = &program->calls.items[i];

		if (registers_handler(program, call) &&
		    phase_at(program, &program->functions.items[call->caller], call->event, &phases))
			reach(handlers, arena, call, call, false);
	}
	for (size_t i = 0; i < handlers->reached.len; i++) {
		const struct function *function = &program->functions.items[handlers->reached.items[i]];
		struct arrival arrival = handlers->arrivals[function->id];

		for (size_t c = 0; c < function->calls.len; c++) {
			const struct call *call = &program->calls.items[function->calls.items[c]];

			if (call->target != UINT32_MAX && call->how != CALL_THREAD && call->how != CALL_LATER)
				reach(handlers, arena, call, arrival.signal, arrival.maybe);
		}
	}
}

static bool has_word(const char *remarks, const char *word)
{
	size_t length = strlen(word);

	for (const char *at = remarks; (at = strstr(at, word)); at++)
		if ((at == remarks || at[-1] == ' ' || at[-1] == ':') && (!at[length] || at[length] == ' '))
			return true;
	return false;
}

/* What of the process it touches, in words; NULL for what may run in a handler as far as this rule goes. */
static const char *touches(const char *name)
{
	const struct model_libc_safety *safety = model_libc_safety(name);
	size_t count = 0;

	if (model_trait(name, TRAIT_ENV_WRITE) || model_trait(name, TRAIT_ENV_PUT))
		return "writes the environment";
	if (model_trait(name, TRAIT_LOCALE_SET))
		return "sets the locale";
	if (!safety || strcmp(safety->as, "unsafe") != 0)
		return NULL;
	if (model_env_readers(name, &count) || has_word(safety->mt_remarks, "env"))
		return "reads the environment and takes locks";
	return has_word(safety->mt_remarks, "locale") ? "reads the locale and takes locks" : NULL;
}

static void add_steps(struct rule_run *run, struct finding *finding, const struct handlers *handlers, uint32_t function)
{
	const struct program *program = handlers->program;
	VEC(const struct call *) path = { 0 };
	const struct call *call;

	for (call = handlers->arrivals[function].call; call != handlers->arrivals[function].signal;
	     call = handlers->arrivals[call->caller].call)
		vec_push(rule_arena(run), &path, call);
	rule_step(run, finding, &program->functions.items[call->caller], call->event, "'%s' becomes a signal handler",
		  program->functions.items[call->target].name);
	for (size_t i = path.len; i--;) {
		const struct function *caller = &program->functions.items[path.items[i]->caller];

		rule_step(run, finding, caller, path.items[i]->event, "'%s' calls '%s'", caller->name,
			  program->functions.items[path.items[i]->target].name);
	}
}

static void visit(struct rule_run *run, const struct function *function, const struct call *call,
		  const struct model_trait *trait)
{
	const struct handlers *handlers = *rule_memory(run);
	const struct arrival *arrival = &handlers->arrivals[function->id];
	const char *what = touches(call->library);
	struct finding *finding;

	(void)trait;
	if (!arrival->call || !what || call->how > CALL_MAYBE)
		return;
	finding = rule_report(run, function, call->event, call->library);
	if (arrival->maybe || call->maybe) {
		finding->level = LEVEL_NOTE;
		finding->confidence = CONFIDENCE_MAYBE;
	}
	finding->message = arena_printf(rule_arena(run),
					"'%s' %s in the signal handler '%s', which can interrupt the same work half done",
					call->library, what, handlers->program->functions.items[arrival->signal->target].name);
	finding->fix = "set a volatile sig_atomic_t flag in the handler, and do the work where the program looks at it";
	add_steps(run, finding, handlers, function->id);
}

static void check(struct rule_run *run, const struct program *program)
{
	struct handlers handlers = { .program = program };

	handlers.arrivals = arena_array(rule_arena(run), struct arrival, program->functions.len + 1);
	find_handlers(&handlers, rule_arena(run));
	*rule_memory(run) = &handlers;
	if (handlers.reached.len)
		rule_each_library_call(run, program, visit);
}

const struct rule rule_env_write_in_handler = {
	.info = {
		.id = "env-write-in-handler",
		.family = "env",
		.level = LEVEL_WARNING,
		.preview = true,
		.whole_program = true,
		.revision = 1,
		.summary = "a signal handler writes the environment, or takes locks of it or of locales",
		.why =
			"A signal comes at any moment: also while the interrupted code is inside setenv, malloc or localtime, with the "
			"lock taken and the array half moved. A handler that calls one of them again waits for a lock that only the "
			"interrupted code could release, or sees the half-done work.\n\n"
			"POSIX lists what a handler may call. setenv, putenv, setlocale, localtime and strftime are not on the list, and "
			"glibc's manual calls each of them unsafe there.",
		.fix =
			"Set a flag of type volatile sig_atomic_t, or write a byte to a pipe, and do the work where the program looks at "
			"it. signalfd and sigwait bring the signal to an ordinary thread.",
		.limits =
			"Handlers are those handed to signal, sigaction and their like; what a library registers is not seen. Only "
			"functions that touch the environment, the time zone or the locale are looked at, not every unsafe one. That the "
			"signal is blocked while the same work is done elsewhere is not seen.",
		.references =
			"POSIX.1-2024, 2.4.3 Signal Actions: the list of async-signal-safe functions\n"
			"CERT C SIG30-C\n"
			"CWE-479\n"
			"glibc manual, POSIX Safety Concepts",
		.bench = "snag-bench env",
	},
	.check = check,
};
