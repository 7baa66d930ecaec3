/* What a project says of its own functions, in the terms of the tables on libc and libraries. */
#ifndef SNAG_MODEL_EXTENSION_H
#define SNAG_MODEL_EXTENSION_H

#include "base/arena.h"
#include "base/err.h"
#include "base/vec.h"
#include "model/models.h"

/* One row: the trait, or (`starts_thread`) argument `a` with a thread's entry function. */
struct model_extra {
	const char *function;
	bool starts_thread;
	enum trait trait;
	int64_t a, b;
};

/* Rows as they come; equal ones once. */
struct model_extension {
	VEC(struct model_extra) rows;
};

void extension_add(struct arena *arena, struct model_extension *extension, struct model_extra row);
/* As text, one row a line, and back: how `snag` hands it to its scanners. "" for none. */
char *extension_text(struct arena *arena, const struct model_extension *extension);
bool extension_read(struct arena *arena, const char *text, struct model_extension *extension, struct err *err);

/*
 * From now on the look-ups of models.h answer for these functions with these rows
 * alone. Once a process and before the first look-up: the tables are the same for
 * everything that a process does, like those that are compiled in. The strings
 * must last as long. An empty one takes it back.
 */
void models_extend(struct arena *arena, const struct model_extension *extension);
/* Whether the project says something of the function: then its own body doesn't switch that off. */
bool model_is_extra(const char *function);

#endif
