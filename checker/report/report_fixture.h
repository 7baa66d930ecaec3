/* For tests of reports only: findings in a folder of their own, and reports compared with goldens (SNAG_ACCEPT=1 writes them). */
#ifndef SNAG_REPORT_REPORT_FIXTURE_H
#define SNAG_REPORT_REPORT_FIXTURE_H

#include "report/report.h"

#include "base/files.h"
#include "base/strbuf.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static const struct rule_info rule = { .id = "env-write-threaded", .family = "env", .level = LEVEL_ERROR,
				       .summary = "the environment is written while other threads run",
				       .why = "Others read it at that moment.\n\nPOSIX <forbids> it.",
				       .fix = "Write it *before* the first thread.",
				       .limits = "Locks aren't seen.",
				       .references = "POSIX.1-2024, setenv\nCWE-362",
				       .bench = "snag-bench env" };

/* A folder with sources, and what a run found in them. */
struct fixture {
	struct arena arena;
	char *root;
	VEC(const struct finding *) findings;
	VEC(const struct rule_info *) rules;
	struct report_run run; /* findings and rules are filled in when it is rendered */
	struct report_options options;
};

static inline int set_up(void **state)
{
	struct fixture *f = calloc(1, sizeof *f);

	f->root = arena_strdup(&f->arena, P_tmpdir "/snag-report-XXXXXX");
	assert_non_null(mkdtemp(f->root));
	f->options.root = f->root;
	vec_push(&f->arena, &f->rules, &rule);
	*state = f;
	return 0;
}

static inline int tear_down(void **state)
{
	struct fixture *f = *state;

	folder_remove(f->root);
	arena_release(&f->arena);
	free(f);
	return 0;
}

static inline void add_source(struct fixture *f, const char *name, const char *text)
{
	struct err err = { 0 };

	if (!file_write(path_join(&f->arena, f->root, name), text, strlen(text), &err))
		fail_msg("%s", err.text);
}

static inline struct finding *add_finding(struct fixture *f, const char *name, uint32_t line, uint32_t column,
					  uint32_t end_column)
{
	struct finding *finding = arena_new(&f->arena, struct finding);

	*finding = (struct finding){ .rule = &rule, .level = LEVEL_WARNING, .confidence = CONFIDENCE_LIKELY,
				     .place = { path_join(&f->arena, f->root, name), line, column, line, end_column },
				     .path = name, .function = "", .message = "'setenv' while other threads run",
				     .fix = "" };
	memcpy(finding->id.full, "3f9ac102000000000000000000000abc", HASH_HEX_SIZE);
	vec_push(&f->arena, &f->findings, finding);
	return finding;
}

static inline void add_step(struct fixture *f, struct finding *finding, const char *file, uint32_t line,
			    const char *message)
{
	vec_push(&f->arena, &finding->steps, (struct step){ { file, line, 5, line, 9 }, message });
}

static inline const struct report_run *fixture_run(struct fixture *f)
{
	f->run.findings = f->findings.items;
	f->run.count = f->findings.len;
	f->run.rules = f->rules.items;
	f->run.rule_count = f->rules.len;
	return &f->run;
}

static inline char *render_by(struct fixture *f, report_format *format, size_t *length)
{
	struct err err = { 0 };
	char *text = NULL, *copy;
	FILE *out = open_memstream(&text, length);

	assert_non_null(out);
	if (!format(out, fixture_run(f), &f->options, &err))
		fail_msg("%s", err.text);
	fclose(out);
	copy = arena_strndup(&f->arena, text, *length);
	free(text);
	return copy;
}

static inline char *render(struct fixture *f, const char *format)
{
	size_t length;

	return render_by(f, report_format_named(format), &length);
}

#define GOLDEN(name) SNAG_TESTDATA "/report/" name

static inline void assert_golden_by(struct fixture *f, report_format *format, const char *golden)
{
	size_t length, want_length;
	char *want, *text = render_by(f, format, &length);
	struct err err = { 0 };

	if (getenv("SNAG_ACCEPT") && !file_write(golden, text, length, &err))
		fail_msg("%s", err.text);
	if (!file_read(&f->arena, golden, 0, &want, &want_length, &err))
		fail_msg("%s", err.text);
	assert_string_equal(text, want);
	assert_int_equal(length, want_length);
}

static inline void assert_golden(struct fixture *f, const char *format, const char *golden)
{
	assert_golden_by(f, report_format_named(format), golden);
}

/* Nothing from a source, a name or a message may steer a terminal, or break JSON, XML, HTML or a command. */
static inline void add_hostile(struct fixture *f)
{
	struct finding *finding;

	add_source(f, "a\033[2J\xff.c", "x = \"\033]0;title\007\"; \xe2\x80\xae\xc2\x9b\xff\x80 f();\n");
	finding = add_finding(f, "a\033[2J\xff.c", 1, 27, 30);
	finding->message = "'a\nb\tc\"\x7f' \xc0\xaf \xed\xa0\x80 \xf5\x80\x80\x80 \xe6\x97";
	finding->fix = "\033[31m\\";
	finding->function = "\xffoperator\"\"";
	add_step(f, finding, "/b\r\nc", 1, "\xe2\x81\xa6\xc2\x85");
	vec_push(&f->arena, &finding->programs, "p\xff");
}

#endif
