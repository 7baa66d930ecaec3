/* The bench of putenv rules: memory of the program that has become a part of the environment. */
#include "bench/evidence/bench.h"
#include "bench/evidence/child.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#define CHILD_SECONDS 20
#define VALUE_LENGTH 40

extern char **environ;

struct aliasing {
	bool edited, inside, renamed, automatic_gone, automatic_foreign, freed_gone;
};

static bool equals(const char *text, const char *expected)
{
	return text && strcmp(text, expected) == 0;
}

static void edit(struct aliasing *seen)
{
	char buffer[64] = "SNAG_BENCH_ONE=first";
	const char *value;

	putenv(buffer);
	value = getenv("SNAG_BENCH_ONE");
	seen->inside = value >= buffer && value < buffer + sizeof buffer;
	memcpy(buffer + 15, "other", 5);
	seen->edited = equals(getenv("SNAG_BENCH_ONE"), "other");
	memcpy(buffer, "SNAG_BENCH_TWO=again", 21);
	seen->renamed = !getenv("SNAG_BENCH_ONE") && equals(getenv("SNAG_BENCH_TWO"), "again");
	unsetenv("SNAG_BENCH_TWO");
}

__attribute__((noinline)) static void put_automatic(void)
{
	char buffer[64] = "SNAG_BENCH_AUTO=value";

	putenv(buffer);
}

/* Uses the stack where the buffer lay. */
__attribute__((noinline)) static void use_stack(void)
{
	volatile char bytes[1024];

	for (size_t i = 0; i < sizeof bytes; i++)
		bytes[i] = i % 64 == 63 ? '\0' : '#';
}

static bool any_foreign_entry(void)
{
	for (char **entry = environ; *entry; entry++)
		if (strchr(*entry, '#'))
			return true;
	return false;
}

static void leave_automatic(struct aliasing *seen)
{
	put_automatic();
	use_stack();
	seen->automatic_gone = !getenv("SNAG_BENCH_AUTO");
	use_stack();
	seen->automatic_foreign = any_foreign_entry();
}

/* The entry still points at memory that somebody else has got. */
static void free_memory(struct aliasing *seen)
{
	char *entry = strdup("SNAG_BENCH_HEAP=a value of some length");

	if (!entry)
		return;
	putenv(entry);
	free(entry);
	for (int i = 0; i < 64; i++) {
		char *volatile other = malloc(sizeof "SNAG_BENCH_HEAP=a value of some length");

		if (other)
			memset(other, 'h', sizeof "SNAG_BENCH_HEAP=a value of some length" - 1);
	}
	seen->freed_gone = !getenv("SNAG_BENCH_HEAP");
}

static void run_edit(void *seen)
{
	edit(seen);
}

static void run_automatic(void *seen)
{
	leave_automatic(seen);
}

static void run_freed(void *seen)
{
	free_memory(seen);
}

static void report_one(struct bench *bench, const char *name, const char *what, bool seen)
{
	struct row *row = report_row(bench->report, name, "%s", what);

	row_value(row, seen, UNIT_YES);
	if (bench->machine->libc != LIBC_OTHER)
		row_judge(bench->report, row, seen, "yes");
}

static void measure_aliasing(struct bench *bench)
{
	struct aliasing *seen = child_shared(sizeof *seen);

	child_run(run_edit, seen, CHILD_SECONDS);
	child_run(run_automatic, seen, CHILD_SECONDS);
	child_run(run_freed, seen, CHILD_SECONDS);
	report_one(bench, "putenv.inside", "getenv's pointer lies inside the program's buffer", seen->inside);
	report_one(bench, "putenv.edited", "editing the buffer changes what getenv gives", seen->edited);
	report_one(bench, "putenv.renamed", "writing another name there: one vanishes, another appears", seen->renamed);
	report_one(bench, "putenv.automatic", "an automatic buffer: after the function the name is gone",
		   seen->automatic_gone);
	report_one(bench, "putenv.foreign", "an automatic buffer: foreign bytes stand in environ",
		   seen->automatic_foreign);
	report_one(bench, "putenv.freed", "a freed buffer: the name is gone", seen->freed_gone);
	child_unshare(seen, sizeof *seen);
}

struct mixing {
	int writer_cpu, reader_cpu;
	double seconds;
	unsigned long reads, mixed;
};

struct mixers {
	struct mixing *mixing;
	volatile char *value;
	atomic_bool stop;
};

static void *run_mixing_writer(void *argument)
{
	struct mixers *mixers = argument;

	pin_to(mixers->mixing->writer_cpu);
	for (unsigned n = 0; !mixers->stop; n++)
		for (int i = 0; i < VALUE_LENGTH; i++)
			mixers->value[i] = (char)('a' + n % 26);
	return NULL;
}

static void run_mixing(void *argument)
{
	static const char name[] = "SNAG_BENCH_MIX";
	struct mixing *mixing = argument;
	char entry[sizeof name + VALUE_LENGTH + 1];
	struct mixers mixers = { .mixing = mixing };
	uint64_t deadline = wall_ns() + (uint64_t)(mixing->seconds * 1e9);
	pthread_t writer;

	memcpy(entry, name, sizeof name);
	entry[sizeof name - 1] = '=';
	memset(entry + sizeof name, 'a', VALUE_LENGTH);
	entry[sizeof name + VALUE_LENGTH] = '\0';
	mixers.value = entry + sizeof name;
	putenv(entry);
	pin_to(mixing->reader_cpu);
	if (pthread_create(&writer, NULL, run_mixing_writer, &mixers) != 0)
		return;
	while (wall_ns() < deadline) {
		const volatile char *value = getenv(name);
		bool mixed = false;

		for (int i = 1; value && i < VALUE_LENGTH; i++)
			mixed |= value[i] != value[0];
		mixing->reads++;
		mixing->mixed += mixed;
	}
	mixers.stop = true;
	pthread_join(writer, NULL);
}

static void measure_mixing(struct bench *bench)
{
	struct row *row =
		report_row(bench->report, "putenv.mixed", "one thread edits the value, another reads it: mixed values");
	struct mixing *mixing = child_shared(sizeof *mixing);
	double part;

	if (bench->machine->cpu_count < 2) {
		row_skip(bench->report, row, "needs 2 CPUs");
	} else {
		mixing->writer_cpu = bench->machine->cpus[0];
		mixing->reader_cpu = bench->machine->cpus[1];
		mixing->seconds = bench->quick ? 0.2 : 1;
		child_run(run_mixing, mixing, CHILD_SECONDS);
		part = mixing->reads ? 100.0 * (double)mixing->mixed / (double)mixing->reads : 0;
		row_value(row, part, "%");
		row_judge(bench->report, row, part >= 1, "at least 1 %%");
		row_note(bench->report, row, "%lu of %lu", mixing->mixed, mixing->reads);
	}
	child_unshare(mixing, sizeof *mixing);
}

void bench_putenv(struct bench *bench)
{
	measure_aliasing(bench);
	measure_mixing(bench);
}
