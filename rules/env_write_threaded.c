/* Writes of the environment while other threads run. */
#include "rules/env_consumers.h"
#include "rules/env_libc.h"
#include "rules/env_threads.h"
#include "rules/trace.h"

#include <string.h>

/* Readers shown as steps: enough to see the other side of the race. */
#define READER_STEPS 3

/* A call that looks at the environment inside a library and can run beside other threads. */
struct reader {
	const struct function *function;
	uint32_t event;
	const char *name, *variables;
	bool in_thread, sometimes;
};

struct readers {
	VEC(struct reader) all;
};

/* What libc reads there; on glibc where the tables know it, as that is the commonest. */
static bool reads_inside(const char *name, struct reader *reader)
{
	size_t count;
	const struct model_env_reader *rows = model_env_readers(name, &count);

	if (model_trait(name, TRAIT_ENV_READ)) {
		reader->variables = "the environment";
		return true;
	}
	for (size_t i = 0; i < count; i++)
		if (!reader->variables || !strcmp(rows[i].libc, "glibc")) {
			reader->variables = rows[i].variables;
			reader->sometimes = model_env_reader_condition(name, rows[i].libc);
		}
	if (reader->variables && strchr(reader->variables, '*'))
		reader->variables = "the environment";
	return reader->variables;
}

static void collect_reader(struct rule_run *run, const struct function *function, const struct call *call,
			   const struct model_trait *trait)
{
	struct readers *readers = *rule_memory(run);
	struct reader reader = { .function = function, .event = call->event, .name = call->library };
	const struct phase *phases;
	size_t count = phase_at(rule_program(run), function, call->event, &phases);
	bool threaded = false;

	(void)trait;
	if (!reads_inside(call->library, &reader))
		return;
	for (size_t i = 0; i < count; i++) {
		threaded = threaded || phases[i].threads == THREADS_THREADED;
		reader.in_thread = reader.in_thread || phases[i].in_thread;
	}
	if (threaded)
		vec_push(rule_arena(run), &readers->all, reader);
}

static void add_reader_steps(struct rule_run *run, struct finding *finding, const struct function *function,
			     uint32_t event, bool in_thread)
{
	struct readers *readers = *rule_memory(run);
	struct env_threads *threads = env_threads_of(run, rule_program(run));
	struct env_point write = { function, event };
	size_t added = 0;

	for (int sometimes = 0; sometimes < 2; sometimes++)
		for (size_t i = 0; i < readers->all.len && added < READER_STEPS; i++) {
			const struct reader *reader = &readers->all.items[i];
			size_t first = strcspn(reader->variables, " ");
			bool more = reader->variables[first] && strcmp(reader->variables, "the environment") != 0;

			/* One of the two must be on a thread that isn't the first one's. */
			if (reader->sometimes != sometimes || !(reader->in_thread || in_thread) ||
			    (reader->function == function && reader->event == event) ||
			    !env_may_run_beside(threads, (struct env_point){ reader->function, reader->event }, write))
				continue;
			rule_step(run, finding, reader->function, reader->event, "'%s' reads %.*s%s %s", reader->name,
				  more ? (int)first : (int)strlen(reader->variables), reader->variables,
				  more ? " and others" : "",
				  reader->in_thread ? "in a thread" : "while threads run");
			added++;
		}
}

/* The level that a state deserves; false where it deserves no finding. */
static bool judge(const struct program *program, const struct phase *phase, bool maybe, enum level *level)
{
	if (phase->threads == THREADS_SINGLE)
		return false;
	if (phase->threads == THREADS_UNKNOWN) {
		*level = LEVEL_NOTE;
		return true;
	}
	*level = phase->in_thread && phase_has_threads(program) ? LEVEL_ERROR : LEVEL_WARNING;
	if (phase->several_guesses)
		*level = LEVEL_NOTE;
	else if (maybe || phase->maybe || phase->joined_in_doubt)
		*level = (enum level)(*level - 1);
	return true;
}

/* The strongest of the states in which the event is reached. */
static const struct phase *worst_phase(const struct program *program, const struct function *function,
				       const struct call *call, enum level *level)
{
	const struct phase *phases, *worst = NULL;
	size_t count = phase_at(program, function, call->event, &phases);

	for (size_t i = 0; i < count; i++) {
		enum level here;

		if (judge(program, &phases[i], call->maybe, &here) && (!worst || here > *level)) {
			worst = &phases[i];
			*level = here;
		}
	}
	return worst;
}

static void word(struct rule_run *run, struct finding *finding, const struct phase *phase, const char *call,
		 const char *variable, const char *outcome)
{
	const char *when = phase->threads == THREADS_UNKNOWN ? "if the caller has threads" : "while other threads run";
	struct env_consumers consumers = { .who = "" };

	if (variable)
		env_consumers_of(rule_program(run), variable, rule_arena(run), &consumers);
	if (variable)
		finding->message = arena_printf(rule_arena(run), "'%s' writes '%s' to the environment %s%s%s", call,
						variable, when, consumers.who, outcome);
	else
		finding->message = arena_printf(rule_arena(run), "'%s' writes the environment %s%s", call, when, outcome);
	finding->fix = consumers.instead ? consumers.instead :
					   "write it before the first thread starts, or hand the value on without the environment";
}

static void report(struct rule_run *run, const struct function *function, const struct call *call, int64_t name_arg,
		   bool sometimes)
{
	const struct program *program = rule_program(run);
	const Fact__Event *event = function->facts->events[call->event];
	enum level level = LEVEL_NOTE;
	const struct phase *phase = worst_phase(program, function, call, &level);
	struct libc_environment libc = rule_libc(run, function);
	const char *name = NULL;
	struct finding *finding;

	if (!phase || !env_libc_write(&libc, env_of(run, program), model_trait(call->library, TRAIT_ENV_PUT), &level))
		return;
	if (name_arg >= 0 && (size_t)name_arg < event->n_args)
		name = trace_text(program, function, event->args[name_arg], rule_arena(run));
	finding = rule_report(run, function, call->event, call->library);
	finding->level = sometimes ? LEVEL_NOTE : level;
	if (phase->maybe || phase->joined_in_doubt || call->maybe)
		finding->confidence = CONFIDENCE_MAYBE;
	else if (phase->threads == THREADS_THREADED && !sometimes)
		finding->confidence = CONFIDENCE_SURE;
	word(run, finding, phase, call->library, name ? variable_name(name, rule_arena(run)) : NULL,
	     env_libc_race_words(&libc, rule_arena(run)));
	phase_witness(program, function, call->event, phase, rule_arena(run), finding);
	if (phase->threads == THREADS_THREADED)
		add_reader_steps(run, finding, function, call->event, phase->in_thread);
}

static void visit(struct rule_run *run, const struct function *function, const struct call *call,
		  const struct model_trait *trait)
{
	report(run, function, call, trait->a, false);
}

/* Calls that write the environment without saying so; often under a condition that isn't seen here. */
static void visit_mutator(struct rule_run *run, const struct function *function, const struct call *call,
			  const struct model_trait *trait)
{
	const struct model_env_mutator *mutator = model_env_mutator(call->library);

	const struct model_trait *asks = model_trait(call->library, TRAIT_ENV_WRITE_IF);
	const Fact__Event *event = function->facts->events[call->event];
	bool sometimes = mutator && strcmp(mutator->condition, "always") != 0;
	int64_t asked;

	(void)trait;
	if (!mutator || model_trait(call->library, TRAIT_ENV_WRITE) || model_trait(call->library, TRAIT_ENV_PUT))
		return;
	if (asks && (size_t)asks->a < event->n_args && trace_number(rule_program(run), function, event->args[asks->a], &asked)) {
		if (!asked)
			return;
		sometimes = false;
	}
	report(run, function, call, -1, sometimes);
}

static void check(struct rule_run *run, const struct program *program)
{
	struct readers readers = { 0 };

	*rule_memory(run) = &readers;
	rule_each_library_call(run, program, collect_reader);
	rule_each_call(run, program, TRAIT_ENV_WRITE, visit);
	rule_each_call(run, program, TRAIT_ENV_PUT, visit);
	rule_each_library_call(run, program, visit_mutator);
}

const struct rule rule_env_write_threaded = {
	.info = {
		.id = "env-write-threaded",
		.family = "env",
		.level = LEVEL_ERROR,
		.whole_program = true,
		.revision = 1,
		.summary = "the environment is written while other threads run",
		.why =
			"setenv, unsetenv, putenv and clearenv change an array of pointers that every other thread can be walking at "
			"that moment. POSIX lets nobody do that: getenv and everything that calls it inside (localtime, mktime, "
			"getaddrinfo, setlocale, strftime and many more) reads the array without a lock that the writer would take.\n\n"
			"A new name makes glibc before 2.41 move the array and free the old one: a reader beside it crashes within "
			"milliseconds. glibc 2.41 keeps readers of getenv safe, but not those who walk environ. musl and the BSDs "
			"also free or overwrite the old value, so that a value just read turns into something else.\n\n"
			"Thread sanitizers don't see it, since libc isn't instrumented, and tests seldom do, since one write rarely "
			"meets one read. A lock of the program's own around the writes doesn't help: libc's readers don't take it.",
		.fix =
			"Write the environment before the first thread starts. To tell a library something, use its own call instead "
			"of a variable. To give a child other variables, build an array and hand it to execve or posix_spawn.",
		.limits =
			"Which thread runs at the same time as which is not known beyond joins: a write between two phases of work is "
			"reported unless every thread was joined. Threads that a library starts unasked are known for the libraries of "
			"the tables only. Libraries that write the environment under a condition are notes. A flag that switches an exit "
			"handler off before threads start isn't followed, nor is it known that a helper program of a test's is the same "
			"file run anew.",
		.references =
			"POSIX.1-2024, setenv: need not be thread-safe\n"
			"CERT C CON33-C, ENV31-C\n"
			"CWE-362\n"
			"glibc manual, Environment Access",
		.bench = "snag-bench env",
	},
	.check = check,
};
