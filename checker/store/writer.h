/* Writing rows of one run: statements that are prepared once, and the rows that names already have. */
#ifndef SNAG_STORE_WRITER_H
#define SNAG_STORE_WRITER_H

#include "base/map.h"
#include "store/statement.h"
#include "store/store.h"

enum sql {
	SQL_RUN,
	SQL_RULE,
	SQL_FILE,
	SQL_UNIT,
	SQL_PROGRAM,
	SQL_FINDING,
	SQL_SITE,
	SQL_CURRENT,
	SQL_SNAPSHOT,
	SQL_SNAPSHOT_RULE,
	SQL_SNAPSHOT_UNIT,
	SQL_SNAPSHOT_PROGRAM,
	SQL_SNAPSHOT_PROGRAM_UNIT,
	SQL_SET,
	SQL_OCCURRENCE,
	SQL_STEP,
	SQL_DECISION,
	SQL_MARKER,
	SQL_CHANGE,
	SQL_GONE,
	SQL_CLOSE,
	SQL_COUNT
};

/* Names seen in this run, with the id of each one's row. */
struct ids {
	struct names names;
	VEC(int64_t) rows;
};

struct writer {
	struct store *store;
	const char *root;
	struct err *err;
	sqlite3_stmt *statements[SQL_COUNT];
	struct ids files, rules, units, programs;
	struct arena arena;
};

/* Runs a statement; `id` (may be NULL) gets the id of its row. */
bool writer_run(struct writer *w, enum sql sql, int64_t *id, const struct value *values, size_t count);
#define WRITE(w, sql, id, ...) \
	writer_run((w), (sql), (id), (struct value[]){ __VA_ARGS__ }, \
		   sizeof((struct value[]){ __VA_ARGS__ }) / sizeof(struct value))

/* The row of a file, unit, rule or program, made where it is missing. */
bool writer_file(struct writer *w, const char *path, int64_t *id);
bool writer_unit(struct writer *w, const char *file, const char *configuration, int64_t *id);
bool writer_rule(struct writer *w, const struct rule_info *rule, int64_t *id);
bool writer_program(struct writer *w, const char *name, const char *kind, int64_t *id);

/* Of what this writer has made or met; false, with the name in the message, where it hasn't. */
bool writer_find_unit(struct writer *w, const char *file, const char *configuration, int64_t *id);
bool writer_find_rule(struct writer *w, const char *name, int64_t *id);
bool writer_find_program(struct writer *w, const char *name, int64_t *id);

void writer_release(struct writer *w);

#endif
