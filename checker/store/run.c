/* A run into the database: stored and closed against the run before it, all in one transaction. */
#include "store/closing.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>

/* A random one: version 4 of RFC 9562. */
static bool make_uuid(char uuid[37], struct err *err)
{
	static const char digits[] = "0123456789abcdef";
	unsigned char bytes[16];
	char *out = uuid;

	if (getrandom(bytes, sizeof bytes, 0) != (ssize_t)sizeof bytes)
		return err_set(err, "no random bytes for the run's name: %s", strerror(errno));
	bytes[6] = (unsigned char)(0x40 | (bytes[6] & 0x0f));
	bytes[8] = (unsigned char)(0x80 | (bytes[8] & 0x3f));
	for (size_t i = 0; i < sizeof bytes; i++) {
		if (i == 4 || i == 6 || i == 8 || i == 10)
			*out++ = '-';
		*out++ = digits[bytes[i] >> 4];
		*out++ = digits[bytes[i] & 15];
	}
	*out = '\0';
	return true;
}

/* Under the lock, so that the answer holds. */
static bool is_new(struct closing *c)
{
	struct rows rows;
	bool there;

	ROWS_OPEN(&rows, c->writer.store, "SELECT 1 FROM run WHERE uuid = ?", TEXT(c->out->uuid));
	there = rows_next(&rows);
	return rows_close(&rows, c->writer.err) &&
	       (!there || err_set(c->writer.err, "the database '%s' has a run '%s' already", c->writer.store->path,
				  c->out->uuid));
}

static bool name_run(const struct stored_run *in, struct closed_run *out, struct err *err)
{
	if (!in->uuid)
		return make_uuid(out->uuid, err);
	if (strlen(in->uuid) >= sizeof out->uuid)
		return err_set(err, "a run's name has at most %zu bytes: '%s'", sizeof out->uuid - 1, in->uuid);
	memcpy(out->uuid, in->uuid, strlen(in->uuid) + 1);
	return true;
}

static int compare_rules(const void *left, const void *right)
{
	int64_t a = *(const int64_t *)left, b = *(const int64_t *)right;

	return (a > b) - (a < b);
}

static bool put_rules(struct closing *c)
{
	int64_t id = 0;

	for (size_t i = 0; i < c->in->rule_count; i++) {
		if (!writer_rule(&c->writer, c->in->rules[i], &id))
			return false;
		vec_push(&c->writer.arena, &c->rules, id);
	}
	if (c->rules.len)
		qsort(c->rules.items, c->rules.len, sizeof *c->rules.items, compare_rules);
	return true;
}

/* One file may stand twice in a compile database with the same flags: what wasn't analysed then wins. */
static bool put_units(struct closing *c)
{
	struct map seen = { 0 };
	bool ok = true, added;
	int64_t id = 0;

	for (size_t i = 0; ok && i < c->in->unit_count; i++) {
		const struct stored_unit *unit = &c->in->units[i];
		struct unit_row row = { .status = unit->status, .input_hash = unit->input_hash, .note = unit->note,
					.fate = fate_of(unit->status) };
		uint64_t *place;

		ok = writer_unit(&c->writer, unit->main_file, unit->configuration, &id);
		row.unit = id;
		place = map_put(&seen, (uint64_t)id, c->units.len, &added);
		if (added)
			vec_push(&c->writer.arena, &c->units, row);
		else if (c->units.items[*place].fate < row.fate)
			c->units.items[*place] = row;
	}
	map_release(&seen);
	return ok;
}

static struct program_row *program_row(struct closing *c, int64_t program, bool complete)
{
	for (size_t i = 0; i < c->programs.len; i++)
		if (c->programs.items[i].program == program)
			return &c->programs.items[i];
	vec_push(&c->writer.arena, &c->programs, (struct program_row){ .program = program, .complete = complete });
	return &c->programs.items[c->programs.len - 1];
}

/* One that is named twice is complete only if both are. */
static bool put_program(struct closing *c, const struct stored_program *program)
{
	struct program_row *row;
	int64_t id = 0, unit = 0;
	size_t kept = 0;

	if (!writer_program(&c->writer, program->name, program->kind, &id))
		return false;
	row = program_row(c, id, program->complete);
	row->complete = row->complete && program->complete;
	for (size_t i = 0; i < program->unit_count; i++) {
		if (!writer_find_unit(&c->writer, program->units[i], program->configurations[i], &unit))
			return false;
		vec_push(&c->writer.arena, &row->units, unit);
	}
	if (row->units.len)
		qsort(row->units.items, row->units.len, sizeof *row->units.items, compare_rules);
	for (size_t i = 0; i < row->units.len; i++)
		if (!kept || row->units.items[kept - 1] != row->units.items[i])
			row->units.items[kept++] = row->units.items[i];
	row->units.len = kept;
	return true;
}

static bool put_programs(struct closing *c)
{
	for (size_t i = 0; i < c->in->program_count; i++)
		if (!put_program(c, &c->in->programs[i]))
			return false;
	return true;
}

static size_t held_count(const struct closing *c)
{
	size_t count = 0;

	for (size_t i = 0; i < c->base.findings.len; i++)
		count += c->base.sites.items[i].held && c->base.findings.items[i].now == MATCH_NONE;
	return count;
}

static bool close_row(struct closing *c)
{
	int64_t held = (int64_t)held_count(c);

	return WRITE(&c->writer, SQL_CLOSE, NULL, NUMBER(c->closed_at), NUMBER(c->base.run), NUMBER(c->snapshot),
		     NUMBER((int64_t)c->sites.len + held), NUMBER((int64_t)c->decisions.len), NUMBER(held),
		     NUMBER(c->run));
}

/* The whole of it: what was seen, what that is of what was there before, what it changes. */
static bool write_run(struct closing *c)
{
	const struct stored_run *in = c->in;

	return WRITE(&c->writer, SQL_RUN, &c->run, TEXT(c->out->uuid), TEXT(or_empty(in->branch)), TEXT(in->commit),
		     NUMBER(in->started_at), TEXT(in->tool_version), TEXT(or_empty(in->config_hash)),
		     NUMBER(in->ms)) &&
	       put_rules(c) && put_units(c) && put_programs(c) && base_find(c) && base_load(c) &&
	       (base_hold(c), sites_match(c)) && sites_name(c) && changes_find(c) && decisions_make(c) &&
	       snapshot_write(c) && changes_write(c) && close_row(c);
}

/* Dates are UTC's, so that a suppression ends for all at the same moment. */
static void set_today(struct closing *c)
{
	time_t now = (time_t)c->closed_at;
	struct tm tm;

	if (!gmtime_r(&now, &tm) || !strftime(c->today, sizeof c->today, "%Y-%m-%d", &tm))
		memcpy(c->today, "9999-12-31", sizeof c->today);
}

bool store_run(struct store *store, struct arena *arena, const struct stored_run *run, struct closed_run *closed,
	       struct err *err)
{
	struct closing c = { .writer = { .store = store, .root = run->root, .err = err },
			     .results = arena,
			     .in = run,
			     .out = closed,
			     .closed_at = run->closed_at ? run->closed_at : (int64_t)time(NULL) };
	bool ok;

	*closed = (struct closed_run){ 0 };
	set_today(&c);
	ok = name_run(run, closed, err) && store_exec(store, "BEGIN IMMEDIATE", err);
	ok = ok && is_new(&c) && write_run(&c) && store_exec(store, "COMMIT", err);
	writer_release(&c.writer);
	base_release(&c.base);
	/* A deferred trouble leaves the transaction open; some, such as a full disk, have ended it already. */
	if (!ok)
		store_rollback(store);
	return ok;
}
