/* Where findings are printed to: --format and --output. */
#ifndef SNAG_CLI_OUTPUT_H
#define SNAG_CLI_OUTPUT_H

#include "cli/options.h"
#include "report/report.h"

#define OPTION_FORMAT { "--format", "FORMAT", "format of standard output: text (default) or jsonl" }
#define OPTION_OUTPUT { "--output", "FORMAT=PATH", "write that format to a file ('-': standard output); may be repeated" }

struct output {
	const char *name;
	report_format *format;
	const char *path; /* "-": standard output */
};

struct outputs {
	VEC(struct output) all;
};

/* Without either option: text to standard output. */
bool outputs_choose(struct arena *arena, const struct options *options, struct outputs *outputs, struct err *err);
/* Files are written whole or not at all. */
bool outputs_write(const struct outputs *outputs, const struct finding *const *findings, size_t count,
		   const char *root, bool color, struct err *err);

#endif
