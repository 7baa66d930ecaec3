/* Each row of the table of thread creators: the program has threads behind such a call, and its entry runs on one. */
#include "link/link_test.h"
#include "link/phase.h"

#include "base/files.h"

#include <stdio.h>
#include <stdlib.h>

#define TABLE SNAG_TESTDATA "/../rules/models/thread-creators.csv"

struct row {
	const char *function, *kind;
	int entry;
};

static bool threaded(const struct program *program, uint32_t event)
{
	const struct phase *phases;
	size_t count = phase_at(program, find_function(program, "main"), event, &phases);

	for (size_t i = 0; i < count; i++)
		if (phases[i].threads == THREADS_THREADED)
			return true;
	return false;
}

/* int main(void) { creator(…, worker, …); setenv(); } */
static void check_row(const struct row *row)
{
	struct arena arena = { 0 };
	struct fact_builder b = { 0 }, *builders[] = { &b };
	struct program_set set = { 0 };
	const struct program *program;
	uint32_t worker, creator, call, args[8];

	build_unit(&b, &arena, "/p/main.c");
	worker = build_function(&b, "worker", INTERNAL, 1);
	build_return(&b, build_int(&b, 0));
	creator = build_extern(&b, row->function);
	build_function(&b, "main", EXTERNAL, 0);
	for (int i = 0; i < 8; i++)
		args[i] = i == row->entry ? build_address(&b, worker) : build_int(&b, 0);
	call = build_call(&b, creator, 8, args[0], args[1], args[2], args[3], args[4], args[5], args[6], args[7]);
	build_call(&b, build_extern(&b, "setenv"), 0);
	build_return(&b, build_int(&b, 0));
	program = link_one(&set, builders, 1);
	if (row->entry >= 0 && !strstr(edges_at(program, "main", call), "thread worker"))
		fail_msg("%s: the entry isn't argument %d: %s", row->function, row->entry,
			 edges_at(program, "main", call));
	/* Where the entry lies in a structure, none is known here, and no thread is made. */
	if (threaded(program, call + 1) != (strcmp(row->kind, "signal-thread") != 0))
		fail_msg("%s: threads are not as they should be", row->function);
	programs_release(&set);
	arena_release(&arena);
}

/* function,library,header,entry_arg,kind,notes */
static void each_row(void **state)
{
	struct arena arena = { 0 };
	struct err err = { 0 };
	char *text, *rest = NULL;
	size_t length, rows = 0;

	(void)state;
	assert_true(file_read(&arena, TABLE, 0, &text, &length, &err));
	for (char *line = strtok_r(text, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
		char *columns[6] = { NULL }, *more = line;

		for (int i = 0; i < 6; i++)
			columns[i] = strsep(&more, ",");
		assert_non_null(columns[4]);
		if (rows++)
			check_row(&(struct row){ columns[0], columns[4], atoi(columns[3]) });
	}
	assert_true(rows > 100);
	arena_release(&arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_row),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
