/* The bench of env-pointer rules: what becomes of the text that getenv returned, once its name is set anew. */
#include "bench/evidence/bench.h"
#include "bench/evidence/child.h"

#include <stdlib.h>
#include <string.h>

#define TRIES 200
#define LENGTH_MOST 4000
#define MALLOCS 64
#define CHILD_SECONDS 30

struct held {
	/* in */
	size_t length;
	unsigned mallocs; /* of the same size, between setenv and the look */
	/* out */
	unsigned changed, moved; /* texts that are others now; calls of getenv that give another pointer */
	unsigned back;           /* after the first value was set again: the first pointer returned */
};

static void fill(char *text, size_t length, char letter)
{
	memset(text, letter, length);
	text[length] = '\0';
}

/* Memory as long as the value's entry, NAME=value, filled with something else and kept. */
static void use_memory(unsigned count, size_t length)
{
	for (unsigned i = 0; i < count; i++) {
		char *volatile memory = malloc(length);

		if (memory)
			memset(memory, '#', length);
	}
}

/* Each try has a name of its own, and values that no other has. */
static void try_once(struct held *held, unsigned try)
{
	static const char letters[] = "abcdefghijklmnopqrstuvwxyz";
	char name[] = "SNAG_BENCH_AA", first[LENGTH_MOST + 1], second[LENGTH_MOST + 1];
	const char *pointer;

	name[11] = letters[try / 26];
	name[12] = letters[try % 26];
	fill(first, held->length, 'x');
	fill(second, held->length, 'y');
	first[0] = second[0] = name[11];
	first[1] = second[1] = name[12];
	setenv(name, first, 1);
	pointer = getenv(name);
	setenv(name, second, 1);
	held->moved += getenv(name) != pointer;
	use_memory(held->mallocs, sizeof name + held->length + 1);
	held->changed += memcmp(pointer, first, held->length + 1) != 0;
	setenv(name, first, 1);
	held->back += getenv(name) == pointer;
}

static void run_tries(void *argument)
{
	struct held *held = argument;

	for (unsigned try = 0; try < TRIES; try++)
		try_once(held, try);
}

static bool is_glibc(const struct bench *bench)
{
	return bench->machine->libc == LIBC_GLIBC || bench->machine->libc == LIBC_GLIBC_FIXED;
}

static void judge_changed(struct bench *bench, struct row *row, unsigned changed)
{
	if (is_glibc(bench))
		row_judge(bench->report, row, changed == 0, "none: the value is stale, but there");
	else if (bench->machine->libc == LIBC_MUSL)
		row_judge(bench->report, row, changed == TRIES, "all: the memory has another use");
}

static void measure_length(struct bench *bench, size_t length)
{
	struct held *held = child_shared(sizeof *held);
	struct row *row = report_row(bench->report, arena_printf(bench->arena, "pointer.after-64.%zu", length),
				     "old texts of %zu bytes that changed, 64 mallocs after setenv", length);

	held->length = length;
	held->mallocs = MALLOCS;
	if (child_run(run_tries, held, CHILD_SECONDS).end == CHILD_DONE) {
		row_value(row, 100.0 * held->changed / TRIES, "%");
		judge_changed(bench, row, held->changed);
	} else {
		row_skip(bench->report, row, "no result");
	}
	child_unshare(held, sizeof *held);
}

static void measure_at_once(struct bench *bench)
{
	struct held *held = child_shared(sizeof *held);
	struct row *changed =
		report_row(bench->report, "pointer.at-once", "old texts of 40 bytes that changed right after setenv");
	struct row *moved =
		report_row(bench->report, "pointer.moved", "calls of getenv after setenv that give another pointer");
	struct row *back =
		report_row(bench->report, "pointer.back", "setting the first value again gives the first pointer");

	held->length = 40;
	if (child_run(run_tries, held, CHILD_SECONDS).end == CHILD_DONE) {
		row_value(changed, 100.0 * held->changed / TRIES, "%");
		row_value(moved, 100.0 * held->moved / TRIES, "%");
		row_value(back, 100.0 * held->back / TRIES, "%");
		if (is_glibc(bench)) {
			row_judge(bench->report, changed, held->changed == 0, "none");
			row_judge(bench->report, moved, held->moved == TRIES, "all");
		}
	} else {
		row_skip(bench->report, changed, "no result");
	}
	child_unshare(held, sizeof *held);
}

void bench_pointer(struct bench *bench)
{
	static const size_t lengths[] = { 4, 16, 40, 64, 200, 500, LENGTH_MOST };

	measure_at_once(bench);
	for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++)
		measure_length(bench, lengths[i]);
}
