/* Collecting rows and curves, and passing rows from one program to another. */
#include "bench/evidence/report.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const verdict_names[VERDICT_COUNT] = {
	[VERDICT_REPORTED] = "reported", [VERDICT_SHOWN] = "shown",         [VERDICT_FIXED] = "libc fixed",
	[VERDICT_SKIPPED] = "skipped",   [VERDICT_NOT_SHOWN] = "NOT SHOWN",
};

const char *verdict_name(enum verdict verdict)
{
	return verdict_names[verdict];
}

static const char *format(struct report *report, const char *text, va_list args)
{
	char line[1024];

	vsnprintf(line, sizeof line, text, args);
	return arena_strdup(report->arena, line);
}

struct row *report_row(struct report *report, const char *name, const char *what, ...)
{
	struct row *row = arena_new(report->arena, struct row);
	va_list args;

	va_start(args, what);
	*row = (struct row){ .name = arena_strdup(report->arena, name), .libc = report->libc, .value = NAN,
			     .what = format(report, what, args), .unit = "", .rule = "", .note = "" };
	va_end(args);
	vec_push(report->arena, &report->rows, row);
	return row;
}

void row_value(struct row *row, double value, const char *unit)
{
	row->value = value;
	row->unit = unit;
}

void row_judge(struct report *report, struct row *row, bool holds, const char *rule, ...)
{
	va_list args;

	va_start(args, rule);
	row->rule = format(report, rule, args);
	va_end(args);
	row->verdict = holds ? VERDICT_SHOWN : VERDICT_NOT_SHOWN;
}

void row_note(struct report *report, struct row *row, const char *note, ...)
{
	va_list args;

	va_start(args, note);
	row->note = format(report, note, args);
	va_end(args);
}

void row_skip(struct report *report, struct row *row, const char *why, ...)
{
	va_list args;

	va_start(args, why);
	row->note = format(report, why, args);
	va_end(args);
	row->verdict = VERDICT_SKIPPED;
}

struct curve *report_curve(struct report *report, const char *name, const char *title, const char *x_label,
			   const char *y_label)
{
	struct curve *curve = arena_new(report->arena, struct curve);

	*curve = (struct curve){ .name = name, .title = title, .x_label = x_label, .y_label = y_label, .log_x = true,
				 .log_y = true };
	vec_push(report->arena, &report->curves, curve);
	return curve;
}

struct series *curve_series(struct report *report, struct curve *curve, const char *name)
{
	struct series *series = arena_new(report->arena, struct series);

	series->name = arena_strdup(report->arena, name);
	vec_push(report->arena, &curve->series, series);
	return series;
}

void series_add(struct report *report, struct series *series, double x, double y)
{
	struct point point = { x, y };

	vec_push(report->arena, &series->points, point);
}

size_t report_count(const struct report *report, enum verdict verdict)
{
	size_t count = 0;

	for (size_t i = 0; i < report->rows.len; i++)
		count += report->rows.items[i]->verdict == verdict;
	return count;
}

void number_text(struct arena *arena, double value, const char **text)
{
	double size = fabs(value);

	if (isnan(value))
		*text = "";
	else if (size >= 100 || (size < 1e15 && value == floor(value)))
		*text = arena_printf(arena, "%.0f", value);
	else if (size >= 10)
		*text = arena_printf(arena, "%.1f", value);
	else if (size >= 1)
		*text = arena_printf(arena, "%.2f", value);
	else
		*text = arena_printf(arena, "%.2g", value);
}

/* A tab or newline in a text would end its field. */
static void add_field(struct strbuf *out, const char *text, char end)
{
	for (; *text; text++)
		strbuf_addch(out, *text == '\t' || *text == '\n' ? ' ' : *text);
	strbuf_addch(out, end);
}

void rows_write(const struct report *report, struct strbuf *out)
{
	for (size_t i = 0; i < report->rows.len; i++) {
		const struct row *row = report->rows.items[i];

		strbuf_addf(out, "%d\t%.9g\t", (int)row->verdict, row->value);
		add_field(out, row->name, '\t');
		add_field(out, row->libc, '\t');
		add_field(out, row->what, '\t');
		add_field(out, row->unit, '\t');
		add_field(out, row->rule, '\t');
		add_field(out, row->note, '\n');
	}
}

#define ROW_FIELDS 8

static bool read_row(struct report *report, char *line, struct err *err)
{
	char *fields[ROW_FIELDS];
	struct row *row;
	long verdict;

	for (size_t i = 0; i < ROW_FIELDS; i++) {
		fields[i] = strsep(&line, "\t");
		if (!fields[i])
			return err_set(err, "a row with %zu fields instead of %d", i, ROW_FIELDS);
	}
	verdict = strtol(fields[0], NULL, 10);
	if (line || verdict < 0 || verdict >= VERDICT_COUNT)
		return err_set(err, "a row that is none: '%s'", fields[2]);
	row = arena_new(report->arena, struct row);
	*row = (struct row){ .verdict = (enum verdict)verdict, .value = strtod(fields[1], NULL), .name = fields[2],
			     .libc = fields[3], .what = fields[4], .unit = fields[5], .rule = fields[6],
			     .note = fields[7] };
	vec_push(report->arena, &report->rows, row);
	return true;
}

bool rows_read(struct report *report, const char *text, struct err *err)
{
	char *rest = arena_strdup(report->arena, text);

	while (*rest) {
		char *line = strsep(&rest, "\n");

		if (!rest)
			return err_set(err, "the last row is cut off");
		if (!read_row(report, line, err))
			return false;
	}
	return true;
}
