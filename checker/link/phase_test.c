/* Phases of programs written by hand as facts: which states reach which event, and by what way. */
#include "link/phase.h"

#include "base/strbuf.h"
#include "link/fact_builder.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define EXTERNAL FACT__LINKAGE__LINKAGE_EXTERNAL
#define INTERNAL FACT__LINKAGE__LINKAGE_INTERNAL

enum { MAIN, OTHER, UNITS };

struct fixture {
	struct arena arena;
	struct fact_builder units[UNITS];
	struct program_set set;
	struct strbuf text;
};

static struct fixture *begin(void)
{
	struct fixture *f = calloc(1, sizeof *f);

	assert_non_null(f);
	build_unit(&f->units[MAIN], &f->arena, "/p/main.c");
	build_unit(&f->units[OTHER], &f->arena, "/p/other.c");
	return f;
}

static void end(struct fixture *f)
{
	strbuf_release(&f->text);
	program_release(&f->set);
	arena_release(&f->arena);
	free(f);
}

/* --- what programs are made of ---------------------------------------------- */

static uint32_t call_named(struct fact_builder *b, const char *name)
{
	return build_call(b, build_extern(b, name), 0);
}

/* pthread_create(&handle, NULL, entry, NULL) */
static uint32_t create(struct fact_builder *b, uint32_t handle, uint32_t entry)
{
	uint32_t null = build_int(b, 0);

	return build_call(b, build_extern(b, "pthread_create"), 4, handle, null, build_address(b, entry), null);
}

/* pthread_join(value of handle, NULL) */
static uint32_t join(struct fact_builder *b, uint32_t handle)
{
	return build_call(b, build_extern(b, "pthread_join"), 2, build_load(b, handle), build_int(b, 0));
}

static uint32_t write_env(struct fact_builder *b)
{
	return build_call(b, build_extern(b, "setenv"), 3, build_string(b, "A"), build_string(b, "b"), build_int(b, 1));
}

/* A new block behind block `from`, on an edge where `event`'s result compares with `number`. */
static uint32_t block_if(struct fact_builder *b, uint32_t from, uint32_t event, Fact__Op op, int64_t number)
{
	uint32_t result = build_result(b, event), value = build_int(b, number), block = build_block(b);

	build_edge_if(b, from, block, result, op, value);
	return block;
}

static uint32_t block_after(struct fact_builder *b, uint32_t from)
{
	uint32_t block = build_block(b);

	build_edge(b, from, block);
	return block;
}

static void return_number(struct fact_builder *b, int64_t number)
{
	build_return(b, build_int(b, number));
}

/* `static void *worker(void *)` that does nothing. */
static uint32_t worker(struct fact_builder *b)
{
	uint32_t symbol = build_function(b, "worker", INTERNAL, 1);

	return_number(b, 0);
	return symbol;
}

static void begin_main(struct fact_builder *b)
{
	build_function(b, "main", EXTERNAL, 0);
}

/* A loop around block `block`, entered from `before`; gives the block behind it. */
static uint32_t loop_around(struct fact_builder *b, uint32_t before, uint32_t block)
{
	Fact__Loop *loop = arena_new(b->arena, Fact__Loop);

	fact__loop__init(loop);
	loop->header = block;
	loop->trips = -1;
	loop->place = build_place(b);
	BUILD_APPEND(b, b->function->n_loops, b->function->loops, loop);
	b->function->blocks[block]->loop = (uint32_t)b->function->n_loops;
	for (uint32_t i = 0; i < b->function->blocks[block]->event_count; i++)
		b->function->events[b->function->blocks[block]->first_event + i]->loop = (uint32_t)b->function->n_loops;
	build_edge(b, before, block);
	build_edge(b, block, block);
	return block_after(b, block);
}

/* &handles[i], with an index that nothing is known of */
static uint32_t any_element(struct fact_builder *b, uint32_t object)
{
	return build_element(b, build_local(b, object), build_result(b, call_named(b, "next")));
}

/* --- asking --------------------------------------------------------------------- */

static const struct program *linked(struct fixture *f)
{
	Fact__Unit *units[UNITS];

	for (int i = 0; i < UNITS; i++)
		units[i] = f->units[i].unit;
	program_link_all(&f->arena, units, UNITS, true, "/p", &f->set);
	assert_int_equal(f->set.programs.len, 1);
	return f->set.programs.items[0];
}

static const struct function *function_named(const struct program *program, const char *name)
{
	for (size_t i = 0; i < program->functions.len; i++)
		if (!strcmp(program->functions.items[i].name, name))
			return &program->functions.items[i];
	fail_msg("no function '%s'", name);
	return NULL;
}

static void add_phase(struct strbuf *out, const struct phase *phase)
{
	static const char *const names[] = { "single", "threaded", "unknown" };

	strbuf_addf(out, "%s%s%s%s%s%s", out->len ? " " : "", names[phase->threads], phase->in_thread ? "+thread" : "",
		    phase->child_of_threaded ? "+child" : "", phase->maybe ? "+maybe" : "",
		    phase->joined_in_doubt ? "+doubt" : "");
}

static const char *phases_at(struct fixture *f, const char *name, uint32_t event)
{
	const struct program *program = f->set.programs.items[0];
	const struct phase *phases;
	size_t count = phase_at(program, function_named(program, name), event, &phases);

	strbuf_cut(&f->text, 0);
	for (size_t i = 0; i < count; i++)
		add_phase(&f->text, &phases[i]);
	return strbuf_text(&f->text);
}

#define assert_phases(f, name, event, expected) assert_string_equal(phases_at((f), (name), (event)), (expected))

/* The steps to the event in its last phase, each as `file:line message;`. */
static const char *witness(struct fixture *f, const char *name, uint32_t event)
{
	const struct program *program = f->set.programs.items[0];
	const struct function *function = function_named(program, name);
	struct finding finding = { 0 };
	const struct phase *phases;
	size_t count = phase_at(program, function, event, &phases);

	assert_true(count > 0);
	phase_witness(program, function, event, &phases[count - 1], &f->arena, &finding);
	strbuf_cut(&f->text, 0);
	for (size_t i = 0; i < finding.steps.len; i++)
		strbuf_addf(&f->text, "%s:%u %s;", finding.steps.items[i].place.file, finding.steps.items[i].place.line,
			    finding.steps.items[i].message);
	return strbuf_text(&f->text);
}

static uint32_t line_of(const struct fact_builder *b, uint32_t event)
{
	return b->function->events[event]->place->line;
}

#define assert_witness(f, name, event, ...) \
	do { \
		char *expected_ = arena_printf(&(f)->arena, __VA_ARGS__); \
		assert_string_equal(witness((f), (name), (event)), expected_); \
	} while (0)

/* --- threads ------------------------------------------------------------------------ */

static void write_before_and_after_create(void **state)
{
	struct fixture *f = begin();
	struct fact_builder *b = &f->units[MAIN];
	uint32_t entry = worker(b), before, made, after;

	(void)state;
	begin_main(b);
	before = write_env(b);
	made = create(b, build_local(b, build_object(b, "tid")), entry);
	after = write_env(b);
	return_number(b, 0);
	assert_true(phase_has_threads(linked(f)));
	assert_phases(f, "main", before, "single");
	assert_phases(f, "main", after, "threaded");
	assert_phases(f, "worker", 0, "threaded+thread");
	assert_witness(f, "main", after, "/p/main.c:%u thread that runs 'worker' started here;", line_of(b, made));
	end(f);
}

static void no_thread_where_create_failed(void **state)
{
	struct fixture *f = begin();
	struct fact_builder *b = &f->units[MAIN];
	uint32_t entry = worker(b), made, failed, after;

	(void)state;
	begin_main(b);
	made = create(b, build_local(b, build_object(b, "tid")), entry);
	block_if(b, 0, made, FACT__OP__OP_NE, 0);
	failed = write_env(b);
	return_number(b, 1);
	block_if(b, 0, made, FACT__OP__OP_EQ, 0);
	after = write_env(b);
	return_number(b, 0);
	linked(f);
	assert_phases(f, "main", failed, "single");
	assert_phases(f, "main", after, "threaded");
	end(f);
}

/* int start(void) { if (pthread_create(…) != 0) return -1; return 0; } in the other file */
static uint32_t build_start(struct fixture *f, uint32_t *made)
{
	struct fact_builder *b = &f->units[OTHER];
	uint32_t entry = worker(b);

	build_function(b, "start", EXTERNAL, 0);
	*made = create(b, build_local(b, build_object(b, "tid")), entry);
	block_if(b, 0, *made, FACT__OP__OP_NE, 0);
	return_number(b, -1);
	block_if(b, 0, *made, FACT__OP__OP_EQ, 0);
	call_named(b, "pthread_detach");
	return_number(b, 0);
	return line_of(b, *made);
}

static void create_in_a_callee(void **state)
{
	struct fixture *f = begin();
	struct fact_builder *b = &f->units[MAIN];
	uint32_t made, place = build_start(f, &made), helper, start, failed, after, called;

	(void)state;
	helper = build_function(b, "export_setting", INTERNAL, 0);
	write_env(b);
	return_number(b, 0);
	begin_main(b);
	start = call_named(b, "start");
	block_if(b, 0, start, FACT__OP__OP_LT, 0);
	failed = write_env(b);
	return_number(b, 1);
	block_if(b, 0, start, FACT__OP__OP_GE, 0);
	after = write_env(b);
	called = build_call(b, helper, 0);
	return_number(b, 0);
	linked(f);
	assert_phases(f, "main", failed, "single");
	assert_phases(f, "main", after, "threaded");
	assert_phases(f, "export_setting", 0, "threaded");
	assert_witness(f, "export_setting", 0,
		       "/p/main.c:%u 'main' calls 'start';/p/other.c:%u thread that runs 'worker' started here;"
		       "/p/main.c:%u 'main' calls 'export_setting';",
		       line_of(b, start), place, line_of(b, called));
	end(f);
}

static void thread_entry_through_two_files(void **state)
{
	struct fixture *f = begin();
	struct fact_builder *b = &f->units[MAIN], *other = &f->units[OTHER];
	uint32_t log, entry, made, logged, prepared;

	(void)state;
	build_function(other, "log_line", EXTERNAL, 0);
	log = write_env(other);
	return_number(other, 0);
	entry = build_function(b, "loop", INTERNAL, 1);
	logged = call_named(b, "log_line");
	logged = line_of(b, logged);
	return_number(b, 0);
	begin_main(b);
	prepared = call_named(b, "prepare");
	made = create(b, build_local(b, build_object(b, "tid")), entry);
	return_number(b, 0);
	linked(f);
	assert_phases(f, "main", prepared, "single");
	assert_phases(f, "log_line", log, "threaded+thread");
	assert_witness(f, "log_line", log,
		       "/p/main.c:%u thread that runs 'loop' started here;/p/main.c:%u 'loop' calls 'log_line';",
		       line_of(b, made), logged);
	end(f);
}

static void joined_threads_are_gone(void **state)
{
	struct fixture *f = begin();
	struct fact_builder *b = &f->units[MAIN];
	uint32_t entry = worker(b), one, two, between, after;

	(void)state;
	begin_main(b);
	one = build_local(b, build_object(b, "one"));
	two = build_local(b, build_object(b, "two"));
	create(b, one, entry);
	create(b, two, entry);
	join(b, two);
	between = write_env(b);
	join(b, one);
	after = write_env(b);
	return_number(b, 0);
	linked(f);
	assert_phases(f, "main", between, "threaded");
	assert_phases(f, "main", after, "single");
	end(f);
}

static void witness_names_the_threads_that_are_left(void **state)
{
	struct fixture *f = begin();
	struct fact_builder *b = &f->units[MAIN];
	uint32_t entry = worker(b), one, two, made, after;

	(void)state;
	begin_main(b);
	one = build_local(b, build_object(b, "one"));
	two = build_local(b, build_object(b, "two"));
	create(b, one, entry);
	join(b, one);
	made = create(b, two, entry);
	after = write_env(b);
	return_number(b, 0);
	linked(f);
	assert_witness(f, "main", after, "/p/main.c:%u thread that runs 'worker' started here;", line_of(b, made));
	end(f);
}

static void a_loop_joins_all(void **state)
{
	struct fixture *f = begin();
	struct fact_builder *b = &f->units[MAIN];
	uint32_t entry = worker(b), tids, behind, inside, after;

	(void)state;
	begin_main(b);
	tids = build_object(b, "tids");
	behind = build_block(b);
	create(b, any_element(b, tids), entry);
	behind = loop_around(b, 0, behind);
	build_block(b);
	join(b, any_element(b, tids));
	inside = write_env(b);
	loop_around(b, behind, behind + 1);
	after = write_env(b);
	return_number(b, 0);
	linked(f);
	assert_phases(f, "main", inside, "threaded");
	assert_phases(f, "main", after, "single");
	end(f);
}

/* for (…) if (pthread_create(&tids[i], …) != 0) return -1; for (…) pthread_join(tids[i]); return 0; */
static void failing_early_leaves_threads(void **state)
{
	struct fixture *f = begin();
	struct fact_builder *b = &f->units[MAIN];
	uint32_t entry = worker(b), run, tids, made, joins, called, failed, after;

	(void)state;
	run = build_function(b, "run", INTERNAL, 0);
	tids = build_object(b, "tids");
	block_after(b, 0);
	made = create(b, any_element(b, tids), entry);
	joins = loop_around(b, 0, 1);
	block_if(b, 1, made, FACT__OP__OP_NE, 0);
	return_number(b, -1);
	joins = block_after(b, joins);
	join(b, any_element(b, tids));
	loop_around(b, joins, joins);
	return_number(b, 0);
	begin_main(b);
	called = build_call(b, run, 0);
	block_if(b, 0, called, FACT__OP__OP_NE, 0);
	failed = write_env(b);
	return_number(b, 1);
	block_if(b, 0, called, FACT__OP__OP_EQ, 0);
	after = write_env(b);
	return_number(b, 0);
	linked(f);
	assert_phases(f, "main", failed, "single threaded");
	assert_phases(f, "main", after, "single");
	end(f);
}

static void handles_pass_as_arguments(void **state)
{
	struct fixture *f = begin();
	struct fact_builder *b = &f->units[MAIN], *other = &f->units[OTHER];
	uint32_t entry = worker(other), tid, between, after;

	(void)state;
	build_function(other, "begin_work", EXTERNAL, 1);
	create(other, build_param(other, 0), entry);
	return_number(other, 0);
	build_function(other, "end_work", EXTERNAL, 1);
	build_call(other, build_extern(other, "pthread_join"), 2, build_param(other, 0), build_int(other, 0));
	return_number(other, 0);
	begin_main(b);
	tid = build_local(b, build_object(b, "tid"));
	build_call(b, build_extern(b, "begin_work"), 1, tid);
	between = write_env(b);
	build_call(b, build_extern(b, "end_work"), 1, build_load(b, tid));
	after = write_env(b);
	return_number(b, 0);
	linked(f);
	assert_phases(f, "main", between, "threaded");
	assert_phases(f, "main", after, "single");
	end(f);
}

static void handles_lie_in_fields(void **state)
{
	struct fixture *f = begin();
	struct fact_builder *b = &f->units[MAIN];
	uint32_t entry = worker(b), record = build_record(b, "pool", "size", "tid", NULL), pool, begin_pool, end_pool;
	uint32_t between, after;

	(void)state;
	begin_pool = build_function(b, "begin_pool", INTERNAL, 1);
	create(b, build_field(b, build_param(b, 0), record, 1), entry);
	return_number(b, 0);
	end_pool = build_function(b, "end_pool", INTERNAL, 1);
	join(b, build_field(b, build_param(b, 0), record, 1));
	return_number(b, 0);
	begin_main(b);
	pool = build_local(b, build_object(b, "pool"));
	build_call(b, begin_pool, 1, pool);
	between = write_env(b);
	build_call(b, end_pool, 1, pool);
	after = write_env(b);
	return_number(b, 0);
	linked(f);
	assert_phases(f, "main", between, "threaded");
	assert_phases(f, "main", after, "single");
	end(f);
}

static void detached_threads_stay(void **state)
{
	struct fixture *f = begin();
	struct fact_builder *b = &f->units[MAIN];
	uint32_t entry = worker(b), tid, after;

	(void)state;
	begin_main(b);
	tid = build_local(b, build_object(b, "tid"));
	create(b, tid, entry);
	build_call(b, build_extern(b, "pthread_detach"), 1, build_load(b, tid));
	join(b, tid);
	after = write_env(b);
	return_number(b, 0);
	linked(f);
	assert_phases(f, "main", after, "threaded");
	end(f);
}

static void a_lost_handle_leaves_doubt(void **state)
{
	struct fixture *f = begin();
	struct fact_builder *b = &f->units[MAIN];
	uint32_t entry = worker(b), start, after;

	(void)state;
	start = build_function(b, "start", INTERNAL, 0);
	create(b, build_local(b, build_object(b, "tid")), entry);
	return_number(b, 0);
	begin_main(b);
	build_call(b, start, 0);
	join(b, build_address(b, build_variable(b, "copied", INTERNAL, true)));
	after = write_env(b);
	return_number(b, 0);
	linked(f);
	assert_phases(f, "main", after, "threaded+doubt");
	end(f);
}

/* if (started) pthread_join(tid); */
static void a_join_that_is_gone_around_leaves_doubt(void **state)
{
	struct fixture *f = begin();
	struct fact_builder *b = &f->units[MAIN];
	uint32_t entry = worker(b), tid, started, joins, after;

	(void)state;
	begin_main(b);
	tid = build_local(b, build_object(b, "tid"));
	create(b, tid, entry);
	started = call_named(b, "was_started");
	joins = block_if(b, 0, started, FACT__OP__OP_NE, 0);
	b->function->blocks[joins]->dominator = 1;
	join(b, tid);
	block_if(b, 0, started, FACT__OP__OP_EQ, 0);
	build_edge(b, 1, 2);
	after = write_env(b);
	return_number(b, 0);
	linked(f);
	assert_phases(f, "main", after, "single threaded+doubt");
	end(f);
}

/* std::thread t(work); t.join(); and an empty one. */
static void thread_objects(void **state)
{
	struct fixture *f = begin();
	struct fact_builder *b = &f->units[MAIN];
	uint32_t entry = worker(b), constructor = build_extern(b, "std::thread::thread"), t, made, joined;

	(void)state;
	begin_main(b);
	build_call(b, constructor, 1, build_local(b, build_object(b, "empty")));
	made = write_env(b);
	t = build_local(b, build_object(b, "t"));
	build_call(b, constructor, 2, t, build_address(b, entry));
	joined = build_call(b, build_extern(b, "std::thread::join"), 1, t);
	write_env(b);
	return_number(b, 0);
	linked(f);
	assert_phases(f, "main", made, "single");
	assert_phases(f, "main", joined, "threaded");
	assert_phases(f, "main", joined + 1, "single");
	end(f);
}

/* --- forks ------------------------------------------------------------------------------- */

static void fork_from_a_single_thread(void **state)
{
	struct fixture *f = begin();
	struct fact_builder *b = &f->units[MAIN];
	uint32_t entry = worker(b), forked, child, parent;

	(void)state;
	begin_main(b);
	forked = call_named(b, "fork");
	block_if(b, 0, forked, FACT__OP__OP_EQ, 0);
	child = write_env(b);
	call_named(b, "execl");
	call_named(b, "_exit");
	block_if(b, 0, forked, FACT__OP__OP_NE, 0);
	create(b, build_local(b, build_object(b, "tid")), entry);
	parent = write_env(b);
	return_number(b, 0);
	linked(f);
	assert_phases(f, "main", child, "single");
	assert_phases(f, "main", parent, "threaded");
	end(f);
}

static void fork_from_a_thread(void **state)
{
	struct fixture *f = begin();
	struct fact_builder *b = &f->units[MAIN];
	uint32_t probe, forked, forked_line, child, parent, entry, called, made;

	(void)state;
	probe = build_function(b, "run_probe", INTERNAL, 0);
	forked = call_named(b, "fork");
	forked_line = line_of(b, forked);
	block_if(b, 0, forked, FACT__OP__OP_EQ, 0);
	child = write_env(b);
	call_named(b, "_exit");
	block_if(b, 0, forked, FACT__OP__OP_GT, 0);
	parent = write_env(b);
	return_number(b, 0);
	entry = build_function(b, "probe_loop", INTERNAL, 1);
	called = build_call(b, probe, 0);
	called = line_of(b, called);
	return_number(b, 0);
	begin_main(b);
	made = create(b, build_local(b, build_object(b, "tid")), entry);
	return_number(b, 0);
	linked(f);
	assert_phases(f, "run_probe", child, "single+child");
	assert_phases(f, "run_probe", parent, "threaded+thread");
	assert_witness(f, "run_probe", child,
		       "/p/main.c:%u thread that runs 'probe_loop' started here;"
		       "/p/main.c:%u 'probe_loop' calls 'run_probe';/p/main.c:%u process forked here;",
		       line_of(b, made), called, forked_line);
	end(f);
}

/* pid_t safe_fork(void) { pid_t pid = fork(); if (pid == 0) reset(); return pid; } */
static void fork_in_a_wrapper(void **state)
{
	struct fixture *f = begin();
	struct fact_builder *b = &f->units[MAIN];
	uint32_t entry = worker(b), wrapper, forked, forked_line, called, made, child, parent;

	(void)state;
	wrapper = build_function(b, "safe_fork", INTERNAL, 0);
	forked = call_named(b, "fork");
	forked_line = line_of(b, forked);
	block_if(b, 0, forked, FACT__OP__OP_EQ, 0);
	call_named(b, "reset");
	block_if(b, 0, forked, FACT__OP__OP_NE, 0);
	build_edge(b, 1, 2);
	build_return(b, build_result(b, forked));
	begin_main(b);
	made = create(b, build_local(b, build_object(b, "tid")), entry);
	called = build_call(b, wrapper, 0);
	block_if(b, 0, called, FACT__OP__OP_EQ, 0);
	child = write_env(b);
	call_named(b, "_exit");
	block_if(b, 0, called, FACT__OP__OP_NE, 0);
	parent = write_env(b);
	return_number(b, 0);
	linked(f);
	assert_phases(f, "main", child, "single+child");
	assert_phases(f, "main", parent, "threaded");
	assert_witness(f, "main", child,
		       "/p/main.c:%u thread that runs 'worker' started here;/p/main.c:%u 'main' calls 'safe_fork';"
		       "/p/main.c:%u process forked here;",
		       line_of(b, made), line_of(b, called), forked_line);
	end(f);
}

/* bool spawn(void) { …; return fork() == 0; } */
static void fork_wrapper_that_tests(void **state)
{
	struct fixture *f = begin();
	struct fact_builder *b = &f->units[MAIN];
	uint32_t entry = worker(b), wrapper, forked, called, child, parent;

	(void)state;
	wrapper = build_function(b, "spawn", INTERNAL, 0);
	forked = call_named(b, "fork");
	build_return(b, build_binary(b, build_result(b, forked), FACT__OP__OP_EQ, build_int(b, 0)));
	begin_main(b);
	create(b, build_local(b, build_object(b, "tid")), entry);
	called = build_call(b, wrapper, 0);
	block_if(b, 0, called, FACT__OP__OP_NE, 0);
	child = write_env(b);
	call_named(b, "_exit");
	block_if(b, 0, called, FACT__OP__OP_EQ, 0);
	parent = write_env(b);
	return_number(b, 0);
	linked(f);
	assert_phases(f, "main", child, "single+child");
	assert_phases(f, "main", parent, "threaded");
	end(f);
}

/* s->pid = fork(); log(); if (s->pid == 0) … */
static void fork_result_in_a_field(void **state)
{
	struct fixture *f = begin();
	struct fact_builder *b = &f->units[MAIN];
	uint32_t entry = worker(b), record = build_record(b, "service", "pid", NULL), start, field, pid, zero;
	uint32_t child, parent;

	(void)state;
	start = build_function(b, "start_service", INTERNAL, 1);
	field = build_field(b, build_param(b, 0), record, 0);
	build_store(b, field, build_result(b, call_named(b, "fork")));
	call_named(b, "log_something");
	pid = build_load(b, field);
	zero = build_int(b, 0);
	build_edge_if(b, 0, build_block(b), pid, FACT__OP__OP_EQ, zero);
	child = write_env(b);
	call_named(b, "_exit");
	build_edge_if(b, 0, build_block(b), pid, FACT__OP__OP_NE, zero);
	parent = write_env(b);
	return_number(b, 0);
	begin_main(b);
	create(b, build_local(b, build_object(b, "tid")), entry);
	build_call(b, start, 1, build_local(b, build_object(b, "service")));
	return_number(b, 0);
	linked(f);
	assert_phases(f, "start_service", child, "single+child");
	assert_phases(f, "start_service", parent, "threaded");
	end(f);
}

/* The child's helper never comes back, so nothing of it goes on behind the test. */
static void child_helper_never_returns(void **state)
{
	struct fixture *f = begin();
	struct fact_builder *b = &f->units[MAIN];
	uint32_t entry = worker(b), helper, forked, behind;

	(void)state;
	helper = build_function(b, "serve", INTERNAL, 0);
	write_env(b);
	call_named(b, "_exit");
	begin_main(b);
	create(b, build_local(b, build_object(b, "tid")), entry);
	forked = call_named(b, "fork");
	block_if(b, 0, forked, FACT__OP__OP_EQ, 0);
	build_call(b, helper, 0);
	block_if(b, 0, forked, FACT__OP__OP_NE, 0);
	build_edge(b, 1, 2);
	behind = write_env(b);
	return_number(b, 0);
	linked(f);
	assert_phases(f, "serve", 0, "single+child");
	assert_phases(f, "main", behind, "threaded");
	end(f);
}

/* switch (fork()) { case -1: … case 0: … default: … } */
static void switch_on_fork(void **state)
{
	struct fixture *f = begin();
	struct fact_builder *b = &f->units[MAIN];
	uint32_t entry = worker(b), forked, failed, child, parent;

	(void)state;
	begin_main(b);
	create(b, build_local(b, build_object(b, "tid")), entry);
	forked = call_named(b, "fork");
	block_if(b, 0, forked, FACT__OP__OP_EQ, -1);
	failed = write_env(b);
	return_number(b, 1);
	block_if(b, 0, forked, FACT__OP__OP_EQ, 0);
	child = write_env(b);
	call_named(b, "_exit");
	build_edge(b, 0, build_block(b))->is_default = true;
	parent = write_env(b);
	return_number(b, 0);
	linked(f);
	assert_phases(f, "main", failed, "threaded");
	assert_phases(f, "main", child, "single+child");
	assert_phases(f, "main", parent, "threaded");
	end(f);
}

static void a_child_starts_threads(void **state)
{
	struct fixture *f = begin();
	struct fact_builder *b = &f->units[MAIN];
	uint32_t entry = worker(b), forked, child;

	(void)state;
	begin_main(b);
	forked = call_named(b, "fork");
	block_if(b, 0, forked, FACT__OP__OP_GT, 0);
	call_named(b, "exit");
	block_if(b, 0, forked, FACT__OP__OP_LE, 0);
	create(b, build_local(b, build_object(b, "tid")), entry);
	child = write_env(b);
	return_number(b, 0);
	linked(f);
	assert_phases(f, "main", child, "threaded");
	assert_phases(f, "worker", 0, "threaded+thread");
	end(f);
}

/* --- shapes of programs ---------------------------------------------------------------- */

/* void step(void) { if (…) { step(); setenv(); } else start a thread } */
static void recursion_ends(void **state)
{
	struct fixture *f = begin();
	struct fact_builder *b = &f->units[MAIN];
	uint32_t entry = worker(b), step, more, inner, deep, after;

	(void)state;
	step = build_function(b, "step", INTERNAL, 0);
	more = call_named(b, "more");
	block_if(b, 0, more, FACT__OP__OP_NE, 0);
	inner = write_env(b);
	build_call(b, step, 0);
	deep = write_env(b);
	return_number(b, 0);
	block_if(b, 0, more, FACT__OP__OP_EQ, 0);
	create(b, build_local(b, build_object(b, "tid")), entry);
	return_number(b, 0);
	begin_main(b);
	build_call(b, step, 0);
	after = write_env(b);
	return_number(b, 0);
	linked(f);
	assert_phases(f, "step", inner, "single");
	assert_phases(f, "step", deep, "threaded");
	assert_phases(f, "main", after, "threaded");
	end(f);
}

static void mutual_recursion_ends(void **state)
{
	struct fixture *f = begin();
	struct fact_builder *b = &f->units[MAIN];
	uint32_t entry = worker(b), even = build_symbol(b, "even", true, INTERNAL), odd, more, written, after;

	(void)state;
	odd = build_function(b, "odd", INTERNAL, 0);
	build_call(b, even, 0);
	written = write_env(b);
	return_number(b, 0);
	build_body(b, even, 0);
	more = call_named(b, "more");
	block_if(b, 0, more, FACT__OP__OP_NE, 0);
	build_call(b, odd, 0);
	return_number(b, 0);
	block_if(b, 0, more, FACT__OP__OP_EQ, 0);
	create(b, build_local(b, build_object(b, "tid")), entry);
	return_number(b, 0);
	begin_main(b);
	build_call(b, odd, 0);
	after = write_env(b);
	return_number(b, 0);
	linked(f);
	assert_phases(f, "odd", written, "threaded");
	assert_phases(f, "main", after, "threaded");
	end(f);
}

static void library_without_main(void **state)
{
	struct fixture *f = begin();
	struct fact_builder *b = &f->units[MAIN];
	uint32_t hidden, entry = worker(b), before, after;

	(void)state;
	hidden = build_function(b, "unused", INTERNAL, 0);
	write_env(b);
	return_number(b, 0);
	build_function(b, "lib_open", EXTERNAL, 0);
	before = write_env(b);
	create(b, build_local(b, build_object(b, "tid")), entry);
	after = write_env(b);
	return_number(b, 0);
	linked(f);
	assert_phases(f, "lib_open", before, "unknown");
	assert_phases(f, "lib_open", after, "threaded");
	assert_phases(f, "unused", 0, "");
	assert_true(hidden > 0);
	end(f);
}

/* atexit(cleanup), and threads that are joined before main ends: a single thread runs it. */
static void exit_handlers_run_at_the_end(void **state)
{
	struct fixture *f = begin();
	struct fact_builder *b = &f->units[MAIN];
	uint32_t entry = worker(b), cleanup, tid;

	(void)state;
	cleanup = build_function(b, "cleanup", INTERNAL, 0);
	write_env(b);
	return_number(b, 0);
	begin_main(b);
	build_call(b, build_extern(b, "atexit"), 1, build_address(b, cleanup));
	tid = build_local(b, build_object(b, "tid"));
	create(b, tid, entry);
	join(b, tid);
	return_number(b, 0);
	linked(f);
	assert_phases(f, "cleanup", 0, "single");
	end(f);
}

/* signal(1, reload), then a thread that stays: it may run before or after. */
static void kept_callbacks_run_later(void **state)
{
	struct fixture *f = begin();
	struct fact_builder *b = &f->units[MAIN];
	uint32_t entry = worker(b), reload, kept, tid, made;

	(void)state;
	reload = build_function(b, "reload", INTERNAL, 1);
	write_env(b);
	return_number(b, 0);
	begin_main(b);
	kept = build_call(b, build_extern(b, "signal"), 2, build_int(b, 1), build_address(b, reload));
	tid = build_local(b, build_object(b, "tid"));
	made = create(b, tid, entry);
	build_call(b, build_extern(b, "pthread_detach"), 1, build_load(b, tid));
	return_number(b, 0);
	linked(f);
	assert_phases(f, "reload", 0, "single threaded threaded+maybe");
	assert_witness(f, "reload", 0,
		       "/p/main.c:%u thread that runs 'worker' started here;/p/main.c:%u 'main' registers 'reload';",
		       line_of(b, made), line_of(b, kept));
	end(f);
}

/* The address of `callback` only goes where nothing is known of: into a table of another library. */
static void loose_callbacks_are_guessed(void **state)
{
	struct fixture *f = begin();
	struct fact_builder *b = &f->units[MAIN];
	uint32_t entry = worker(b), callback, table;

	(void)state;
	callback = build_function(b, "callback", INTERNAL, 0);
	b->unit->symbols[callback]->address_taken = true;
	write_env(b);
	return_number(b, 0);
	table = build_variable(b, "library_table", EXTERNAL, false);
	begin_main(b);
	build_store(b, build_address(b, table), build_address(b, callback));
	create(b, build_local(b, build_object(b, "tid")), entry);
	call_named(b, "library_run");
	return_number(b, 0);
	linked(f);
	assert_phases(f, "callback", 0, "single+maybe threaded+maybe");
	end(f);
}

static void constructors_run_before_main(void **state)
{
	struct fixture *f = begin();
	struct fact_builder *b = &f->units[MAIN];
	uint32_t entry = worker(b), made, written;

	(void)state;
	build_function(b, "init", INTERNAL, 0);
	b->function->constructor = true;
	written = write_env(b);
	made = create(b, build_local(b, build_object(b, "tid")), entry);
	made = line_of(b, made);
	build_return(b, 0);
	begin_main(b);
	write_env(b);
	return_number(b, 0);
	linked(f);
	assert_phases(f, "init", written, "single");
	assert_phases(f, "main", 0, "threaded");
	assert_witness(f, "main", 0, "/p/main.c:%u thread that runs 'worker' started here;", made);
	end(f);
}

/* More threads with handles of their own than are told apart, in more ways than a set holds. */
static void many_handles_collapse(void **state)
{
	struct fixture *f = begin();
	struct fact_builder *b = &f->units[MAIN];
	uint32_t entry = worker(b), at = 0, last;

	(void)state;
	begin_main(b);
	for (int i = 0; i < 40; i++) {
		uint32_t made = build_block(b);

		build_edge(b, at, made);
		create(b, build_local(b, build_object(b, "tid")), entry);
		last = build_block(b);
		build_edge(b, at, last);
		build_edge(b, made, last);
		at = last;
	}
	last = write_env(b);
	return_number(b, 0);
	linked(f);
	assert_phases(f, "main", last, "single threaded");
	end(f);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(write_before_and_after_create),
		cmocka_unit_test(no_thread_where_create_failed),
		cmocka_unit_test(create_in_a_callee),
		cmocka_unit_test(thread_entry_through_two_files),
		cmocka_unit_test(joined_threads_are_gone),
		cmocka_unit_test(witness_names_the_threads_that_are_left),
		cmocka_unit_test(a_loop_joins_all),
		cmocka_unit_test(failing_early_leaves_threads),
		cmocka_unit_test(handles_pass_as_arguments),
		cmocka_unit_test(handles_lie_in_fields),
		cmocka_unit_test(detached_threads_stay),
		cmocka_unit_test(a_lost_handle_leaves_doubt),
		cmocka_unit_test(a_join_that_is_gone_around_leaves_doubt),
		cmocka_unit_test(thread_objects),
		cmocka_unit_test(fork_from_a_single_thread),
		cmocka_unit_test(fork_from_a_thread),
		cmocka_unit_test(fork_in_a_wrapper),
		cmocka_unit_test(fork_wrapper_that_tests),
		cmocka_unit_test(fork_result_in_a_field),
		cmocka_unit_test(child_helper_never_returns),
		cmocka_unit_test(switch_on_fork),
		cmocka_unit_test(a_child_starts_threads),
		cmocka_unit_test(recursion_ends),
		cmocka_unit_test(mutual_recursion_ends),
		cmocka_unit_test(library_without_main),
		cmocka_unit_test(exit_handlers_run_at_the_end),
		cmocka_unit_test(kept_callbacks_run_later),
		cmocka_unit_test(loose_callbacks_are_guessed),
		cmocka_unit_test(constructors_run_before_main),
		cmocka_unit_test(many_handles_collapse),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
