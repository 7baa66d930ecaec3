/* The report as JSON: machine, rows, curves. */
#include "bench/evidence/print.h"

#include "bench/evidence/published.h"

#include <jansson.h>
#include <math.h>

static json_t *machine_json(const struct machine *machine)
{
	return json_pack("{s:s, s:s, s:s, s:s, s:I, s:f}", "libc", machine->libc_name, "cpu", machine->cpu_model,
			 "kernel", machine->kernel, "clocksource", machine->clocksource, "cpus",
			 (json_int_t)machine->cpu_count, "load", machine->load);
}

static json_t *row_json(const struct row *row)
{
	return json_pack("{s:s, s:s, s:s, s:o, s:s, s:s, s:s, s:s, s:s}", "name", row->name, "libc", row->libc, "what",
			 row->what, "value", isnan(row->value) ? json_null() : json_real(row->value), "unit", row->unit,
			 "published", published_figure(row->name), "verdict", verdict_name(row->verdict), "expected",
			 row->rule, "note", row->note);
}

static json_t *series_json(const struct series *series)
{
	json_t *points = json_array();

	for (size_t i = 0; i < series->points.len; i++)
		json_array_append_new(points,
				      json_pack("[f, f]", series->points.items[i].x, series->points.items[i].y));
	return json_pack("{s:s, s:o}", "name", series->name, "points", points);
}

static json_t *curve_json(const struct curve *curve)
{
	json_t *all = json_array();

	for (size_t i = 0; i < curve->series.len; i++)
		json_array_append_new(all, series_json(curve->series.items[i]));
	return json_pack("{s:s, s:s, s:s, s:s, s:o}", "name", curve->name, "title", curve->title, "x", curve->x_label,
			 "y", curve->y_label, "series", all);
}

void print_json(const struct report *report, const struct machine *machine, FILE *out)
{
	json_t *rows = json_array(), *curves = json_array(), *all;

	for (size_t i = 0; i < report->rows.len; i++)
		json_array_append_new(rows, row_json(report->rows.items[i]));
	for (size_t i = 0; i < report->curves.len; i++)
		json_array_append_new(curves, curve_json(report->curves.items[i]));
	all = json_pack("{s:i, s:o, s:o, s:o}", "schema", 1, "machine", machine_json(machine), "rows", rows, "curves",
			curves);
	if (all)
		json_dumpf(all, out, JSON_INDENT(1) | JSON_PRESERVE_ORDER | JSON_REAL_PRECISION(6));
	fputc('\n', out);
	json_decref(all);
}
