/* snag-bench: measures on this machine what the rules of snag claim. */
#include "bench/evidence/bench.h"
#include "bench/evidence/calibrate.h"
#include "bench/evidence/guard.h"
#include "bench/evidence/keep.h"
#include "bench/evidence/other_libc.h"
#include "bench/evidence/print.h"
#include "bench/evidence/published.h"
#include "bench/evidence/tools.h"

#include <getopt.h>
#include <string.h>

enum { EXIT_HOLDS, EXIT_NOT_SHOWN, EXIT_TROUBLE };

struct choice {
	bool quick, json, calibrate;
	const char *plots, *database;
	char *const *names;
	size_t name_count;
};

static void usage(FILE *out)
{
	fputs("usage: snag-bench [--quick] [--json] [--plot DIR] [--db PATH] BENCH...\n"
	      "       snag-bench io --calibrate\n"
	      "       snag-bench published\n\n",
	      out);
	for (size_t i = 0; bench_at(i); i++)
		fprintf(out, "  %-12s %s\n", bench_at(i)->name, bench_at(i)->help);
	fputs("  all          all of these\n"
	      "  tools        what sanitizers, valgrind and linters say about the same faults\n"
	      "  published    the published figures and what becomes of them, as a Markdown table\n\n"
	      "  --quick      fewer rounds\n"
	      "  --json       JSON instead of a table\n"
	      "  --plot DIR   curves as SVG and PNG, with gnuplot\n"
	      "  --db PATH    keep the figures in that findings database, for 'snag explain'\n"
	      "  --calibrate  thresholds of io-buffer-small for this machine, as YAML\n\n"
	      "Ends 0 where every rule held or was skipped, 1 where one did not hold, 2 on trouble.\n",
	      out);
}

static int trouble(const struct err *err)
{
	fprintf(stderr, "snag-bench: %s\n", err->text);
	return EXIT_TROUBLE;
}

static void run_entry(struct bench *bench, const struct bench_entry *entry)
{
	entry->run(bench);
	published_fill(bench->report, entry->name);
	if (entry->both_libcs)
		other_libc_run(bench, entry->name);
}

static void run_named(struct bench *bench, const char *name)
{
	if (!strcmp(name, "tools"))
		tools_run(bench);
	else if (!strcmp(name, "all"))
		for (size_t i = 0; bench_at(i); i++)
			run_entry(bench, bench_at(i));
	else
		run_entry(bench, bench_named(name));
}

static bool print_all(const struct choice *choice, struct bench *bench, struct err *err)
{
	if (choice->calibrate)
		calibrate_print(bench->report, bench->machine, stdout);
	else if (choice->json)
		print_json(bench->report, bench->machine, stdout);
	else
		print_table(bench->report, bench->machine, stdout);
	return (!choice->plots || print_plots(bench->report, bench->machine, choice->plots, stderr, err)) &&
	       (!choice->database || keep(bench->report, bench->machine, choice->database, err));
}

static int work(const char *folder, void *data)
{
	const struct choice *choice = data;
	struct arena arena = { 0 };
	struct report report = { .arena = &arena };
	struct machine machine;
	struct bench bench = { &arena, &report, &machine, choice->quick, folder };
	struct err err = { 0 };
	int status = EXIT_HOLDS;

	machine_look(&machine);
	report.libc = machine.libc_name;
	for (size_t i = 0; i < choice->name_count; i++)
		run_named(&bench, choice->names[i]);
	if (!print_all(choice, &bench, &err))
		status = trouble(&err);
	else if (report_count(&report, VERDICT_NOT_SHOWN))
		status = EXIT_NOT_SHOWN;
	arena_release(&arena);
	return status;
}

static bool known(const char *name)
{
	return bench_named(name) || !strcmp(name, "all") || !strcmp(name, "tools");
}

static bool check_choice(const struct choice *choice, struct err *err)
{
	if (!choice->name_count)
		return err_set(err, "which bench? 'snag-bench --help' lists them");
	for (size_t i = 0; i < choice->name_count; i++)
		if (!known(choice->names[i]))
			return err_set(err, "no bench '%s'; 'snag-bench --help' lists them", choice->names[i]);
	if (choice->calibrate && (choice->name_count != 1 || strcmp(choice->names[0], "io") != 0))
		return err_set(err, "--calibrate goes with 'io' alone");
	return true;
}

static int print_published(void)
{
	struct strbuf table = { 0 };

	published_table(&table);
	fputs(strbuf_text(&table), stdout);
	strbuf_release(&table);
	return EXIT_HOLDS;
}

int main(int argc, char **argv)
{
	static const struct option options[] = {
		{ "quick", no_argument, NULL, 'q' },     { "json", no_argument, NULL, 'j' },
		{ "plot", required_argument, NULL, 'p' }, { "calibrate", no_argument, NULL, 'c' },
		{ "db", required_argument, NULL, 'd' },
		{ "help", no_argument, NULL, 'h' },      { NULL, 0, NULL, 0 },
	};
	struct choice choice = { 0 };
	struct err err = { 0 };
	int option, status = EXIT_TROUBLE;

	while ((option = getopt_long(argc, argv, "", options, NULL)) != -1)
		switch (option) {
		case 'q':
			choice.quick = true;
			break;
		case 'j':
			choice.json = true;
			break;
		case 'p':
			choice.plots = optarg;
			break;
		case 'd':
			choice.database = optarg;
			break;
		case 'c':
			choice.calibrate = true;
			break;
		case 'h':
			usage(stdout);
			return EXIT_HOLDS;
		default:
			return EXIT_TROUBLE;
		}
	choice.names = argv + optind;
	choice.name_count = (size_t)(argc - optind);
	if (choice.name_count == 1 && !strcmp(choice.names[0], "published"))
		return print_published();
	if (!check_choice(&choice, &err) || !guard_run(work, &choice, &status, &err))
		return trouble(&err);
	return status;
}
