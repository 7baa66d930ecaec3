/* Findings of a run as they were when it was closed, for reports. */
#include "store/state.h"

#include "store/statement.h"

#include <stdlib.h>
#include <string.h>

struct loader {
	struct store *store;
	struct arena *arena;
	struct rows places, programs, steps;
};

static const char *copy(struct arena *arena, const char *text)
{
	return arena_strdup(arena, or_empty(text));
}

static const struct rule_info *rule_of(struct arena *arena, const char *key, enum level level)
{
	struct rule_info *rule = arena_new(arena, struct rule_info);

	*rule = (struct rule_info){ .id = copy(arena, key), .level = level, .family = "", .summary = "", .why = "",
				    .fix = "", .limits = "", .references = "", .bench = "" };
	return rule;
}

static void copy_hex(char to[HASH_HEX_SIZE], const char *from)
{
	size_t length = strlen(or_empty(from));

	memcpy(to, or_empty(from), length < HASH_HEX_SIZE ? length : HASH_HEX_SIZE - 1);
}

/* The strongest of what the run's units say of it comes first. */
#define PLACES \
	"SELECT o.set_id, o.level, o.confidence, file.path, o.line, o.col, o.end_line, o.end_col, s.func, s.subject," \
	" s.stmt, o.message, o.fix, s.fp, s.ord, rule.key, rule.severity, main.path, tu.config, o.path_steps, o.context" \
	" FROM run JOIN snapshot_unit u USING(snapshot_id) JOIN occurrence o ON o.set_id = u.set_id" \
	" JOIN site s ON s.id = o.site_id JOIN file ON file.id = s.file_id JOIN finding f ON f.id = o.finding_id" \
	" JOIN rule ON rule.id = f.rule_id JOIN tu ON tu.id = u.tu_id JOIN file main ON main.id = tu.main_file" \
	" WHERE run.id = ? AND o.finding_id = ? ORDER BY o.level DESC, o.set_id, o.program_id LIMIT 1"

static struct finding *read_place(struct arena *arena, const struct rows *rows)
{
	struct finding *f = arena_new(arena, struct finding);

	f->level = (enum level)rows_number(rows, 1);
	f->confidence = (enum confidence)rows_number(rows, 2);
	f->path = copy(arena, rows_text(rows, 3));
	f->place = (struct place){ f->path, (uint32_t)rows_number(rows, 4), (uint32_t)rows_number(rows, 5),
				   (uint32_t)rows_number(rows, 6), (uint32_t)rows_number(rows, 7) };
	f->function = copy(arena, rows_text(rows, 8));
	f->subject = copy(arena, rows_text(rows, 9));
	f->statement = copy(arena, rows_text(rows, 10));
	f->message = copy(arena, rows_text(rows, 11));
	f->fix = copy(arena, rows_text(rows, 12));
	copy_hex(f->id.full, rows_text(rows, 13));
	f->ordinal = (uint32_t)rows_number(rows, 14);
	f->rule = rule_of(arena, rows_text(rows, 15), (enum level)rows_number(rows, 16));
	f->unit = copy(arena, rows_text(rows, 17));
	f->unit_configuration = copy(arena, rows_text(rows, 18));
	f->path_steps = (size_t)rows_number(rows, 19);
	f->context = (uint64_t)rows_number(rows, 20);
	f->macro = "";
	return f;
}

static void read_rest(struct loader *l, struct finding *f, int64_t run, int64_t set, int64_t finding)
{
	rows_again(&l->programs, (struct value[]){ NUMBER(run), NUMBER(finding) }, 2);
	while (rows_next(&l->programs))
		vec_push(l->arena, &f->programs, copy(l->arena, rows_text(&l->programs, 0)));
	rows_again(&l->steps, (struct value[]){ NUMBER(set), NUMBER(finding) }, 2);
	while (rows_next(&l->steps)) {
		struct place place = { copy(l->arena, rows_text(&l->steps, 0)), (uint32_t)rows_number(&l->steps, 1),
				       (uint32_t)rows_number(&l->steps, 2), (uint32_t)rows_number(&l->steps, 3),
				       (uint32_t)rows_number(&l->steps, 4) };

		vec_push(l->arena, &f->steps, (struct step){ place, copy(l->arena, rows_text(&l->steps, 5)) });
	}
}

static struct finding *load(struct loader *l, int64_t run, int64_t finding)
{
	struct finding *f;
	int64_t set;

	rows_again(&l->places, (struct value[]){ NUMBER(run), NUMBER(finding) }, 2);
	if (!rows_next(&l->places))
		return NULL;
	set = rows_number(&l->places, 0);
	f = read_place(l->arena, &l->places);
	read_rest(l, f, run, set, finding);
	return f;
}

static int compare_findings(const void *left, const void *right)
{
	const struct finding *a = *(struct finding *const *)left, *b = *(struct finding *const *)right;
	int order = strcmp(a->path, b->path);

	if (!order)
		order = (a->place.line > b->place.line) - (a->place.line < b->place.line);
	if (!order)
		order = (a->place.column > b->place.column) - (a->place.column < b->place.column);
	if (!order)
		order = strcmp(a->rule->id, b->rule->id);
	return order ? order : strcmp(a->id.full, b->id.full);
}

bool store_load(struct store *store, struct arena *arena, int64_t run, int64_t otherwise,
		const struct compared *findings, size_t count, struct loaded *loaded, struct err *err)
{
	struct loader l = { .store = store, .arena = arena };
	bool ok;

	*loaded = (struct loaded){ 0 };
	ROWS_OPEN(&l.places, store, PLACES, NUMBER(0), NUMBER(0));
	ROWS_OPEN(&l.programs, store,
		  "SELECT DISTINCT p.key FROM run JOIN snapshot_unit u USING(snapshot_id) JOIN occurrence o ON o.set_id ="
		  " u.set_id JOIN program p ON p.id = o.program_id WHERE run.id = ? AND o.finding_id = ? ORDER BY 1",
		  NUMBER(0), NUMBER(0));
	ROWS_OPEN(&l.steps, store,
		  "SELECT path, line, col, end_line, end_col, text FROM step JOIN file ON file.id = file_id"
		  " WHERE set_id = ? AND finding_id = ? ORDER BY n",
		  NUMBER(0), NUMBER(0));
	for (size_t i = 0; i < count; i++) {
		struct finding *f = load(&l, run, findings[i].finding);

		if (!f && otherwise)
			f = load(&l, otherwise, findings[i].finding);
		if (!f)
			continue;
		f->state = findings[i].state;
		f->suppressed = findings[i].suppressed;
		vec_push(arena, &loaded->all, f);
	}
	ok = rows_close(&l.places, err);
	ok = rows_close(&l.programs, err) && ok;
	ok = rows_close(&l.steps, err) && ok;
	if (loaded->all.len)
		qsort(loaded->all.items, loaded->all.len, sizeof *loaded->all.items, compare_findings);
	return ok;
}
