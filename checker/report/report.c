/* The formats by name, and what they share: writing, and how a file is named. */
#include "report/formats.h"

#include "base/files.h"

#include <errno.h>
#include <string.h>

static const struct {
	const char *name;
	report_format *write;
} formats[] = {
	{ "text", report_text },
	{ "jsonl", report_jsonl },
	{ "sarif", report_sarif },
	{ "github", report_github },
	{ "gitlab", report_gitlab },
	{ "junit", report_junit },
	{ "rdjson", report_rdjson },
	{ "html", report_html },
};

report_format *report_format_named(const char *name)
{
	for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
		if (!strcmp(name, formats[i].name))
			return formats[i].write;
	return NULL;
}

const char *report_format_names(void)
{
	return "text, jsonl, sarif, github, gitlab, junit, rdjson, html";
}

static bool write_failed(struct err *err)
{
	return err_set(err, "cannot write the report: %s", strerror(errno));
}

bool report_put(FILE *out, struct strbuf *buf, struct err *err)
{
	bool ok = fwrite(strbuf_text(buf), 1, buf->len, out) == buf->len || write_failed(err);

	strbuf_cut(buf, 0);
	return ok;
}

bool report_flush(FILE *out, struct err *err)
{
	return fflush(out) == 0 || write_failed(err);
}

const char *report_path(const struct report_options *options, const char *file)
{
	return options->root ? path_below(options->root, file) : file;
}

bool report_is_new(const struct finding *finding)
{
	return finding->state == STATE_OPEN || state_is_new(finding->state);
}
