/* Library calls that read the environment inside, on a thread, while another thread may write it. */
#include "rules/env.h"
#include "rules/env_threads.h"

#include <string.h>

struct search {
	const struct env *env;
	struct env_threads *threads;
};

/* What the function reads, on glibc where the tables know it; NULL for no such function. */
static const struct model_env_reader *reader_of(const char *library)
{
	const struct model_env_reader *found = NULL;
	size_t count;
	const struct model_env_reader *rows = model_env_readers(library, &count);

	for (size_t i = 0; i < count; i++)
		if (!found || !strcmp(rows[i].libc, "glibc"))
			found = &rows[i];
	return found;
}

/* "TZ", "TZ and others", "the environment", and on which libc where it isn't that of every Linux. */
static const char *what_it_reads(const struct model_env_reader *reader, struct arena *arena)
{
	size_t first = strcspn(reader->variables, " ");
	const char *where = strcmp(reader->libc, "glibc") ? arena_printf(arena, " (on %s)", reader->libc) : "";

	if (strchr(reader->variables, '*'))
		return arena_printf(arena, "the environment%s", where);
	return arena_printf(arena, "%.*s%s%s", (int)first, reader->variables, reader->variables[first] ? " and others" : "",
			    where);
}

static const struct phase *thread_phase(const struct program *program, const struct function *function, uint32_t event)
{
	const struct phase *phases;
	size_t count = phase_at(program, function, event, &phases);

	for (size_t i = 0; i < count; i++)
		if (phases[i].in_thread && phases[i].threads == THREADS_THREADED)
			return &phases[i];
	return NULL;
}

static const struct env_write *write_beside(const struct search *search, const struct function *function, uint32_t event)
{
	for (size_t i = 0; i < search->env->writes.len; i++) {
		const struct env_write *write = search->env->writes.items[i];

		if (env_may_meet(search->threads, (struct env_point){ function, event },
				 (struct env_point){ write->function, write->event }))
			return write;
	}
	return NULL;
}

static void visit(struct rule_run *run, const struct function *function, const struct call *call,
		  const struct model_trait *trait)
{
	const struct search *search = *rule_memory(run);
	const struct model_env_reader *reader = reader_of(call->library);
	const struct phase *phase = thread_phase(rule_program(run), function, call->event);
	const struct env_write *write;
	struct finding *finding;

	(void)trait;
	/* Where getenv is safe, only what copies the whole array is not. */
	if (reader && rule_libc(run, function).getenv_safe && !strchr(reader->variables, '*'))
		return;
	/* A write that looks the name up first is reported as the write that it is. */
	if (!reader || !phase || model_trait(call->library, TRAIT_ENV_WRITE) || model_trait(call->library, TRAIT_ENV_PUT))
		return;
	write = write_beside(search, function, call->event);
	if (!write)
		return;
	finding = rule_report(run, function, call->event, call->library);
	finding->message = arena_printf(rule_arena(run), "'%s' reads %s inside while another thread can be in '%s'",
					call->library, what_it_reads(reader, rule_arena(run)), write->assigns ? "environ =" : write->callee);
	finding->fix = "write the environment before the first thread starts";
	phase_witness(rule_program(run), function, call->event, phase, rule_arena(run), finding);
	rule_step(run, finding, write->function, write->event, "'%s' writes the environment", write->callee);
}

static void check(struct rule_run *run, const struct program *program)
{
	struct search search = { .env = env_of(run, program) };

	if (!search.env->writes.len)
		return;
	search.threads = env_threads_of(run, program);
	*rule_memory(run) = &search;
	rule_each_library_call(run, program, visit);
}

const struct rule rule_env_reader_threaded = {
	.info = {
		.id = "env-reader-threaded",
		.family = "env",
		.level = LEVEL_NOTE,
		.whole_program = true,
		.revision = 1,
		.summary = "a library call on a thread reads an environment that is being written",
		.why =
			"localtime, mktime, getaddrinfo, setlocale, strftime and many others call getenv inside, with no lock that a "
			"writer takes. This is the other half of a race that env-write-threaded reports at the write: here is who "
			"would crash, or see a mixture of old and new.",
		.fix = "Write the environment before the first thread starts; the reader needs no change.",
		.limits =
			"A note only: the write is what has to go. Whether the two can meet is told by the threads that come by and by "
			"joins. Some functions read the environment only at their first call, or under a condition; they are listed all "
			"the same.",
		.references =
			"POSIX.1-2024, setenv: need not be thread-safe\n"
			"glibc manual, Environment Access\n"
			"CWE-362",
		.bench = "snag-bench env",
	},
	.check = check,
};
