/* The bench of the environment rules: races that crash, the lock that helps, what overwriting does, leaks, costs. */
#include "bench/evidence/bench.h"
#include "bench/evidence/env_cost.h"
#include "bench/evidence/env_race.h"
#include "bench/evidence/stats.h"

#include <stdio.h>
#include <string.h>

#define CHILDREN 10
#define QUICK_CHILDREN 3
#define FORKS 200
#define QUICK_FORKS 60

/* Only one place to sit on: writer and reader take turns there, which is enough for the long races. */
static struct race *new_race(const struct bench *bench, enum race_writer writer, enum race_reader reader)
{
	struct race *race = child_shared(sizeof *race);

	race->writer = writer;
	race->reader = reader;
	race->writer_cpu = bench->machine->cpus[0];
	race->reader_cpu = bench->machine->cpus[bench->machine->cpu_count > 1];
	return race;
}

struct tally {
	unsigned runs, crashed, late;
	double crash_ms; /* median of those that crashed */
};

static struct tally run_children(struct race *race, unsigned count)
{
	struct tally tally = { .runs = count };
	double times[FORKS];

	for (unsigned i = 0; i < count; i++) {
		struct child_outcome outcome = race_run(race);

		if (outcome.end == CHILD_CRASHED)
			times[tally.crashed++] = outcome.ms;
		tally.late += outcome.end == CHILD_TIMEOUT;
	}
	tally.crash_ms = median(times, tally.crashed);
	return tally;
}

static unsigned children(const struct bench *bench)
{
	return bench->quick ? QUICK_CHILDREN : CHILDREN;
}

/* For races that do not end by themselves. */
static double short_time(const struct bench *bench)
{
	return bench->quick ? 0.1 : 0.5;
}

static const struct race_row {
	const char *name, *words;
	enum race_writer writer;
	enum race_reader reader;
	bool glibc_only; /* no word on musl's */
} race_rows[] = {
	{ "env.race.getenv", "setenv of new names against getenv", WRITE_NEW, READ_GETENV, false },
	{ "env.race.environ", "setenv of new names against a loop over environ", WRITE_NEW, READ_ENVIRON, false },
	{ "env.race.localtime", "setenv of new names against localtime", WRITE_NEW, READ_LOCALTIME, false },
	{ "env.race.setlocale", "setenv of new names against setlocale", WRITE_NEW, READ_SETLOCALE, true },
	{ "env.race.putenv", "putenv of new names against getenv", WRITE_PUTENV, READ_GETENV, false },
};

static void judge_race(struct bench *bench, struct row *row, const struct tally *tally, bool demanded)
{
	switch (demanded ? bench->machine->libc : LIBC_OTHER) {
	case LIBC_GLIBC:
	case LIBC_MUSL:
		row_judge(bench->report, row, tally->crashed * 10 >= tally->runs * 9, "at least 9 of 10");
		break;
	case LIBC_GLIBC_FIXED:
		row_judge(bench->report, row, tally->crashed == 0, "none with this glibc");
		if (row->verdict == VERDICT_SHOWN)
			row->verdict = VERDICT_FIXED;
		break;
	case LIBC_OTHER:
		break;
	}
}

static void measure_race(struct bench *bench, const struct race_row *what)
{
	struct row *row = report_row(bench->report, what->name, "%s: children that crash", what->words);
	struct race *race = new_race(bench, what->writer, what->reader);
	bool crashes = bench->machine->libc == LIBC_GLIBC ||
		       (bench->machine->libc == LIBC_MUSL && !what->glibc_only);
	struct tally tally;

	race->seconds = crashes ? 10 : short_time(bench);
	tally = run_children(race, children(bench));
	row_value(row, 100.0 * tally.crashed / tally.runs, "%");
	judge_race(bench, row, &tally, crashes || bench->machine->libc == LIBC_GLIBC_FIXED);
	if (tally.crashed)
		row_note(bench->report, row, "%u of %u, after %.1f ms (median)", tally.crashed, tally.runs,
			 tally.crash_ms);
	child_unshare(race, sizeof *race);
}

static void measure_control(struct bench *bench)
{
	struct row *row = report_row(bench->report, "env.race.locked",
				     "control: the same with one mutex round both: children that crash");
	struct race *race = new_race(bench, WRITE_NEW, READ_GETENV);
	struct tally tally;

	race->locked = true;
	race->seconds = short_time(bench);
	tally = run_children(race, children(bench));
	row_value(row, 100.0 * tally.crashed / tally.runs, "%");
	row_judge(bench->report, row, tally.crashed == 0 && race->written > 0 && race->read > 0, "none");
	row_note(bench->report, row, "%lu writes, %lu reads", (unsigned long)race->written, (unsigned long)race->read);
	child_unshare(race, sizeof *race);
}

/* glibc keeps old values forever, so a reader of an overwritten name is safe there. */
static void measure_overwrite(struct bench *bench)
{
	struct row *crash = report_row(bench->report, "env.overwrite.crash",
				       "overwriting one name against getenv: children that crash");
	struct row *wrong = report_row(bench->report, "env.overwrite.wrong",
				       "overwriting one name: values read that were never set");
	struct race *race = new_race(bench, WRITE_SAME, READ_VALUE);
	bool glibc = bench->machine->libc == LIBC_GLIBC || bench->machine->libc == LIBC_GLIBC_FIXED;
	struct tally tally;

	race->seconds = short_time(bench);
	tally = run_children(race, QUICK_CHILDREN);
	row_value(crash, 100.0 * tally.crashed / tally.runs, "%");
	row_value(wrong, (double)race->wrong, "");
	row_note(bench->report, wrong, "of %lu", (unsigned long)race->read);
	if (glibc) {
		row_judge(bench->report, crash, tally.crashed == 0, "none");
		row_judge(bench->report, wrong, race->wrong == 0 && race->read > 0, "none");
	}
	child_unshare(race, sizeof *race);
}

static void measure_held(struct bench *bench)
{
	struct row *row = report_row(bench->report, "env.overwrite.held",
				     "overwriting one name: values that change while held 0.1 ms");
	struct race *race = new_race(bench, WRITE_SAME, READ_HELD);
	double part;

	race->seconds = short_time(bench);
	run_children(race, QUICK_CHILDREN);
	part = race->read ? 100.0 * (double)race->wrong / (double)race->read : 0;
	row_value(row, part, "%");
	row_note(bench->report, row, "%lu of %lu", (unsigned long)race->wrong, (unsigned long)race->read);
	if (bench->machine->libc == LIBC_MUSL && bench->machine->cpu_count > 1)
		row_judge(bench->report, row, part > 1, "above 1 %%");
	else if (bench->machine->libc != LIBC_OTHER && bench->machine->libc != LIBC_MUSL)
		row_judge(bench->report, row, race->wrong == 0 && race->read > 0, "none");
	child_unshare(race, sizeof *race);
}

/* Where "localhost" does not stand in the hosts file, a name server might be asked. */
static bool localhost_is_local(void)
{
	FILE *file = fopen("/etc/hosts", "re");
	char line[512];
	bool found = false;

	while (file && !found && fgets(line, sizeof line, file))
		found = line[0] != '#' && strstr(line, "localhost") != NULL;
	if (file)
		fclose(file);
	return found;
}

static double measure_forks(struct bench *bench, struct race *race, struct row *row)
{
	struct tally tally = run_children(race, bench->quick ? QUICK_FORKS : FORKS);
	double part = 100.0 * tally.crashed / tally.runs;

	row_value(row, part, "%");
	row_note(bench->report, row, "%u of %u children", tally.crashed, tally.runs);
	return part;
}

/* Short races: the two have to meet at once, so they need a CPU each. Best of three on a machine with other work. */
static void demand_forks(struct bench *bench, struct race *race, struct row *row, double least)
{
	double part = 0;

	for (int i = 0; i < 3 && part < least; i++)
		part = measure_forks(bench, race, row);
	/* In a short run, a demand of less than one child is met by chance only. */
	if (bench->machine->libc == LIBC_GLIBC && (part >= least || !bench->quick || least >= 100.0 / QUICK_FORKS))
		row_judge(bench->report, row, part >= least, "at least %.0f %%", least);
	else if (bench->machine->libc == LIBC_GLIBC_FIXED)
		row_judge(bench->report, row, part <= 0, "none with this glibc");
	if (row->verdict == VERDICT_SHOWN && bench->machine->libc == LIBC_GLIBC_FIXED)
		row->verdict = VERDICT_FIXED;
}

static void measure_getaddrinfo(struct bench *bench)
{
	struct row *row = report_row(bench->report, "env.first.getaddrinfo",
				     "setenv of new names against a first getaddrinfo: children that crash");
	struct race *race;

	if (bench->machine->cpu_count < 2 || !localhost_is_local()) {
		row_skip(bench->report, row, "%s", bench->machine->cpu_count < 2 ? "needs 2 CPUs"
									  : "the hosts file has no localhost");
		return;
	}
	race = new_race(bench, WRITE_NEW, READ_GETADDRINFO);
	race->seconds = 2;
	if (bench->machine->libc == LIBC_MUSL)
		row_judge(bench->report, row, measure_forks(bench, race, row) <= 0,
			  "none: musl reads no variable there");
	else
		demand_forks(bench, race, row, 1);
	child_unshare(race, sizeof *race);
}

/* The first new name frees nothing, since the array a process starts with is not from malloc; the second does. */
static void measure_few_names(struct bench *bench)
{
	struct row *two = report_row(bench->report, "env.first.two-names",
				     "just two new names against getenv: children that crash");
	struct row *one = report_row(bench->report, "env.first.one-name",
				     "just one new name against getenv: children that crash");
	struct race *race;

	if (bench->machine->cpu_count < 2) {
		row_skip(bench->report, two, "needs 2 CPUs");
		row_skip(bench->report, one, "needs 2 CPUs");
		return;
	}
	race = new_race(bench, WRITE_NEW, READ_GETENV);
	race->seconds = 0.01;
	race->writes = 2;
	demand_forks(bench, race, two, 5);
	race->writes = 1;
	row_judge(bench->report, one, measure_forks(bench, race, one) <= 0, "none");
	child_unshare(race, sizeof *race);
}

void bench_env(struct bench *bench)
{
	for (size_t i = 0; i < sizeof race_rows / sizeof *race_rows; i++)
		measure_race(bench, &race_rows[i]);
	measure_control(bench);
	measure_overwrite(bench);
	measure_held(bench);
	measure_few_names(bench);
	measure_getaddrinfo(bench);
	env_cost_measure(bench);
}
