/* Reading and writing the baseline: fields between tabs, "-" for none, nothing that changes from run to run. */
#include "driver/baseline.h"

#include "base/files.h"
#include "base/strbuf.h"
#include "driver/revision.h"
#include "model/date.h"
#include "store/state.h"

#include <stdlib.h>
#include <string.h>

enum field {
	FIELD_ID,
	FIELD_RULE,
	FIELD_PATH,
	FIELD_FUNCTION,
	FIELD_KIND,
	FIELD_AUTHOR,
	FIELD_DATE,
	FIELD_UNTIL,
	FIELD_REASON,
	FIELD_COUNT
};

static bool read_id(char *text, struct baseline_entry *entry)
{
	char *slash = strchr(text, '/'), *end;
	unsigned long ordinal;

	if (!slash || strspn(text, "0123456789abcdef") != HASH_HEX_SIZE - 1 || slash != text + HASH_HEX_SIZE - 1)
		return false;
	*slash = '\0';
	ordinal = strtoul(slash + 1, &end, 10);
	entry->fingerprint = text;
	entry->ordinal = (uint32_t)ordinal;
	return end > slash + 1 && !*end && ordinal <= UINT32_MAX;
}

static const char *or_none(char *text)
{
	return strcmp(text, "-") ? text : "";
}

static bool is_kind(const char *text)
{
	return !strcmp(text, "false-positive") || !strcmp(text, "accepted") || !strcmp(text, "later");
}

/* The line is taken apart in place. */
static bool read_line(char *line, struct baseline_entry *entry)
{
	char *fields[FIELD_COUNT];
	size_t count = 0;

	for (char *at = line; at && count < FIELD_COUNT; count++) {
		fields[count] = at;
		at = count + 1 < FIELD_COUNT ? strchr(at, '\t') : NULL;
		if (at)
			*at++ = '\0';
	}
	if (count < FIELD_COUNT || !read_id(fields[FIELD_ID], entry) || !is_kind(fields[FIELD_KIND]) ||
	    strlen(fields[FIELD_REASON]) < 3)
		return false;
	entry->rule = fields[FIELD_RULE];
	entry->path = fields[FIELD_PATH];
	entry->function = or_none(fields[FIELD_FUNCTION]);
	entry->date = or_none(fields[FIELD_DATE]);
	entry->what = (struct suppression){ "baseline", fields[FIELD_KIND], fields[FIELD_REASON],
					    strcmp(fields[FIELD_UNTIL], "-") ? fields[FIELD_UNTIL] : NULL,
					    or_none(fields[FIELD_AUTHOR]) };
	return !entry->what.until || date_is_valid(entry->what.until);
}

bool baseline_parse(struct arena *arena, const char *name, const char *text, struct baseline *baseline,
		    struct err *err)
{
	char *rest = arena_strdup(arena, text);
	size_t number = 1;

	*baseline = (struct baseline){ 0 };
	for (char *line = rest; line; line = rest, number++) {
		struct baseline_entry entry = { 0 };

		rest = strchr(line, '\n');
		if (rest)
			*rest++ = '\0';
		line[strcspn(line, "\r")] = '\0';
		if (!line[0] || line[0] == '#')
			continue;
		if (!read_line(line, &entry))
			return err_set(err, "%s:%zu: no entry of a baseline: id, rule, path, function, kind, author, date, "
					    "until and reason between tabs", name, number);
		vec_push(arena, &baseline->entries, entry);
	}
	return true;
}

bool baseline_read(struct arena *arena, const char *root, struct baseline *baseline, struct err *err)
{
	char *path = path_join(arena, root, BASELINE_NAME), *text;
	size_t length;

	*baseline = (struct baseline){ 0 };
	if (!file_exists(path))
		return true;
	return file_read(arena, path, 0, &text, &length, err) && baseline_parse(arena, path, text, baseline, err);
}

bool baseline_of_commit(struct arena *arena, const char *root, const char *commit, struct baseline *baseline,
			struct err *err)
{
	size_t length;
	char *text;

	*baseline = (struct baseline){ 0 };
	if (!revision_file(arena, root, commit, BASELINE_NAME, &text, &length))
		return true;
	return baseline_parse(arena, arena_printf(arena, "%.12s:" BASELINE_NAME, commit), text, baseline, err);
}

static int compare_entries(const void *left, const void *right)
{
	const struct baseline_entry *a = left, *b = right;
	int order = strcmp(a->path, b->path);

	if (!order)
		order = strcmp(a->fingerprint, b->fingerprint);
	return order ? order : (a->ordinal > b->ordinal) - (a->ordinal < b->ordinal);
}

/* A tab or a line's end in a name or a reason would make two fields of one. */
static void add_field(struct strbuf *out, const char *text)
{
	strbuf_addch(out, '\t');
	if (!text || !text[0])
		strbuf_addch(out, '-');
	for (; text && *text; text++)
		strbuf_addch(out, (unsigned char)*text < ' ' ? ' ' : *text);
}

bool baseline_write(const char *root, struct baseline *baseline, struct err *err)
{
	struct arena arena = { 0 };
	struct strbuf out = { 0 };
	bool ok;

	if (baseline->entries.len)
		qsort(baseline->entries.items, baseline->entries.len, sizeof *baseline->entries.items, compare_entries);
	strbuf_addstr(&out, "# Findings that are known: id, rule, path, function, kind, author, date, until, reason."
			    " 'snag baseline' writes it.\n");
	for (size_t i = 0; i < baseline->entries.len; i++) {
		const struct baseline_entry *entry = &baseline->entries.items[i];

		if (i && !compare_entries(entry - 1, entry))
			continue;
		strbuf_addf(&out, "%s/%u", entry->fingerprint, entry->ordinal);
		add_field(&out, entry->rule);
		add_field(&out, entry->path);
		add_field(&out, entry->function);
		add_field(&out, entry->what.kind);
		add_field(&out, entry->what.author);
		add_field(&out, entry->date);
		add_field(&out, entry->what.until);
		add_field(&out, entry->what.reason);
		strbuf_addch(&out, '\n');
	}
	ok = file_write(path_join(&arena, root, BASELINE_NAME), out.text, out.len, err);
	strbuf_release(&out);
	arena_release(&arena);
	return ok;
}

void baseline_limit(struct arena *arena, struct baseline *baseline, unsigned days)
{
	for (size_t i = 0; days && i < baseline->entries.len; i++) {
		struct baseline_entry *entry = &baseline->entries.items[i];
		int64_t from = date_is_valid(entry->date) ? date_days(entry->date) : date_today();
		char *last = arena_alloc(arena, DATE_SIZE);

		date_text(from + days, last);
		if (!entry->what.until || strcmp(entry->what.until, last) > 0)
			entry->what.until = last;
	}
}

bool baseline_resolve(struct store *store, struct baseline *baseline, struct err *err)
{
	for (size_t i = 0; i < baseline->entries.len; i++) {
		struct baseline_entry *entry = &baseline->entries.items[i];

		if (!store_find_id(store, entry->fingerprint, entry->ordinal, &entry->finding, err))
			return false;
	}
	return true;
}
