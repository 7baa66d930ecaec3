/* Rows of a query as people and machines read them. */
#ifndef SNAG_REPORT_TABLE_H
#define SNAG_REPORT_TABLE_H

#include "base/arena.h"
#include "base/err.h"
#include "base/vec.h"

#include <stdbool.h>
#include <stdio.h>

enum table_format { TABLE_TEXT, TABLE_CSV, TABLE_JSONL };

struct table_cell {
	const char *text; /* NULL: nothing there */
	bool is_number;
};

struct table {
	struct arena *arena;
	VEC(const char *) names;
	VEC(struct table_cell) cells; /* row by row */
};

/* Copies the texts. */
void table_name(struct table *table, const char *name);
void table_add(struct table *table, const char *text, bool is_number);

/* Aligned columns, RFC 4180, or one object a line. Text with no rows is nothing at all; CSV always has its head. */
bool table_write(FILE *out, const struct table *table, enum table_format format, struct err *err);

#endif
