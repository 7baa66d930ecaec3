/* Curves as SVG and PNG, drawn by gnuplot. */
#include "bench/evidence/print.h"

#include "base/files.h"
#include "bench/evidence/child.h"

#include <string.h>

#define PLOT_SECONDS 60

/* Texts stand between quotes in gnuplot's language; none of ours needs one. */
static void add_text(struct strbuf *script, const char *text)
{
	for (; *text; text++)
		if (*text != '"' && *text != '\\' && *text != '\n')
			strbuf_addch(script, *text);
}

static void add_setting(struct strbuf *script, const char *setting, const char *text)
{
	strbuf_addf(script, "set %s \"", setting);
	add_text(script, text);
	strbuf_addstr(script, "\"\n");
}

static void add_data(struct strbuf *script, const struct curve *curve)
{
	for (size_t i = 0; i < curve->series.len; i++) {
		const struct series *series = curve->series.items[i];

		strbuf_addf(script, "$data%zu << END\n", i);
		for (size_t p = 0; p < series->points.len; p++)
			strbuf_addf(script, "%.9g %.9g\n", series->points.items[p].x, series->points.items[p].y);
		strbuf_addstr(script, "END\n");
	}
}

static void add_plot(struct strbuf *script, const struct curve *curve, const char *terminal, const char *path)
{
	strbuf_addf(script, "set terminal %s\n", terminal);
	add_setting(script, "output", path);
	strbuf_addstr(script, "plot");
	for (size_t i = 0; i < curve->series.len; i++) {
		const struct series *series = curve->series.items[i];

		strbuf_addf(script, "%s $data%zu with %s title \"", i ? "," : "", i,
			    series->points_only ? "points pointtype 7 pointsize 0.6" : "linespoints pointsize 0.4");
		add_text(script, series->name);
		strbuf_addstr(script, "\"");
	}
	strbuf_addstr(script, "\nset output\n");
}

static void add_curve(struct strbuf *script, const struct report *report, const struct curve *curve,
		      const struct machine *machine, const char *folder)
{
	const char *base = arena_printf(report->arena, "%s/%s", folder, curve->name);

	strbuf_addstr(script,
		      "reset\nset encoding utf8\nset grid\nset key outside below\nset tics nomirror\nset rmargin 6\n");
	strbuf_addf(script, "%s\n%s\n", curve->log_x ? "set logscale x 2\nset format x \"%.0f\"" : "set xrange [0:*]",
		    curve->log_y ? "set logscale y 10" : "set yrange [0:*]");
	add_setting(script, "title", arena_printf(report->arena, "%s (%s, %s)", curve->title, report->libc,
						  machine->cpu_model));
	add_setting(script, "xlabel", curve->x_label);
	add_setting(script, "ylabel", curve->y_label);
	add_data(script, curve);
	add_plot(script, curve, "svg size 800,500 background rgb \"white\"",
		 arena_printf(report->arena, "%s.svg", base));
	add_plot(script, curve, "png size 800,500", arena_printf(report->arena, "%s.png", base));
}

bool print_plots(const struct report *report, const struct machine *machine, const char *folder, FILE *out,
		 struct err *err)
{
	const char *path = arena_printf(report->arena, "%s/plot.gnuplot", folder);
	const char *const argv[] = { "gnuplot", path, NULL };
	struct program_outcome outcome;
	struct strbuf script = { 0 };
	bool ok;

	if (!program_exists("gnuplot")) {
		fputs("plots skipped: gnuplot is not installed\n", out);
		return true;
	}
	for (size_t i = 0; i < report->curves.len; i++)
		add_curve(&script, report, report->curves.items[i], machine, folder);
	ok = folder_make(folder, err) && file_write(path, script.text ? script.text : "", script.len, err);
	strbuf_release(&script);
	if (!ok)
		return false;
	outcome = program_run(argv, NULL, PLOT_SECONDS);
	if (outcome.end != CHILD_DONE)
		ok = err_set(err, "gnuplot failed on '%s': %.200s", path, strbuf_text(&outcome.output));
	strbuf_release(&outcome.output);
	return ok;
}
