/* The benches: what each is given, and the list of them. */
#ifndef SNAG_BENCH_BENCH_H
#define SNAG_BENCH_BENCH_H

#include "bench/evidence/machine.h"
#include "bench/evidence/report.h"

struct bench {
	struct arena *arena;
	struct report *report;
	const struct machine *machine;
	bool quick;         /* fewer rounds: half a minute for all benches together instead of minutes */
	const char *folder; /* for files; removed when the program ends, however it ends; NULL in the musl build */
};

typedef void bench_run(struct bench *bench);

struct bench_entry {
	const char *name, *help;
	bench_run *run;
	bool both_libcs; /* the difference between libcs is the point: runs in the musl build too */
};

/* NULL where there is none of that name. */
const struct bench_entry *bench_named(const char *name);
/* In the order in which "all" runs them; NULL past the last. */
const struct bench_entry *bench_at(size_t index);

bench_run bench_env, bench_pointer, bench_putenv, bench_ids, bench_io, bench_locale, bench_ctype;

#endif
