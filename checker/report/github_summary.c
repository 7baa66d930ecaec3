/* The page of a job's step on GitHub: all findings, those too that lie outside of what a pull request changes. */
#include "report/formats.h"

#include "report/markup.h"

/* GitHub refuses pages of more than a mebibyte. */
#define PAGE_LIMIT ((size_t)900 << 10)

static void add_place(struct strbuf *out, const struct report_options *options, const char *file, uint32_t line)
{
	markdown_add(out, report_path(options, file));
	strbuf_addf(out, ":%u", line);
}

static void add_finding(struct strbuf *out, const struct finding *finding, const struct report_options *options)
{
	strbuf_addf(out, "- **%s** ", level_name(finding->level));
	add_place(out, options, finding->path, finding->place.line);
	strbuf_addstr(out, ": ");
	markdown_add(out, finding->message);
	strbuf_addf(out, " \\[%s\\]%s\n", finding->rule->id, finding->state && report_is_new(finding) ? " **new**" : "");
	for (size_t i = 0; i < finding->steps.len; i++) {
		const struct step *step = &finding->steps.items[i];

		strbuf_addstr(out, "  - ");
		add_place(out, options, step->place.file, step->place.line);
		strbuf_addstr(out, ": ");
		markdown_add(out, step->message);
		strbuf_addch(out, '\n');
	}
	if (finding->fix && finding->fix[0]) {
		strbuf_addstr(out, "  - fix: ");
		markdown_add(out, finding->fix);
		strbuf_addch(out, '\n');
	}
}

static void add_head(struct strbuf *out, const struct report_run *run)
{
	size_t levels[3] = { 0 }, shown = 0;

	for (size_t i = 0; i < run->count; i++)
		if (!run->findings[i]->suppressed) {
			levels[run->findings[i]->level]++;
			shown++;
		}
	strbuf_addf(out, "### snag: %zu finding%s\n\n", shown, shown == 1 ? "" : "s");
	if (shown)
		strbuf_addf(out, "%zu error, %zu warning, %zu note\n\n", levels[LEVEL_ERROR], levels[LEVEL_WARNING],
			    levels[LEVEL_NOTE]);
}

static void add_gaps(struct strbuf *out, const struct report_run *run, const struct report_options *options)
{
	for (size_t i = 0; i < run->gap_count && out->len < PAGE_LIMIT; i++) {
		const struct report_gap *gap = &run->gaps[i];

		strbuf_addstr(out, "- ");
		markdown_add(out, report_path(options, gap->file));
		strbuf_addf(out, ": %s: ", gap->in_part ? "analysed in part" : "**not analysed**");
		markdown_add(out, gap->note);
		strbuf_addch(out, '\n');
	}
}

/* As many findings as there is room for, the new ones first. */
static void add_findings(struct strbuf *out, const struct report_run *run, const struct report_options *options)
{
	size_t more = 0;

	for (int are_new = 1; are_new >= 0; are_new--)
		for (size_t i = 0; i < run->count; i++) {
			const struct finding *finding = run->findings[i];

			if (finding->suppressed || report_is_new(finding) != are_new)
				continue;
			if (out->len < PAGE_LIMIT)
				add_finding(out, finding, options);
			else
				more++;
		}
	if (more)
		strbuf_addf(out, "\n%zu more\n", more);
}

bool report_github_summary(FILE *out, const struct report_run *run, const struct report_options *options,
			   struct err *err)
{
	struct strbuf buf = { 0 };
	bool ok;

	add_head(&buf, run);
	add_gaps(&buf, run, options);
	add_findings(&buf, run, options);
	strbuf_addch(&buf, '\n');
	ok = report_put(out, &buf, err) && report_flush(out, err);
	strbuf_release(&buf);
	return ok;
}
