/* Chooses which findings are fixed, and turns their edits into bytes. */
#include "fix/fix.h"

#include "fix/allowed.h"

#include <stdlib.h>
#include <string.h>

struct planner {
	struct arena *arena;
	const struct fix_request *request;
	struct fix_plan *plan;
};

static void skip(struct planner *p, const struct finding *finding, const char *why)
{
	vec_push(p->arena, &p->plan->skipped, (struct fix_skip){ finding, why });
}

/* Where a line and column are; false where there is no such place. */
static bool find_offset(const struct fix_file *file, uint32_t line, uint32_t column, size_t *offset)
{
	const char *at = file->bytes, *end = file->bytes + file->length;

	for (; at && line > 1; line--) {
		at = memchr(at, '\n', (size_t)(end - at));
		at = at ? at + 1 : NULL;
	}
	if (!at || !column || column - 1 > (size_t)(end - at))
		return false;
	*offset = (size_t)(at - file->bytes) + column - 1;
	return true;
}

static bool same(const struct fix_edit *a, const struct fix_edit *b)
{
	return a->offset == b->offset && a->length == b->length && !strcmp(a->text, b->text);
}

/* Two that touch are in each other's way, too: which of two texts at one place comes first? */
static bool meet(const struct fix_edit *a, const struct fix_edit *b)
{
	return a->offset <= b->offset + b->length && b->offset <= a->offset + a->length;
}

typedef VEC(struct fix_edit) edit_list;

/* The finding's edits in bytes; false where one has no such place. */
static bool in_bytes(struct planner *p, const struct fix_file *file, const struct finding *finding, edit_list *edits)
{
	for (size_t i = 0; i < finding->remedy.edits.len; i++) {
		const struct edit *edit = &finding->remedy.edits.items[i];
		struct fix_edit bytes = { .text = edit->text };
		size_t end;

		if (!find_offset(file, edit->place.line, edit->place.column, &bytes.offset) ||
		    !find_offset(file, edit->place.end_line, edit->place.end_column, &end) || end < bytes.offset)
			return false;
		bytes.length = end - bytes.offset;
		vec_push(p->arena, edits, bytes);
	}
	return true;
}

/* Two findings may want the same: two units that include one header, two names in one statement. */
static bool fits(const struct fix_file *file, const edit_list *edits)
{
	for (size_t i = 0; i < edits->len; i++)
		for (size_t j = 0; j < file->edits.len; j++)
			if (!same(&edits->items[i], &file->edits.items[j]) &&
			    meet(&edits->items[i], &file->edits.items[j]))
				return false;
	return true;
}

static void add_edit(struct planner *p, struct fix_file *file, const struct fix_edit *edit)
{
	for (size_t i = 0; i < file->edits.len; i++)
		if (same(&file->edits.items[i], edit))
			return;
	vec_push(p->arena, &file->edits, *edit);
}

static void want_header(struct planner *p, struct fix_file *file, const char *header)
{
	for (size_t i = 0; header && i < file->headers.len; i++)
		if (!strcmp(file->headers.items[i], header))
			return;
	if (header)
		vec_push(p->arena, &file->headers, header);
}

static void fix_one(struct planner *p, struct fix_file *file, const struct finding *finding)
{
	edit_list edits = { 0 };

	if (!in_bytes(p, file, finding, &edits)) {
		skip(p, finding, "its place is not in the file");
		return;
	}
	if (!fits(file, &edits)) {
		skip(p, finding, "another fix is at the same place: run again");
		return;
	}
	for (size_t i = 0; i < edits.len; i++)
		add_edit(p, file, &edits.items[i]);
	want_header(p, file, finding->remedy.header);
	vec_push(p->arena, &p->plan->fixed, finding);
	file->fixed++;
}

static bool is_wanted(const struct planner *p, const struct finding *finding)
{
	enum remedy_kind kind = finding->remedy.kind;

	return !finding->suppressed && (kind == REMEDY_SAFE || (kind == REMEDY_UNSAFE && p->request->with_unsafe));
}

/* The findings of one file from `begin` on; gives the end. */
static size_t plan_file(struct planner *p, size_t begin)
{
	const char *path = p->request->findings[begin]->place.file, *why = NULL;
	struct fix_file file = { .path = path };
	size_t end = begin;

	for (; end < p->request->count && !strcmp(p->request->findings[end]->place.file, path); end++) {
		const struct finding *finding = p->request->findings[end];

		if (!is_wanted(p, finding))
			continue;
		if (!file.bytes && !why)
			why = fix_allowed(p->arena, p->request, &file);
		if (why || finding->remedy.obstacle)
			skip(p, finding, why ? why : finding->remedy.obstacle);
		else
			fix_one(p, &file, finding);
	}
	if (file.edits.len)
		vec_push(p->arena, &p->plan->files, file);
	return end;
}

/* --- headers ------------------------------------------------------------------------ */

static bool is_directive(const char *line, const char *end, const char *name)
{
	size_t length = strlen(name);

	while (line < end && (*line == ' ' || *line == '\t'))
		line++;
	if (line == end || *line++ != '#')
		return false;
	while (line < end && (*line == ' ' || *line == '\t'))
		line++;
	return (size_t)(end - line) >= length && !memcmp(line, name, length);
}

static bool includes(const struct fix_file *file, const char *header)
{
	size_t length = strlen(header);
	const char *end = file->bytes + file->length;

	for (const char *line = file->bytes; line < end;) {
		const char *feed = memchr(line, '\n', (size_t)(end - line)), *stop = feed ? feed : end;

		if (is_directive(line, stop, "include"))
			for (const char *at = line; (size_t)(stop - at) >= length; at++)
				if (!memcmp(at, header, length))
					return true;
		line = stop + 1;
	}
	return false;
}

/*
 * In front of the first #include that holds whenever the file does: outside of
 * every condition, or inside the one that keeps a header from being read twice.
 * The file's beginning where there is none.
 */
static size_t include_offset(const struct fix_file *file)
{
	const char *end = file->bytes + file->length;
	size_t depth = 0, guard = 0, directives = 0;
	bool may_be_guard = false;

	for (const char *line = file->bytes; line < end;) {
		const char *feed = memchr(line, '\n', (size_t)(end - line)), *stop = feed ? feed : end;

		if (is_directive(line, stop, "include") && depth <= guard)
			return (size_t)(line - file->bytes);
		if (is_directive(line, stop, "if")) {
			may_be_guard = !directives && is_directive(line, stop, "ifndef");
			depth++;
		} else if (is_directive(line, stop, "endif") && depth) {
			depth--;
			guard = depth ? guard : 0;
		} else if (may_be_guard && directives == 1 && is_directive(line, stop, "define")) {
			guard = 1;
		}
		directives += is_directive(line, stop, "");
		line = stop + 1;
	}
	return 0;
}

static bool has_crlf(const struct fix_file *file)
{
	const char *feed = memchr(file->bytes, '\n', file->length);

	return feed && feed > file->bytes && feed[-1] == '\r';
}

static void add_headers(struct planner *p, struct fix_file *file)
{
	for (size_t i = 0; i < file->headers.len; i++) {
		struct fix_edit edit = { .offset = include_offset(file) };

		if (includes(file, file->headers.items[i]))
			continue;
		edit.text = arena_printf(p->arena, "#include \"%s\"%s\n", file->headers.items[i],
					 has_crlf(file) ? "\r" : "");
		vec_push(p->arena, &file->edits, edit);
	}
}

static int compare_edits(const void *left, const void *right)
{
	const struct fix_edit *a = left, *b = right;

	return (a->offset > b->offset) - (a->offset < b->offset);
}

void fix_plan_make(struct arena *arena, const struct fix_request *request, struct fix_plan *plan)
{
	struct planner p = { .arena = arena, .request = request, .plan = plan };

	*plan = (struct fix_plan){ 0 };
	for (size_t i = 0; i < request->count;)
		i = plan_file(&p, i);
	for (size_t i = 0; i < plan->files.len; i++) {
		struct fix_file *file = &plan->files.items[i];

		add_headers(&p, file);
		qsort(file->edits.items, file->edits.len, sizeof *file->edits.items, compare_edits);
	}
}
