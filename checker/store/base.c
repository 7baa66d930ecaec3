/* The run that a new one is compared with, and what its findings' absence would prove. */
#include "store/closing.h"

#include "base/files.h"

#include <stdlib.h>
#include <string.h>

enum fate fate_of(const char *status)
{
	if (!strcmp(status, "ok") || !strcmp(status, "cached"))
		return FATE_ANALYSED;
	if (!strcmp(status, "partial"))
		return FATE_IN_PART;
	return strcmp(status, "gone") ? FATE_UNSEEN : FATE_GONE;
}

static bool take_base(struct closing *c, const char *sql, const char *key)
{
	struct rows rows;

	ROWS_OPEN(&rows, c->writer.store, sql, TEXT(key), NUMBER(c->run));
	if (rows_next(&rows)) {
		c->base.run = rows_number(&rows, 0);
		c->base.snapshot = rows_number(&rows, 1);
		c->base.branch = arena_strdup(&c->writer.arena, or_empty(rows_text(&rows, 2)));
	}
	return rows_close(&rows, c->writer.err);
}

#define BASE_COLUMNS "SELECT id, snapshot_id, branch FROM run"

/* The last run of the branch; of a new branch, the last one of the nearest commit that it is built on. */
bool base_find(struct closing *c)
{
	static const char by_branch[] = BASE_COLUMNS " WHERE branch = ? AND closed_at IS NOT NULL AND id <> ?"
						     " ORDER BY seq DESC LIMIT 1";
	static const char by_commit[] = BASE_COLUMNS " WHERE commit_id = ? AND closed_at IS NOT NULL AND id <> ?"
						     " ORDER BY id DESC LIMIT 1";

	if (!take_base(c, by_branch, or_empty(c->in->branch)))
		return false;
	for (size_t i = 0; i < c->in->ancestor_count && !c->base.run; i++)
		if (!take_base(c, by_commit, c->in->ancestors[i]))
			return false;
	c->out->compared = c->base.run != 0;
	return true;
}

static bool exists(struct closing *c, const char *path)
{
	struct arena *arena = &c->writer.arena;
	struct arena_mark mark = arena_mark(arena);
	bool there = file_exists(path_join(arena, c->in->root, path));

	arena_rewind(arena, mark);
	return there;
}

static bool file_is_gone(struct closing *c, const char *path)
{
	for (size_t i = 0; i < c->in->gone_count; i++)
		if (!strcmp(c->in->gone[i], path))
			return true;
	return c->in->root && !exists(c, path);
}

/* Units of the run before that this one has no record of. */
static bool load_units(struct closing *c)
{
	struct arena *arena = &c->writer.arena;
	struct map known = { 0 };
	struct rows rows;

	for (size_t i = 0; i < c->units.len; i++)
		map_put(&known, (uint64_t)c->units.items[i].unit, i, NULL);
	ROWS_OPEN(&rows, c->writer.store,
		  "SELECT tu_id, ifnull(set_id, 0), input_hash, path FROM snapshot_unit JOIN tu ON tu.id = tu_id"
		  " JOIN file ON file.id = main_file WHERE snapshot_id = ? AND status <> 'gone' ORDER BY tu_id",
		  NUMBER(c->base.snapshot));
	while (rows_next(&rows)) {
		struct unit_row row = { .unit = rows_number(&rows, 0), .set = rows_number(&rows, 1) };
		const uint64_t *place = map_get(&known, (uint64_t)row.unit);

		if (place) {
			row.fate = c->units.items[*place].fate;
			if (row.fate == FATE_UNSEEN) /* what it had stays */
				c->units.items[*place].set = row.set;
		} else {
			bool gone = c->in->whole_build || file_is_gone(c, rows_text(&rows, 3));

			row.fate = gone ? FATE_GONE : FATE_UNSEEN;
			row.status = gone ? "gone" : "carried";
			if (rows_text(&rows, 2))
				row.input_hash = arena_strdup(arena, rows_text(&rows, 2));
			vec_push(arena, &c->units, row);
			if (gone)
				c->units.items[c->units.len - 1].set = 0;
		}
		vec_push(arena, &c->base.units, row);
	}
	map_release(&known);
	return rows_close(&rows, c->writer.err);
}

static struct match_site *add_finding(struct closing *c, int64_t finding)
{
	bool added;
	uint64_t *place = map_put(&c->base.by_finding, (uint64_t)finding, c->base.findings.len, &added);

	if (added) {
		vec_push(&c->writer.arena, &c->base.findings, (struct base_finding){ .finding = finding, .now = MATCH_NONE });
		vec_push(&c->writer.arena, &c->base.sites, (struct match_site){ .other = MATCH_NONE });
	}
	return &c->base.sites.items[*place];
}

static bool load_rows(struct closing *c)
{
	struct rows rows;

	ROWS_OPEN(&rows, c->writer.store,
		  "SELECT u.tu_id, u.set_id, o.finding_id, o.program_id, o.site_id, o.line, o.col, o.context, o.level"
		  " FROM snapshot_unit u JOIN occurrence o ON o.set_id = u.set_id WHERE u.snapshot_id = ?"
		  " ORDER BY u.tu_id, o.finding_id, o.program_id",
		  NUMBER(c->base.snapshot));
	while (rows_next(&rows)) {
		struct match_site *site = add_finding(c, rows_number(&rows, 2));
		size_t place = (size_t)(site - c->base.sites.items);
		struct base_finding *finding = &c->base.findings.items[place];

		finding->site = rows_number(&rows, 4);
		site->line = (uint32_t)rows_number(&rows, 5);
		site->column = (uint32_t)rows_number(&rows, 6);
		site->context = (uint64_t)rows_number(&rows, 7);
		if ((enum level)rows_number(&rows, 8) > finding->level)
			finding->level = (enum level)rows_number(&rows, 8);
		vec_push(&c->writer.arena, &c->base.rows,
			 (struct base_row){ .unit = rows_number(&rows, 0), .set = rows_number(&rows, 1),
					    .program = rows_number(&rows, 3), .finding = place });
	}
	return rows_close(&rows, c->writer.err);
}

static void copy_hex(char *to, const char *from)
{
	size_t length = from ? strlen(from) : 0;

	memcpy(to, from, length < HASH_HEX_SIZE ? length : HASH_HEX_SIZE - 1);
}

static const struct fingerprint *copy_fingerprint(struct closing *c, const struct rows *rows)
{
	struct fingerprint *id = arena_new(&c->writer.arena, struct fingerprint);

	copy_hex(id->full, rows_text(rows, 2));
	copy_hex(id->no_function, rows_text(rows, 3));
	copy_hex(id->no_path, rows_text(rows, 4));
	copy_hex(id->loose, rows_text(rows, 5));
	return id;
}

static bool load_sites(struct closing *c)
{
	struct arena *arena = &c->writer.arena;
	struct names paths = { 0 };
	struct map gone = { 0 };
	struct rows rows;

	ROWS_OPEN(&rows, c->writer.store,
		  "SELECT s.id, s.finding_id, s.fp, s.fp_nofunc, s.fp_nopath, s.fp_loose, s.func, s.subject, file.path,"
		  " rule.key, rule.id, rule.scope = 'program', s.ord FROM site s JOIN finding f ON f.id = s.finding_id"
		  " JOIN rule ON rule.id = f.rule_id JOIN file ON file.id = s.file_id WHERE s.id IN (SELECT o.site_id"
		  " FROM snapshot_unit u JOIN occurrence o ON o.set_id = u.set_id WHERE u.snapshot_id = ?)",
		  NUMBER(c->base.snapshot));
	while (rows_next(&rows)) {
		const uint64_t *place = map_get(&c->base.by_finding, (uint64_t)rows_number(&rows, 1));
		struct base_finding *finding = place ? &c->base.findings.items[*place] : NULL;
		struct match_site *site = place ? &c->base.sites.items[*place] : NULL;
		uint64_t *is_gone;
		bool added;

		if (!finding || finding->site != rows_number(&rows, 0))
			continue;
		site->id = copy_fingerprint(c, &rows);
		site->function = arena_strdup(arena, rows_text(&rows, 6));
		site->subject = arena_strdup(arena, rows_text(&rows, 7));
		site->path = arena_strdup(arena, rows_text(&rows, 8));
		site->rule = arena_strdup(arena, rows_text(&rows, 9));
		finding->rule = rows_number(&rows, 10);
		finding->whole_program = rows_number(&rows, 11) != 0;
		finding->ordinal = (uint32_t)rows_number(&rows, 12);
		is_gone = map_put(&gone, names_add(&paths, site->path), 0, &added);
		if (added)
			*is_gone = file_is_gone(c, site->path);
		site->file_gone = *is_gone;
	}
	names_release(&paths);
	map_release(&gone);
	return rows_close(&rows, c->writer.err);
}

/* A program is seen whole if every unit that it had is analysed or gone, and this run says so too. */
static bool load_programs(struct closing *c)
{
	struct map fates = { 0 };
	struct rows rows;
	int64_t id;

	for (size_t i = 0; i < c->base.units.len; i++)
		map_put(&fates, (uint64_t)c->base.units.items[i].unit, c->base.units.items[i].fate, NULL);
	ROWS_OPEN(&rows, c->writer.store, "SELECT program_id, tu_id FROM snapshot_program_unit WHERE snapshot_id = ?",
		  NUMBER(c->base.snapshot));
	while (rows_next(&rows)) {
		const uint64_t *fate = map_get(&fates, (uint64_t)rows_number(&rows, 1));

		if (fate && *fate != FATE_ANALYSED && *fate != FATE_GONE)
			map_put(&c->base.unproven_programs, (uint64_t)rows_number(&rows, 0), 1, NULL);
	}
	map_release(&fates);
	if (!rows_close(&rows, c->writer.err))
		return false;
	for (size_t i = 0; i < c->in->program_count; i++) {
		const struct stored_program *program = &c->in->programs[i];

		if (!program->complete && writer_find_program(&c->writer, program->name, &id))
			map_put(&c->base.unproven_programs, (uint64_t)id, 1, NULL);
	}
	return true;
}

bool base_load(struct closing *c)
{
	if (!c->base.run)
		return true;
	return load_units(c) && load_rows(c) && load_sites(c) && load_programs(c);
}

static bool is_held(const struct closing *c, const struct base_row *row, const struct map *fates)
{
	const struct base_finding *finding = &c->base.findings.items[row->finding];
	const uint64_t *fate = map_get(fates, (uint64_t)row->unit);

	if (fate && *fate == FATE_GONE)
		return false;
	if (!fate || *fate != FATE_ANALYSED || !map_get(&c->base.analysed_rules, (uint64_t)finding->rule))
		return true;
	return finding->whole_program && map_get(&c->base.unproven_programs, (uint64_t)row->program);
}

void base_hold(struct closing *c)
{
	struct map fates = { 0 };

	for (size_t i = 0; i < c->rules.len; i++)
		map_put(&c->base.analysed_rules, (uint64_t)c->rules.items[i], 1, NULL);
	for (size_t i = 0; i < c->base.units.len; i++)
		map_put(&fates, (uint64_t)c->base.units.items[i].unit, c->base.units.items[i].fate, NULL);
	for (size_t i = 0; i < c->base.rows.len; i++) {
		struct base_row *row = &c->base.rows.items[i];

		row->held = is_held(c, row, &fates);
		if (row->held)
			c->base.sites.items[row->finding].held = true;
	}
	map_release(&fates);
}

void base_release(struct base *base)
{
	map_release(&base->by_finding);
	map_release(&base->analysed_rules);
	map_release(&base->unproven_programs);
}
