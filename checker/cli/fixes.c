/* Applies remedies, or prints them as a patch, and tells of those that can't be. */
#include "cli/fixes.h"

#include "base/files.h"
#include "base/map.h"
#include "cli/terminal.h"

bool fixes_read(const struct options *options, struct fixes_wanted *wanted, struct err *err)
{
	wanted->patch = option_given(options, "--diff");
	wanted->write = option_given(options, "--fix") && !wanted->patch;
	wanted->with_unsafe = option_given(options, "--unsafe");
	if (wanted->with_unsafe && !wanted->write && !wanted->patch)
		return err_set(err, "option '--unsafe' goes with '--fix' or '--diff'");
	return true;
}

/* Every file that was read, once; a header has the content that the first unit saw. */
static void list_sources(struct arena *arena, const struct check_result *result, struct fix_request *request)
{
	struct names seen = { 0 };
	VEC(struct fix_source) sources = { 0 };

	for (size_t i = 0; i < result->units.len; i++) {
		const Fact__Unit *facts = result->units.items[i].facts;

		for (size_t f = 0; facts && f < facts->n_files; f++) {
			const Fact__File *file = facts->files[f];

			if (names_add(&seen, file->path) == sources.len)
				vec_push(arena, &sources,
					 (struct fix_source){ file->path, file->content_hash, file->system });
		}
	}
	names_release(&seen);
	request->sources = sources.items;
	request->source_count = sources.len;
}

static void tell_skipped(const struct fixes_subject *subject, const struct fix_plan *plan)
{
	for (size_t i = 0; i < plan->skipped.len; i++) {
		const struct finding *finding = plan->skipped.items[i].finding;

		complain("%s:%u: not fixed: %s: %s", path_below(subject->root, finding->path), finding->place.line,
			 finding->rule->id, plan->skipped.items[i].why);
	}
}

/* Headers that the project needs from now on. */
static void tell_headers(const struct fixes_subject *subject, const struct fix_plan *plan)
{
	const char *told = "";

	for (size_t i = 0; i < plan->fixed.len; i++) {
		const struct finding *finding = plan->fixed.items[i];

		if (!finding->remedy.header || finding->remedy.header == told)
			continue;
		told = finding->remedy.header;
		complain("%s includes '%s' now: 'snag explain %s --header' prints it", path_below(subject->root, finding->path),
			 told, finding->rule->id);
	}
}

static bool print_patch(const struct fixes_subject *subject, const struct fix_plan *plan, struct err *err)
{
	struct strbuf patch = { 0 };

	for (size_t i = 0; i < plan->files.len; i++)
		fix_patch(&plan->files.items[i], subject->root, &patch);
	fwrite(strbuf_text(&patch), 1, patch.len, stdout);
	strbuf_release(&patch);
	return terminal_flush(err);
}

static bool write_files(const struct fix_plan *plan, struct err *err)
{
	for (size_t i = 0; i < plan->files.len; i++)
		if (!fix_write(&plan->files.items[i], err))
			return false;
	return true;
}

bool fixes_apply(struct arena *arena, const struct fixes_wanted *wanted, const struct fixes_subject *subject,
		 struct fix_plan *fixed, struct err *err)
{
	struct fix_request request = { .findings = subject->run->findings, .count = subject->run->count,
				       .root = subject->root, .build = subject->build,
				       .with_unsafe = wanted->with_unsafe };
	struct fix_plan plan;

	*fixed = (struct fix_plan){ 0 };
	if (!wanted->write && !wanted->patch)
		return true;
	list_sources(arena, subject->result, &request);
	fix_plan_make(arena, &request, &plan);
	tell_skipped(subject, &plan);
	if (wanted->patch)
		return print_patch(subject, &plan, err);
	if (!write_files(&plan, err))
		return false;
	tell_headers(subject, &plan);
	*fixed = plan;
	return true;
}
