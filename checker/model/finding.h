/* A finding: what a rule says of one place, and the identity by which it is known from run to run. */
#ifndef SNAG_MODEL_FINDING_H
#define SNAG_MODEL_FINDING_H

#include "base/arena.h"
#include "base/hash.h"
#include "base/vec.h"

#include <stdbool.h>
#include <stdint.h>

enum level { LEVEL_NOTE, LEVEL_WARNING, LEVEL_ERROR };
enum confidence { CONFIDENCE_MAYBE, CONFIDENCE_LIKELY, CONFIDENCE_SURE };

const char *level_name(enum level level); /* "note", "warning", "error" */
bool level_parse(const char *text, enum level *level);
const char *confidence_name(enum confidence confidence);

struct place {
	const char *file; /* absolute and normal */
	uint32_t line, column, end_line, end_column; /* columns: bytes from 1; the end lies behind the last byte */
};

/* One step of the path that proves a finding. */
struct step {
	struct place place;
	const char *message;
};

/* A decision that hides a finding. */
struct suppression {
	const char *source; /* "inline", "baseline", "db", "config" */
	const char *kind;   /* "false-positive", "accepted", "later" */
	const char *reason;
	const char *until;  /* the last day that it holds, or NULL */
};

/* Metadata of a rule: what people read of it, everywhere, is printed from here. */
struct rule_info {
	const char *id, *family;
	enum level level; /* for a sure path on a libc without a promise */
	bool preview;     /* off unless asked for */
	bool whole_program; /* needs the linked program: `scope` of the database */
	int revision;     /* rises when it judges otherwise */
	const char *summary;  /* one line, no full stop */
	const char *why;      /* paragraphs; a blank line between */
	const char *fix;
	const char *limits;   /* what it knowingly misses or over-reports */
	const char *references; /* one a line */
	const char *bench;    /* command of a program under bench/ that justifies it */
};

/* Identity, version 1: findings.md 2. All hex, 32 digits. */
struct fingerprint {
	char full[HASH_HEX_SIZE], no_function[HASH_HEX_SIZE], no_path[HASH_HEX_SIZE];
};

struct fingerprint_parts {
	const char *rule;      /* its word */
	const char *path;      /* below the project root; `<build>/…`, `<ext>/…` */
	const char *function;  /* qualified, "" at file scope */
	const char *subject;   /* fixed per rule: the callee, the stored-to object */
	const char *statement; /* tokens, one space between */
};
void fingerprint(const struct fingerprint_parts *parts, struct fingerprint *out);

struct finding {
	const struct rule_info *rule;
	enum level level;
	enum confidence confidence;
	struct place place;
	const char *path;      /* place.file as printed: below the project root where it is */
	const char *function;  /* qualified name, "" at file scope */
	const char *subject;
	const char *statement;
	const char *message;   /* one line, names quoted, no full stop */
	const char *fix;       /* "" where there is none */
	struct fingerprint id;
	uint32_t ordinal;      /* among equal `id.full`, in source order, from 0 */
	const char *unit;      /* main file of the translation unit it was found in */
	const char *unit_configuration;
	VEC(const char *) programs; /* names, sorted */
	VEC(struct step) steps;
	size_t path_steps;     /* so many of the steps lead here, one after the other; the others stand beside */
	const char *state;     /* against the run before: "new", "reopened", "persisting", …; NULL: not compared */
	const struct suppression *suppressed; /* NULL: it is not */
};

#endif
