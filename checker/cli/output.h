/* Where findings are printed to: --format and --output. */
#ifndef SNAG_CLI_OUTPUT_H
#define SNAG_CLI_OUTPUT_H

#include "cli/options.h"
#include "report/report.h"

#define OPTION_FORMAT \
	{ "--format", "FORMAT", "of standard output: text (default), jsonl, sarif, github, gitlab, junit, rdjson, html" }
#define OPTION_OUTPUT { "--output", "FORMAT=PATH", "write that format to a file ('-': standard output); may be repeated" }

struct output {
	const char *name;
	report_format *format;
	const char *path; /* "-": standard output */
};

struct outputs {
	VEC(struct output) all;
};

/* Without either option: text to standard output, where no patch goes there. */
bool outputs_choose(struct arena *arena, const struct options *options, struct outputs *outputs, struct err *err);
/*
 * Files are written whole or not at all. With `github` the summary is added to
 * the page that GITHUB_STEP_SUMMARY names. Colour is for standard output alone.
 */
bool outputs_write(const struct outputs *outputs, const struct report_run *run, const struct report_options *options,
		   struct err *err);

#endif
