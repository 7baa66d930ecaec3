/* The table for people. */
#include "bench/evidence/print.h"

#include "bench/evidence/published.h"

#include <string.h>

#define WHAT_WIDTH 68
#define VALUE_WIDTH 14
#define FIGURE_WIDTH 16

static void print_value(const struct report *report, const struct row *row, FILE *out)
{
	const char *number, *figure = published_figure(row->name);
	char value[64];

	number_text(report->arena, row->value, &number);
	if (!strcmp(row->unit, UNIT_YES))
		snprintf(value, sizeof value, "%s", row->value > 0 ? "yes" : "no");
	else
		snprintf(value, sizeof value, "%s%s%s", number, *row->unit && *number ? " " : "",
			 *number ? row->unit : "");
	fprintf(out, " %*s  %-*s ", VALUE_WIDTH, *value ? value : "-", FIGURE_WIDTH, *figure ? figure : "-");
}

static void print_verdict(const struct row *row, FILE *out)
{
	fputs(verdict_name(row->verdict), out);
	if (row->verdict == VERDICT_SKIPPED)
		fprintf(out, ": %s", row->note);
	else if (*row->rule)
		fprintf(out, " (expected %s)", row->rule);
	fputc('\n', out);
	if (row->verdict != VERDICT_SKIPPED && *row->note)
		fprintf(out, "    %s\n", row->note);
}

/* Text longer than its column gets a line of its own. */
static void print_row(const struct report *report, const struct row *row, FILE *out)
{
	size_t length = strlen(row->what);

	fprintf(out, "  %-*s", WHAT_WIDTH, row->what);
	if (length > WHAT_WIDTH)
		fprintf(out, "\n  %-*s", WHAT_WIDTH, "");
	print_value(report, row, out);
	print_verdict(row, out);
}

/* The part of a row's name before its first dot is the bench's. */
static bool begins_section(const struct row *row, const struct row *before)
{
	size_t length = strcspn(row->name, ".");

	return !before || strncmp(row->name, before->name, length + 1) != 0 || strcmp(row->libc, before->libc) != 0;
}

void print_table(const struct report *report, const struct machine *machine, FILE *out)
{
	fprintf(out, "%s, %zu CPUs, %s, load %.1f\n", machine->cpu_model, machine->cpu_count, machine->kernel,
		machine->load);
	for (size_t i = 0; i < report->rows.len; i++) {
		const struct row *row = report->rows.items[i];

		if (begins_section(row, i ? report->rows.items[i - 1] : NULL))
			fprintf(out, "\n%.*s (%s)\n  %-*s %*s  %-*s %s\n", (int)strcspn(row->name, "."), row->name,
				row->libc, WHAT_WIDTH, "what", VALUE_WIDTH, "measured", FIGURE_WIDTH, "published",
				"verdict");
		print_row(report, row, out);
	}
	fprintf(out, "\n%zu shown, %zu not shown, %zu fixed in this libc, %zu skipped, %zu reported only\n",
		report_count(report, VERDICT_SHOWN), report_count(report, VERDICT_NOT_SHOWN),
		report_count(report, VERDICT_FIXED), report_count(report, VERDICT_SKIPPED),
		report_count(report, VERDICT_REPORTED));
}
