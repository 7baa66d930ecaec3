/* environ walked while another thread may write the environment, or written to while other threads run. */
#include "rules/env_libc.h"
#include "rules/env_threads.h"
#include "rules/trace.h"

struct search {
	struct rule_run *run;
	const struct env *env;
	struct env_threads *threads;
	/* The walk that is looked at. */
	const struct function *function;
	uint32_t event;
};

/* Whether the event reads the variable environ itself. */
static bool takes_environ(const struct search *search, const struct function *function, uint32_t event)
{
	const Fact__Event *at = function->facts->events[event];

	return at->kind == FACT__EVENT_KIND__EVENT_LOAD &&
	       env_is_variable(search->env, function, origin_bare(function, at->target->origin));
}

/* A write that another thread can make while the walk goes on, or NULL. */
static const struct env_write *write_beside(const struct search *search)
{
	struct env_point walk = { search->function, search->event };

	for (size_t i = 0; i < search->env->writes.len; i++) {
		const struct env_write *write = search->env->writes.items[i];

		if (env_may_meet(search->threads, walk, (struct env_point){ write->function, write->event }))
			return write;
	}
	return NULL;
}

/* How much speaks for the state: certainty first, then that it is on a thread of its own. */
static int weight(const struct phase *phase)
{
	int doubt = phase->several_guesses ? 2 : phase->maybe || phase->joined_in_doubt;

	return phase->in_thread - 2 * doubt;
}

static const struct phase *threaded_phase(const struct program *program, const struct function *function, uint32_t event)
{
	const struct phase *phases, *found = NULL;
	size_t count = phase_at(program, function, event, &phases);

	for (size_t i = 0; i < count; i++)
		if (phases[i].threads == THREADS_THREADED && (!found || weight(&phases[i]) > weight(found)))
			found = &phases[i];
	return found;
}

static void lower(struct finding *finding, const struct phase *phase)
{
	if (!phase->maybe && !phase->joined_in_doubt)
		return;
	finding->level = finding->level == LEVEL_ERROR && !phase->several_guesses ? LEVEL_WARNING : LEVEL_NOTE;
	finding->confidence = CONFIDENCE_MAYBE;
}

/* --- walks ----------------------------------------------------------------------------------- */

static void report_walk(const struct search *search, const struct function *function, uint32_t taken,
			const struct env_write *write)
{
	const struct phase *phase = threaded_phase(search->env->program, search->function, search->event);
	struct libc_environment libc = rule_libc(search->run, function);
	struct finding *finding = rule_report(search->run, function, taken, "environ");

	if (!write->assigns && !write->puts)
		env_libc_walk(&libc, &finding->level);
	finding->message = arena_printf(rule_arena(search->run), "environ is walked while another thread can be in '%s', "
								 "which may move or free the array",
					write->assigns ? "environ =" : write->callee);
	finding->fix = "take what is needed of the environment before the first thread starts";
	phase_witness(search->env->program, search->function, search->event, phase, rule_arena(search->run), finding);
	if (function != search->function)
		rule_step(search->run, finding, search->function, search->event, "the array is read here");
	rule_step(search->run, finding, write->function, write->event, "'%s' writes the environment",
		  write->callee);
	lower(finding, phase);
}

struct other_takes {
	const struct search *search;
	const struct function *function;
	uint32_t self;
};

static bool takes_anew(void *data, uint32_t event)
{
	const struct other_takes *others = data;

	return event != others->self && takes_environ(others->search, others->function, event);
}

/* Reports each place of the function that takes environ and from which the event is come to. */
static void report_takes(const struct search *search, const struct function *function, uint32_t event,
			 const struct env_write *write)
{
	for (uint32_t e = 0; e < function->facts->n_events; e++) {
		struct other_takes others = { search, function, e };
		struct path_query query = { .program = search->env->program,
					    .function = function,
					    .from = e,
					    .blocks = takes_anew,
					    .data = &others };

		if (takes_environ(search, function, e) && path_reaches_event(&query, event))
			report_walk(search, function, e, write);
	}
}

/* An address in the array that environ points to: the function that took environ tells where. */
static bool see_array(void *data, const struct value_source *source)
{
	const struct search *search = data;
	const struct function *function = source->function;
	const Fact__Origin *origin = origin_of(function, source->origin);
	const struct env_write *write;
	uint32_t event = search->event;

	if (source->init || origin->kind != FACT__ORIGIN_KIND__ORIGIN_LOAD ||
	    !env_is_variable(search->env, function, origin_bare(function, origin->args[0])))
		return true;
	for (size_t i = 0; i < source->hop_count && function != search->function; i++)
		if (source->hops[i].function == function)
			event = source->hops[i].event;
	write = write_beside(search);
	if (write)
		report_takes(search, function, event, write);
	return true;
}

static void see_read(struct search *search, uint32_t address)
{
	trace_memory(search->env->program, search->function, address, see_array, search);
}

/* Elements of environ are `char *`: to follow every other address that is read takes minutes. */
static bool points_to_texts(const struct function *function, uint32_t pointer)
{
	const Fact__Type *array = origin_type(function, origin_bare(function, pointer));
	const Fact__Type *letter = type_pointed(function, type_pointed(function, array));

	return letter && letter->plain_char;
}

static bool may_be_element(const struct function *function, uint32_t address)
{
	Fact__OriginKind root = origin_of(function, origin_root(function, address))->kind;
	const Fact__Origin *origin = origin_of(function, address);

	if (root == FACT__ORIGIN_KIND__ORIGIN_LOCAL || root == FACT__ORIGIN_KIND__ORIGIN_GLOBAL ||
	    origin->kind == FACT__ORIGIN_KIND__ORIGIN_FIELD)
		return false;
	return points_to_texts(function, origin->kind == FACT__ORIGIN_KIND__ORIGIN_ELEMENT ? origin->args[0] : address);
}

/* What copies the array reads it like a loop over it. */
static void see_call(struct search *search, const Fact__Event *call)
{
	const char *library = program_library_callee(search->env->program, search->function, search->event);
	const struct model_trait *copies = library ? model_trait(library, TRAIT_COPIES) : NULL;

	if (copies && copies->b >= 0 && (size_t)copies->b < call->n_args &&
	    points_to_texts(search->function, call->args[copies->b]->origin))
		see_read(search, call->args[copies->b]->origin);
}

static void find_walks(struct search *search)
{
	for (size_t f = 0; f < search->env->program->functions.len; f++) {
		search->function = &search->env->program->functions.items[f];
		for (search->event = 0; search->event < search->function->facts->n_events; search->event++) {
			const Fact__Event *at = search->function->facts->events[search->event];

			if (!threaded_phase(search->env->program, search->function, search->event))
				continue;
			if (at->kind == FACT__EVENT_KIND__EVENT_LOAD && may_be_element(search->function, at->target->origin) &&
			    !takes_environ(search, search->function, search->event))
				see_read(search, at->target->origin);
			else if (at->kind == FACT__EVENT_KIND__EVENT_CALL)
				see_call(search, at);
		}
	}
}

/* --- assignments ------------------------------------------------------------------------------- */

static const struct phase *unknown_phase(const struct program *program, const struct env_write *write)
{
	const struct phase *phases;
	size_t count = phase_at(program, write->function, write->event, &phases);

	for (size_t i = 0; i < count; i++)
		if (phases[i].threads == THREADS_UNKNOWN)
			return &phases[i];
	return NULL;
}

/* Whether the store puts into environ what was read from it in the same function. */
static bool stores_own_value(const struct env *env, const struct function *function, uint32_t event)
{
	const Fact__Event *store = function->facts->events[event];
	const Fact__Origin *value;

	if (store->kind != FACT__EVENT_KIND__EVENT_STORE ||
	    !env_is_variable(env, function, origin_bare(function, store->target->origin)))
		return false;
	value = origin_of(function, origin_bare(function, store->value->origin));
	return value->kind == FACT__ORIGIN_KIND__ORIGIN_LOAD &&
	       env_is_variable(env, function, origin_bare(function, value->args[0]));
}

/* Whether it finds there what it puts there: nothing has written the environment in between, on any thread. */
static bool puts_back_the_same(const struct search *search, const struct env_write *write)
{
	const struct function *function = write->function;

	if (!stores_own_value(search->env, function, write->event))
		return false;
	for (uint32_t e = 0; e < function->facts->n_events; e++) {
		struct path_query query = { .program = search->env->program, .function = function, .from = e };
		struct env_effects effects = { 0 };

		env_effects_at(search->env, function, e, &effects);
		if (effects.all.len && !stores_own_value(search->env, function, e) &&
		    path_reaches_event(&query, write->event))
			return false;
	}
	for (size_t i = 0; i < search->env->writes.len; i++) {
		const struct env_write *other = search->env->writes.items[i];

		if (env_may_meet(search->threads, (struct env_point){ function, write->event },
				 (struct env_point){ other->function, other->event }))
			return false;
	}
	return true;
}

static void report_assignment(const struct search *search, const struct env_write *write)
{
	const struct program *program = search->env->program;
	const struct phase *phase = threaded_phase(program, write->function, write->event);
	const struct phase *unknown = phase ? NULL : unknown_phase(program, write);
	struct finding *finding;

	if ((!phase && !unknown) || puts_back_the_same(search, write))
		return;
	finding = rule_report(search->run, write->function, write->event, "environ");
	finding->fix = "hand the array to execve() or posix_spawn() instead, or assign it before the first thread starts";
	if (!phase) {
		finding->level = LEVEL_NOTE;
		finding->message = "environ is written to, which is a race if the caller has threads";
		return;
	}
	finding->level = phase->in_thread ? LEVEL_ERROR : LEVEL_WARNING;
	finding->message = "environ is written to while other threads run, which may be reading it";
	phase_witness(program, write->function, write->event, phase, rule_arena(search->run), finding);
	lower(finding, phase);
}

static void check(struct rule_run *run, const struct program *program)
{
	struct search search = { .run = run, .env = env_of(run, program) };

	if (!search.env->names_environ || !search.env->writes.len)
		return;
	search.threads = env_threads_of(run, program);
	for (size_t i = 0; i < search.env->writes.len; i++)
		if (search.env->writes.items[i]->assigns)
			report_assignment(&search, search.env->writes.items[i]);
	find_walks(&search);
}

const struct rule rule_env_environ = {
	.info = {
		.id = "env-environ",
		.family = "env",
		.level = LEVEL_WARNING,
		.whole_program = true,
		.revision = 1,
		.summary = "environ is walked or written to beside other threads",
		.why =
			"environ is a plain pointer to an array of pointers. setenv of a new name makes the C library move that array "
			"and free the old one; a loop over it on another thread then reads freed memory. No lock protects such a loop, "
			"not even with glibc 2.41, where getenv itself has become safe.\n\n"
			"Assigning environ, or an element of it, is a write like setenv: every getenv of another thread can meet it, "
			"also those inside localtime, getaddrinfo and other functions of libc. After that, some C libraries no longer "
			"know which strings are theirs to free.",
		.fix =
			"Copy what is needed of the environment before the first thread starts. To give a child another environment, "
			"build an array and hand it to execve or posix_spawn.",
		.limits =
			"Whether a walk and a write can meet is told by the threads that come by and by joins, not by locks: libc's own "
			"writers take no lock of the program. A library function without a body here that walks the array is known "
			"only where the tables say that it copies. Handing environ unchanged to exec or posix_spawn is never reported.",
		.references =
			"POSIX.1-2024, 8.1 Environment Variable Definition: environ and setenv in threads\n"
			"CERT C ENV31-C\n"
			"CERT C CON43-C, do not allow data races in multithreaded code\n"
			"CWE-362",
		.bench = "snag-bench env",
	},
	.check = check,
};
