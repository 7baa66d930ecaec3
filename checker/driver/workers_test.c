/* The pool of scanners against a scanner that misbehaves as its files are named. */
#include "driver/workers.h"

#include "base/strbuf.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <string.h>
#include <cmocka.h>

#include <stdlib.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#define FAKE SNAG_TESTDATA "/cli/fake-scan"

struct scene {
	struct arena arena;
	struct commands commands;
	struct check_options options;
	struct check_unit units[64];
	size_t seen, last_done;
	struct err err;
};

static void count(void *data, size_t done, size_t total, const char *file)
{
	struct scene *scene = data;

	assert_non_null(file);
	assert_int_equal(total, scene->commands.all.len);
	assert_int_equal(done, scene->last_done + 1);
	scene->last_done = done;
	scene->seen++;
}

static void add(struct scene *scene, const char *file)
{
	struct command command = { .folder = "/src", .file = file, .given = file, .output = "", .configuration = "c" };

	vec_push(&scene->arena, &command.arguments, "cc");
	vec_push(&scene->arena, &command.arguments, "-DTEXT=\"a\\b\"");
	vec_push(&scene->arena, &scene->commands.all, command);
}

static bool run(struct scene *scene, unsigned jobs)
{
	struct interrupt interrupt;
	bool ok;

	scene->options.jobs = jobs;
	scene->options.progress = count;
	scene->options.progress_data = scene;
	if (!scene->options.scanner)
		scene->options.scanner = FAKE;
	interrupt_hold(&interrupt);
	ok = workers_run(&scene->arena, &scene->commands, &scene->options, "/facts", &interrupt, scene->units,
			 &scene->err);
	interrupt_let_go(&interrupt);
	return ok;
}

static void expect(const struct scene *scene, size_t index, Fact__Status status, const char *note)
{
	const char *said = scene->units[index].note ? scene->units[index].note : "(none)";

	assert_int_equal(scene->units[index].status, status);
	if (!strstr(said, note))
		fail_msg("unit %zu: note is '%s'", index, said);
}

static void answers_reach_their_units(void **state)
{
	struct scene scene = { .options.timeout_seconds = 20 };

	(void)state;
	add(&scene, "/src/a.c");
	add(&scene, "/src/slow.c");
	add(&scene, "/src/failed.c");
	add(&scene, "/src/partial.c");
	assert_true(run(&scene, 3));
	assert_int_equal(scene.seen, 4);
	expect(&scene, 0, FACT__STATUS__STATUS_OK, "");
	assert_int_equal(scene.units[0].functions, 2);
	assert_int_equal(scene.units[0].instructions, 40);
	expect(&scene, 1, FACT__STATUS__STATUS_OK, "");
	assert_int_equal(scene.units[1].ms, 100);
	expect(&scene, 2, FACT__STATUS__STATUS_FAILED, "no such header");
	expect(&scene, 3, FACT__STATUS__STATUS_PARTIAL, "an error");
	arena_release(&scene.arena);
}

static void a_lost_scanner_costs_one_unit(void **state)
{
	static const char *const bad[] = { "/src/killed.c", "/src/leaves.c",   "/src/babbles.c",
					   "/src/floods.c", "/src/mistakes.c", "/src/answers-and-leaves.c" };
	struct scene scene = { .options.timeout_seconds = 20 };

	(void)state;
	for (size_t i = 0; i < 6; i++) {
		add(&scene, bad[i]);
		add(&scene, "/src/good.c");
	}
	assert_true(run(&scene, 1));
	expect(&scene, 0, FACT__STATUS__STATUS_CRASHED, "killed by signal 9");
	expect(&scene, 2, FACT__STATUS__STATUS_CRASHED, "ended with status 7");
	for (size_t i = 4; i < 10; i += 2)
		expect(&scene, i, FACT__STATUS__STATUS_CRASHED, "cannot be understood");
	expect(&scene, 10, FACT__STATUS__STATUS_OK, "");
	for (size_t i = 1; i < 10; i += 2)
		expect(&scene, i, FACT__STATUS__STATUS_OK, "");
	arena_release(&scene.arena);
}

static void a_request_larger_than_a_pipe_gets_through(void **state)
{
	struct scene scene = { .options.timeout_seconds = 20 };
	struct strbuf long_flag = { 0 };

	(void)state;
	for (int i = 0; i < 30000; i++)
		strbuf_addstr(&long_flag, "-Dx=1 ");
	add(&scene, "/src/a.c");
	vec_push(&scene.arena, &scene.commands.all.items[0].arguments, long_flag.text);
	assert_true(run(&scene, 4));
	expect(&scene, 0, FACT__STATUS__STATUS_OK, "");
	strbuf_release(&long_flag);
	arena_release(&scene.arena);
}

static void bytes_that_json_cannot_carry_fail_their_unit(void **state)
{
	struct scene scene = { .options.timeout_seconds = 20 };

	(void)state;
	add(&scene, "/src/\xff.c");
	add(&scene, "/src/a.c");
	assert_true(run(&scene, 1));
	expect(&scene, 0, FACT__STATUS__STATUS_FAILED, "UTF-8");
	expect(&scene, 1, FACT__STATUS__STATUS_OK, "");
	arena_release(&scene.arena);
}

static void a_scanner_that_hangs_is_ended(void **state)
{
	struct scene scene = { .options.timeout_seconds = 0 };

	(void)state;
	add(&scene, "/src/hangs.c");
	add(&scene, "/src/a.c");
	assert_true(run(&scene, 1));
	expect(&scene, 0, FACT__STATUS__STATUS_TIMEOUT, "time limit");
	expect(&scene, 1, FACT__STATUS__STATUS_OK, "");
	arena_release(&scene.arena);
}

static void a_scanner_that_never_answers_stops_the_run(void **state)
{
	struct scene scene = { .options = { .timeout_seconds = 20, .scanner = "/bin/false" } };

	(void)state;
	for (int i = 0; i < 30; i++)
		add(&scene, "/src/a.c");
	assert_false(run(&scene, 2));
	assert_non_null(strstr(scene.err.text, "10 times in a row"));
	arena_release(&scene.arena);
}

static void a_missing_scanner_is_named(void **state)
{
	struct scene scene = { .options = { .timeout_seconds = 20, .scanner = "/nowhere/snag-scan" } };

	(void)state;
	add(&scene, "/src/a.c");
	assert_false(run(&scene, 2));
	assert_non_null(strstr(scene.err.text, "/nowhere/snag-scan"));
	arena_release(&scene.arena);
}

/* One connection, some bytes of an answer, and it is gone. */
static pid_t start_broken_shared(const char *path)
{
	struct sockaddr_un address = { .sun_family = AF_UNIX };
	int listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
	pid_t child;

	memcpy(address.sun_path, path, strlen(path) + 1);
	assert_int_equal(bind(listener, (const struct sockaddr *)&address, sizeof address), 0);
	assert_int_equal(listen(listener, 1), 0);
	child = fork();
	if (child == 0) {
		int connection = accept(listener, NULL, NULL);
		char byte;

		_exit(read(connection, &byte, 1) == 1 && write(connection, "{\"id\":", 6) == 6 ? 0 : 1);
	}
	close(listener);
	return child;
}

static void a_shared_scanner_that_fails_costs_nothing(void **state)
{
	char folder[] = "/tmp/snag-workers-XXXXXX";
	struct scene scene = { .options.timeout_seconds = 20 };
	int status = -1;
	pid_t child;

	(void)state;
	assert_non_null(mkdtemp(folder));
	scene.options.shared = arena_printf(&scene.arena, "%s/socket", folder);
	child = start_broken_shared(scene.options.shared);
	add(&scene, "/src/a.c");
	assert_true(run(&scene, 1));
	expect(&scene, 0, FACT__STATUS__STATUS_OK, "");
	assert_int_equal(scene.seen, 1);
	waitpid(child, &status, 0);
	assert_int_equal(status, 0);
	unlink(scene.options.shared);
	rmdir(folder);
	arena_release(&scene.arena);
}

static void nothing_to_do_is_done_at_once(void **state)
{
	struct scene scene = { .options.timeout_seconds = 20 };

	(void)state;
	assert_true(run(&scene, 2));
	assert_int_equal(scene.seen, 0);
	arena_release(&scene.arena);
}

static void note_signal(int number)
{
	(void)number;
}

static void an_interrupted_run_stops_and_the_signal_still_comes(void **state)
{
	struct scene scene = { .options.timeout_seconds = 20 };
	struct sigaction act = { .sa_handler = note_signal };
	struct interrupt interrupt;
	sigset_t pending;

	(void)state;
	sigaction(SIGTERM, &act, NULL);
	add(&scene, "/src/hangs.c");
	scene.options.scanner = FAKE;
	scene.options.jobs = 1;
	interrupt_hold(&interrupt);
	raise(SIGTERM);
	assert_false(workers_run(&scene.arena, &scene.commands, &scene.options, "/facts", &interrupt, scene.units,
				 &scene.err));
	sigpending(&pending);
	assert_true(sigismember(&pending, SIGTERM));
	interrupt_let_go(&interrupt);
	arena_release(&scene.arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(answers_reach_their_units),
		cmocka_unit_test(a_lost_scanner_costs_one_unit),
		cmocka_unit_test(a_request_larger_than_a_pipe_gets_through),
		cmocka_unit_test(bytes_that_json_cannot_carry_fail_their_unit),
		cmocka_unit_test(a_scanner_that_hangs_is_ended),
		cmocka_unit_test(a_scanner_that_never_answers_stops_the_run),
		cmocka_unit_test(a_missing_scanner_is_named),
		cmocka_unit_test(a_shared_scanner_that_fails_costs_nothing),
		cmocka_unit_test(nothing_to_do_is_done_at_once),
		cmocka_unit_test(an_interrupted_run_stops_and_the_signal_still_comes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
