/* Chooses formats and writes them. */
#include "cli/output.h"

#include "base/files.h"
#include "cli/terminal.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static bool add_output(struct arena *arena, const char *format, const char *path, struct outputs *outputs,
		       struct err *err)
{
	struct output output = { format, report_format_named(format), path };

	if (!output.format)
		return err_set(err, "unknown format '%s': %s", format, report_format_names());
	for (size_t i = 0; i < outputs->all.len; i++)
		if (!strcmp(outputs->all.items[i].path, path))
			return err_set(err, "two formats for %s", strcmp(path, "-") ? path : "standard output");
	vec_push(arena, &outputs->all, output);
	return true;
}

bool outputs_choose(struct arena *arena, const struct options *options, struct outputs *outputs, struct err *err)
{
	const char *format = option_value(options, "--format", NULL);

	if (format && !add_output(arena, format, "-", outputs, err))
		return false;
	for (size_t i = 0; i < options->uses.len; i++) {
		const struct option_use *use = &options->uses.items[i];
		const char *equals;

		if (strcmp(use->row->name, "--output") != 0)
			continue;
		equals = strchr(use->value, '=');
		if (!equals || !equals[1])
			return err_set(err, "option '--output' needs FORMAT=PATH, not '%s'", use->value);
		if (!add_output(arena, arena_strndup(arena, use->value, (size_t)(equals - use->value)), equals + 1,
				outputs, err))
			return false;
	}
	for (size_t i = 0; i < outputs->all.len && option_given(options, "--diff"); i++)
		if (!strcmp(outputs->all.items[i].path, "-"))
			return err_set(err, "'--diff' needs standard output for the patch");
	return outputs->all.len > 0 || option_given(options, "--diff") || add_output(arena, "text", "-", outputs, err);
}

static bool write_file(const struct output *output, const struct report_run *run, const struct report_options *options,
		       struct err *err)
{
	char *bytes = NULL;
	size_t length = 0;
	FILE *out = open_memstream(&bytes, &length);
	bool ok;

	if (!out)
		return err_set(err, "cannot write '%s': no memory", output->path);
	ok = output->format(out, run, options, err);
	ok = fclose(out) == 0 && ok;
	ok = ok && file_write(output->path, bytes, length, err);
	free(bytes);
	return ok;
}

/* The file belongs to the job's step: what others wrote there stays. */
static bool add_summary(const struct report_run *run, const struct report_options *options, struct err *err)
{
	const char *path = getenv("GITHUB_STEP_SUMMARY");
	FILE *out;
	bool ok;

	if (!path || !path[0])
		return true;
	out = fopen(path, "ae");
	if (!out)
		return err_set(err, "cannot write '%s': %s", path, strerror(errno));
	ok = report_github_summary(out, run, options, err);
	return fclose(out) == 0 && ok;
}

static bool write_output(const struct output *output, const struct report_run *run,
			 const struct report_options *options, struct err *err)
{
	struct report_options here = *options;

	if (!strcmp(output->path, "-"))
		return output->format(stdout, run, options, err) && terminal_flush(err);
	here.color = false;
	return write_file(output, run, &here, err);
}

bool outputs_write(const struct outputs *outputs, const struct report_run *run, const struct report_options *options,
		   struct err *err)
{
	for (size_t i = 0; i < outputs->all.len; i++) {
		const struct output *output = &outputs->all.items[i];

		if (!write_output(output, run, options, err) ||
		    (!strcmp(output->name, "github") && !add_summary(run, options, err)))
			return false;
	}
	return true;
}
