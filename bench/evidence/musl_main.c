/* snag-bench-musl: the benches in which the libc is the point, built with musl; prints rows for snag-bench. */
#include "bench/evidence/bench.h"

#include <stdio.h>
#include <string.h>

static void run(bench_run *run_bench, bool quick)
{
	struct arena arena = { 0 };
	struct report report = { .arena = &arena };
	struct machine machine;
	struct bench bench = { &arena, &report, &machine, quick, NULL };
	struct strbuf rows = { 0 };

	machine_look(&machine);
	report.libc = machine.libc_name;
	run_bench(&bench);
	rows_write(&report, &rows);
	fputs(strbuf_text(&rows), stdout);
	strbuf_release(&rows);
	arena_release(&arena);
}

int main(int argc, char **argv)
{
	static const struct {
		const char *name;
		bench_run *run;
	} benches[] = { { "env", bench_env }, { "pointer", bench_pointer }, { "putenv", bench_putenv },
			{ "ctype", bench_ctype } };
	bool quick = argc > 2 && !strcmp(argv[2], "--quick");

	for (size_t i = 0; argc > 1 && i < sizeof benches / sizeof *benches; i++)
		if (!strcmp(benches[i].name, argv[1])) {
			run(benches[i].run, quick);
			return 0;
		}
	fputs("snag-bench-musl: started by snag-bench: BENCH [--quick]\n", stderr);
	return 2;
}
