/* Reads findings back from a database, past the store, whose reports don't have all that closing a run needs. */
#include "bench/identity/sites.h"

#include "base/files.h"
#include "base/strbuf.h"

#include <ctype.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

static const char sites_sql[] =
	"SELECT DISTINCT s.fp, s.fp_nofunc, s.fp_nopath, s.fp_loose, rule.key, rule.severity, file.path, s.func, s.subject,"
	" s.stmt, o.line, o.col, o.end_line, o.end_col, o.context, o.level, main.path"
	" FROM run JOIN snapshot_unit u USING(snapshot_id) JOIN occurrence o USING(set_id) JOIN site s ON s.id = o.site_id"
	" JOIN file ON file.id = s.file_id JOIN finding f ON f.id = o.finding_id JOIN rule ON rule.id = f.rule_id"
	" JOIN tu ON tu.id = u.tu_id JOIN file main ON main.id = tu.main_file"
	" ORDER BY file.path, o.line, o.col, rule.key, s.subject, s.fp, main.path";

static const char *text_of(struct sites *sites, sqlite3_stmt *row, int column)
{
	const char *text = (const char *)sqlite3_column_text(row, column);

	return arena_strdup(&sites->arena, text ? text : "");
}

static void copy_hex(sqlite3_stmt *row, int column, char hex[HASH_HEX_SIZE])
{
	const char *text = (const char *)sqlite3_column_text(row, column);
	size_t length = text ? strlen(text) : 0;

	memcpy(hex, text ? text : "", length < HASH_HEX_SIZE ? length : HASH_HEX_SIZE - 1);
}

static const struct rule_info *rule_of(struct sites *sites, sqlite3_stmt *row)
{
	uint32_t n = names_add(&sites->rule_names, (const char *)sqlite3_column_text(row, 4));

	if (n == sites->rules.len) {
		struct rule_info *rule = arena_new(&sites->arena, struct rule_info);

		*rule = (struct rule_info){ .id = text_of(sites, row, 4),
					    .level = (enum level)sqlite3_column_int(row, 5), .revision = 1 };
		vec_push(&sites->arena, &sites->rules, rule);
	}
	return sites->rules.items[n];
}

static const char *unit_of(struct sites *sites, sqlite3_stmt *row)
{
	uint32_t n = names_add(&sites->unit_names, (const char *)sqlite3_column_text(row, 16));

	if (n == sites->units.len)
		vec_push(&sites->arena, &sites->units,
			 (struct stored_unit){ .main_file = text_of(sites, row, 16), .configuration = "", .status = "ok" });
	return sites->units.items[n].main_file;
}

static void add(struct sites *sites, sqlite3_stmt *row)
{
	struct finding *f = arena_new(&sites->arena, struct finding);
	const struct finding *before = sites->findings.len ? sites->findings.items[sites->findings.len - 1] : NULL;

	f->rule = rule_of(sites, row);
	f->unit = unit_of(sites, row);
	f->unit_configuration = "";
	f->path = text_of(sites, row, 6);
	f->function = text_of(sites, row, 7);
	f->subject = text_of(sites, row, 8);
	f->statement = text_of(sites, row, 9);
	f->place = (struct place){ f->path, (uint32_t)sqlite3_column_int(row, 10), (uint32_t)sqlite3_column_int(row, 11),
				   (uint32_t)sqlite3_column_int(row, 12), (uint32_t)sqlite3_column_int(row, 13) };
	f->context = (uint64_t)sqlite3_column_int64(row, 14);
	f->level = (enum level)sqlite3_column_int(row, 15);
	copy_hex(row, 0, f->id.full);
	copy_hex(row, 1, f->id.no_function);
	copy_hex(row, 2, f->id.no_path);
	copy_hex(row, 3, f->id.loose);
	names_add(&sites->paths, f->path);
	if (!before || strcmp(before->path, f->path) != 0 || before->place.line != f->place.line ||
	    before->place.column != f->place.column || before->rule != f->rule || strcmp(before->id.full, f->id.full) != 0)
		vec_push(&sites->arena, &sites->findings, f);
}

/* A file that can't be read has no lines. */
static void read_sources(struct sites *sites)
{
	for (size_t i = 0; i < sites->paths.len; i++) {
		VEC(const char *) lines = { 0 };
		char *text = NULL, *line;
		size_t length;

		vec_push(&sites->arena, &lines, "");
		if (!file_read(&sites->arena, path_join(&sites->arena, sites->tree, sites->paths.texts[i]), 0, &text,
			       &length, NULL))
			text = arena_strdup(&sites->arena, "");
		while ((line = strsep(&text, "\n")))
			vec_push(&sites->arena, &lines, line);
		vec_push(&sites->arena, &sites->sources, (struct source){ lines.items, (uint32_t)lines.len - 1 });
	}
}

bool sites_read(const char *database, const char *tree, struct sites *sites, struct err *err)
{
	sqlite3_stmt *row = NULL;
	sqlite3 *db = NULL;
	bool ok;

	*sites = (struct sites){ .tree = tree };
	ok = (sqlite3_open_v2(database, &db, SQLITE_OPEN_READONLY, NULL) == SQLITE_OK &&
	      sqlite3_prepare_v2(db, sites_sql, -1, &row, NULL) == SQLITE_OK) ||
	     err_set(err, "%s: %s", database, sqlite3_errmsg(db));
	while (ok && sqlite3_step(row) == SQLITE_ROW)
		add(sites, row);
	sqlite3_finalize(row);
	sqlite3_close(db);
	read_sources(sites);
	return ok;
}

void sites_release(struct sites *sites)
{
	names_release(&sites->paths);
	names_release(&sites->unit_names);
	names_release(&sites->rule_names);
	arena_release(&sites->arena);
}

static const struct source *source_of(const struct sites *sites, const struct finding *finding)
{
	return &sites->sources.items[names_find(&sites->paths, finding->path)];
}

static bool ends_statement(const char *line)
{
	const char *comment = strstr(line, "//");
	size_t length = comment ? (size_t)(comment - line) : strlen(line);

	while (length && isspace((unsigned char)line[length - 1]))
		length--;
	if (length >= 2 && !strncmp(line + length - 2, "*/", 2))
		return true;
	return !length || strchr(";{}:", line[length - 1]) || line[strspn(line, " \t")] == '#';
}

void sites_statement(struct sites *sites, const struct finding *finding, uint32_t *first, uint32_t *last)
{
	const struct source *source = source_of(sites, finding);

	*first = finding->place.line;
	*last = finding->place.end_line > *first ? finding->place.end_line : *first;
	while (*first > 1 && *first <= source->count && !ends_statement(source->lines[*first - 1]))
		--*first;
	while (*last < source->count && !ends_statement(source->lines[*last]))
		++*last;
}

static const char *text_between(struct sites *sites, const struct source *source, const struct place *place)
{
	struct strbuf text = { 0 };
	bool in_comment = false;
	char *copy;

	for (uint32_t n = place->line; n <= place->end_line && n <= source->count; n++) {
		const char *line = source->lines[n];
		size_t end = n == place->end_line ? place->end_column - 1 : strlen(line);

		for (size_t i = n == place->line ? place->column - 1 : 0; i < end && line[i]; i++) {
			if (!strncmp(line + i, "//", 2))
				break;
			if (!strncmp(line + i, "/*", 2))
				in_comment = true;
			if (!in_comment && !isspace((unsigned char)line[i]) && line[i] != '\\')
				strbuf_addch(&text, line[i]);
			if (i && !strncmp(line + i - 1, "*/", 2))
				in_comment = false;
		}
	}
	copy = arena_strdup(&sites->arena, strbuf_text(&text));
	strbuf_release(&text);
	return copy;
}

const char *sites_text(struct sites *sites, const struct finding *finding)
{
	return text_between(sites, source_of(sites, finding), &finding->place);
}

const char *sites_lines(struct sites *sites, const struct finding *finding)
{
	struct place place = { .column = 1, .end_column = UINT32_MAX };

	sites_statement(sites, finding, &place.line, &place.end_line);
	return text_between(sites, source_of(sites, finding), &place);
}

struct stored_run sites_run(const struct sites *sites)
{
	return (struct stored_run){ .tool_version = "bench", .config_hash = "", .branch = "main", .whole_build = true,
				    .rules = sites->rules.items, .rule_count = sites->rules.len,
				    .units = sites->units.items, .unit_count = sites->units.len,
				    .findings = sites->findings.items, .finding_count = sites->findings.len };
}
