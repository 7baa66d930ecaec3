/* What a run saw, as rows that are kept once: a set of occurrences for each unit, a snapshot over all of them. */
#include "store/closing.h"

#include "base/files.h"
#include "base/strbuf.h"

#include <stdlib.h>
#include <string.h>

static void add_text(struct strbuf *out, const char *text)
{
	strbuf_addf(out, "%zu:", strlen(or_empty(text)));
	strbuf_addstr(out, or_empty(text));
}

/* Fresh ones, one a program; programs are sorted, so that equal names stand side by side. */
static bool add_fresh(struct closing *c, size_t index)
{
	const struct finding *f = c->in->findings[index];
	const struct site *site = &c->sites.items[c->site_of[index]];
	struct occurrence row = { .finding = site->finding, .site = site->site, .what = f };

	if (!writer_find_unit(&c->writer, f->unit, f->unit_configuration, &row.unit))
		return false;
	if (!f->programs.len)
		vec_push(&c->writer.arena, &c->occurrences, row);
	for (size_t i = 0; i < f->programs.len; i++) {
		if (!writer_find_program(&c->writer, f->programs.items[i], &row.program))
			return false;
		vec_push(&c->writer.arena, &c->occurrences, row);
	}
	return true;
}

static bool load_steps(struct closing *c, struct finding *f, int64_t set, int64_t finding)
{
	struct arena *arena = &c->writer.arena;
	struct rows rows;

	ROWS_OPEN(&rows, c->writer.store,
		  "SELECT path, line, col, end_line, end_col, text FROM step JOIN file ON file.id = file_id"
		  " WHERE set_id = ? AND finding_id = ? ORDER BY n",
		  NUMBER(set), NUMBER(finding));
	while (rows_next(&rows)) {
		struct place place = { arena_strdup(arena, rows_text(&rows, 0)), (uint32_t)rows_number(&rows, 1),
				       (uint32_t)rows_number(&rows, 2), (uint32_t)rows_number(&rows, 3),
				       (uint32_t)rows_number(&rows, 4) };

		vec_push(arena, &f->steps, (struct step){ place, arena_strdup(arena, or_empty(rows_text(&rows, 5))) });
	}
	return rows_close(&rows, c->writer.err);
}

static bool add_carried(struct closing *c, const struct base_row *row)
{
	const struct base_finding *finding = &c->base.findings.items[row->finding];
	struct finding *f = arena_new(&c->writer.arena, struct finding);
	struct rows rows;

	ROWS_OPEN(&rows, c->writer.store,
		  "SELECT line, col, end_line, end_col, context, level, confidence, message, fix, path_steps FROM occurrence"
		  " WHERE set_id = ? AND finding_id = ? AND program_id = ?",
		  NUMBER(row->set), NUMBER(finding->finding), NUMBER(row->program));
	if (rows_next(&rows)) {
		f->place = (struct place){ "", (uint32_t)rows_number(&rows, 0), (uint32_t)rows_number(&rows, 1),
					   (uint32_t)rows_number(&rows, 2), (uint32_t)rows_number(&rows, 3) };
		f->context = (uint64_t)rows_number(&rows, 4);
		f->level = (enum level)rows_number(&rows, 5);
		f->confidence = (enum confidence)rows_number(&rows, 6);
		f->message = arena_strdup(&c->writer.arena, or_empty(rows_text(&rows, 7)));
		f->fix = arena_strdup(&c->writer.arena, or_empty(rows_text(&rows, 8)));
		f->path_steps = (size_t)rows_number(&rows, 9);
	}
	if (!rows_close(&rows, c->writer.err) || !load_steps(c, f, row->set, finding->finding))
		return false;
	vec_push(&c->writer.arena, &c->occurrences,
		 (struct occurrence){ .unit = row->unit, .finding = finding->finding, .program = row->program,
				      .site = finding->site, .carried = true, .what = f });
	return true;
}

/* A unit that wasn't seen keeps its whole set; of others only single rows are carried, and of nothing that was found. */
static bool add_all_carried(struct closing *c)
{
	struct map seen = { 0 };
	bool ok = true;

	for (size_t i = 0; i < c->units.len; i++)
		if (c->units.items[i].fate == FATE_ANALYSED || c->units.items[i].fate == FATE_IN_PART)
			map_put(&seen, (uint64_t)c->units.items[i].unit, 1, NULL);
	for (size_t i = 0; ok && i < c->base.rows.len; i++) {
		const struct base_row *row = &c->base.rows.items[i];

		if (row->held && c->base.findings.items[row->finding].now == MATCH_NONE &&
		    map_get(&seen, (uint64_t)row->unit))
			ok = add_carried(c, row);
	}
	map_release(&seen);
	return ok;
}

static int compare(int64_t a, int64_t b)
{
	return (a > b) - (a < b);
}

/* Of equal ones the strongest comes first. */
static int compare_occurrences(const void *left, const void *right)
{
	const struct occurrence *a = left, *b = right;
	int order = compare(a->unit, b->unit);

	if (!order)
		order = compare(a->finding, b->finding);
	if (!order)
		order = compare(a->program, b->program);
	if (!order)
		order = compare(b->what->level, a->what->level);
	return order ? order : compare(a->what->place.column, b->what->place.column);
}

static bool same_key(const struct occurrence *a, const struct occurrence *b)
{
	return a->unit == b->unit && a->finding == b->finding && a->program == b->program;
}

static void sort_occurrences(struct closing *c)
{
	size_t kept = 0;

	if (c->occurrences.len)
		qsort(c->occurrences.items, c->occurrences.len, sizeof *c->occurrences.items, compare_occurrences);
	for (size_t i = 0; i < c->occurrences.len; i++)
		if (!kept || !same_key(&c->occurrences.items[kept - 1], &c->occurrences.items[i]))
			c->occurrences.items[kept++] = c->occurrences.items[i];
	c->occurrences.len = kept;
}

static void describe(struct closing *c, struct strbuf *out, const struct occurrence *row, bool with_steps)
{
	const struct finding *f = row->what;

	strbuf_addf(out, "%lld %lld %lld %d %u %u %u %u %llx %d %d %zu ", (long long)row->finding, (long long)row->program,
		    (long long)row->site, row->carried, f->place.line, f->place.column, f->place.end_line,
		    f->place.end_column, (unsigned long long)f->context, (int)f->level, (int)f->confidence,
		    f->path_steps);
	add_text(out, f->message);
	add_text(out, f->fix);
	for (size_t i = 0; with_steps && i < f->steps.len; i++) {
		const struct step *step = &f->steps.items[i];
		const char *path = step->place.file;

		add_text(out, c->in->root ? path_below(c->in->root, path) : path);
		strbuf_addf(out, " %u %u %u %u ", step->place.line, step->place.column, step->place.end_line,
			    step->place.end_column);
		add_text(out, step->message);
	}
	strbuf_addch(out, '\n');
}

/* The row with that digest, or a new one; `*added` tells. */
static bool known(struct closing *c, const char *select, enum sql insert, const struct strbuf *text, int64_t *id,
		  bool *added)
{
	char hex[HASH_HEX_SIZE];
	struct rows rows;

	hash_content(strbuf_text(text), text->len, hex);
	ROWS_OPEN(&rows, c->writer.store, select, TEXT(hex));
	*added = !rows_next(&rows);
	if (!*added)
		*id = rows_number(&rows, 0);
	if (!rows_close(&rows, c->writer.err))
		return false;
	return !*added || WRITE(&c->writer, insert, id, TEXT(hex));
}

static bool write_occurrence(struct closing *c, int64_t set, const struct occurrence *row, bool with_steps)
{
	const struct finding *f = row->what;
	int64_t file = 0;

	if (!WRITE(&c->writer, SQL_OCCURRENCE, NULL, NUMBER(set), NUMBER(row->finding), NUMBER(row->program),
		   NUMBER(row->site), NUMBER(row->carried), NUMBER(f->place.line), NUMBER(f->place.column),
		   NUMBER(f->place.end_line), NUMBER(f->place.end_column), NUMBER((int64_t)f->context),
		   NUMBER(f->level), NUMBER(f->confidence), TEXT(or_empty(f->message)), TEXT(or_empty(f->fix)),
		   NUMBER((int64_t)f->path_steps)))
		return false;
	for (size_t i = 0; with_steps && i < f->steps.len; i++) {
		const struct step *step = &f->steps.items[i];

		if (!writer_file(&c->writer, step->place.file, &file) ||
		    !WRITE(&c->writer, SQL_STEP, NULL, NUMBER(set), NUMBER(row->finding), NUMBER((int64_t)i),
			   NUMBER(file), NUMBER(step->place.line), NUMBER(step->place.column),
			   NUMBER(step->place.end_line), NUMBER(step->place.end_column), TEXT(step->message)))
			return false;
	}
	return true;
}

/* Steps belong to the finding in its unit: those of its first program. */
static bool write_set(struct closing *c, const struct occurrence *rows, size_t count, int64_t *set)
{
	struct strbuf text = { 0 };
	bool ok, added;

	for (size_t i = 0; i < count; i++)
		describe(c, &text, &rows[i], !i || rows[i].finding != rows[i - 1].finding);
	ok = known(c, "SELECT id FROM occurrence_set WHERE digest = ?", SQL_SET, &text, set, &added);
	for (size_t i = 0; ok && added && i < count; i++)
		ok = write_occurrence(c, *set, &rows[i], !i || rows[i].finding != rows[i - 1].finding);
	strbuf_release(&text);
	return ok;
}

static bool write_sets(struct closing *c)
{
	size_t from = 0, to;

	for (size_t i = 0; i < c->units.len; i++) {
		struct unit_row *unit = &c->units.items[i];

		while (from < c->occurrences.len && c->occurrences.items[from].unit < unit->unit)
			from++;
		for (to = from; to < c->occurrences.len && c->occurrences.items[to].unit == unit->unit;)
			to++;
		if (to > from && unit->fate != FATE_UNSEEN &&
		    !write_set(c, &c->occurrences.items[from], to - from, &unit->set))
			return false;
	}
	return true;
}

static int compare_units(const void *left, const void *right)
{
	return compare(((const struct unit_row *)left)->unit, ((const struct unit_row *)right)->unit);
}

static void describe_snapshot(struct closing *c, struct strbuf *out)
{
	for (size_t i = 0; i < c->rules.len; i++)
		strbuf_addf(out, "rule %lld\n", (long long)c->rules.items[i]);
	for (size_t i = 0; i < c->units.len; i++) {
		const struct unit_row *unit = &c->units.items[i];

		strbuf_addf(out, "unit %lld %s %lld ", (long long)unit->unit, unit->status, (long long)unit->set);
		add_text(out, unit->input_hash);
		add_text(out, unit->note);
	}
	for (size_t i = 0; i < c->programs.len; i++) {
		const struct program_row *program = &c->programs.items[i];

		strbuf_addf(out, "program %lld %d", (long long)program->program, program->complete);
		for (size_t j = 0; j < program->units.len; j++)
			strbuf_addf(out, " %lld", (long long)program->units.items[j]);
	}
	for (size_t i = 0; i < c->decisions.len; i++) {
		const struct decision_row *row = &c->decisions.items[i];

		strbuf_addf(out, "decision %lld ", (long long)row->finding);
		add_text(out, row->what->source);
		add_text(out, row->what->kind);
		add_text(out, row->what->reason);
		add_text(out, row->what->author);
		add_text(out, row->what->until);
	}
	for (size_t i = 0; i < c->in->marker_count; i++) {
		const struct stored_marker *marker = &c->in->markers[i];

		add_text(out, marker->file);
		strbuf_addf(out, "%u %u ", marker->line, marker->column);
		add_text(out, marker->rule);
		add_text(out, marker->kind);
		add_text(out, marker->until);
		add_text(out, marker->reason);
		add_text(out, marker->state);
	}
}

static bool write_programs(struct closing *c)
{
	bool ok = true;

	for (size_t i = 0; ok && i < c->programs.len; i++) {
		const struct program_row *program = &c->programs.items[i];

		ok = WRITE(&c->writer, SQL_SNAPSHOT_PROGRAM, NULL, NUMBER(c->snapshot), NUMBER(program->program),
			   NUMBER(program->complete));
		for (size_t j = 0; ok && j < program->units.len; j++)
			ok = WRITE(&c->writer, SQL_SNAPSHOT_PROGRAM_UNIT, NULL, NUMBER(c->snapshot),
				   NUMBER(program->program), NUMBER(program->units.items[j]));
	}
	return ok;
}

static bool write_decisions(struct closing *c)
{
	bool ok = true;

	for (size_t i = 0; ok && i < c->decisions.len; i++) {
		const struct suppression *what = c->decisions.items[i].what;

		ok = WRITE(&c->writer, SQL_DECISION, NULL, NUMBER(c->snapshot), NUMBER(c->decisions.items[i].finding),
			   TEXT(what->source), TEXT(what->kind), TEXT(what->reason), TEXT(or_empty(what->author)),
			   TEXT(what->until));
	}
	for (size_t i = 0; ok && i < c->in->marker_count; i++) {
		const struct stored_marker *marker = &c->in->markers[i];
		int64_t file = 0;

		ok = writer_file(&c->writer, marker->file, &file) &&
		     WRITE(&c->writer, SQL_MARKER, NULL, NUMBER(c->snapshot), NUMBER(file), NUMBER(marker->line),
			   NUMBER(marker->column), TEXT(marker->rule), TEXT(marker->kind), TEXT(marker->until),
			   TEXT(or_empty(marker->reason)), TEXT(marker->state));
	}
	return ok;
}

static bool write_rows(struct closing *c)
{
	bool ok = true;

	for (size_t i = 0; ok && i < c->rules.len; i++)
		ok = WRITE(&c->writer, SQL_SNAPSHOT_RULE, NULL, NUMBER(c->snapshot), NUMBER(c->rules.items[i]));
	for (size_t i = 0; ok && i < c->units.len; i++) {
		const struct unit_row *unit = &c->units.items[i];

		ok = WRITE(&c->writer, SQL_SNAPSHOT_UNIT, NULL, NUMBER(c->snapshot), NUMBER(unit->unit),
			   TEXT(unit->status), NUMBER(unit->set), TEXT(unit->input_hash), TEXT(unit->note));
	}
	return ok && write_programs(c) && write_decisions(c);
}

bool snapshot_write(struct closing *c)
{
	struct strbuf text = { 0 };
	bool ok = true, added;

	for (size_t i = 0; ok && i < c->in->finding_count; i++)
		ok = add_fresh(c, i);
	if (!ok || !add_all_carried(c))
		return false;
	sort_occurrences(c);
	if (c->units.len)
		qsort(c->units.items, c->units.len, sizeof *c->units.items, compare_units);
	if (!write_sets(c))
		return false;
	describe_snapshot(c, &text);
	ok = known(c, "SELECT id FROM snapshot WHERE digest = ?", SQL_SNAPSHOT, &text, &c->snapshot, &added) &&
	     (!added || write_rows(c));
	strbuf_release(&text);
	return ok;
}
