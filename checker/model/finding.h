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

/* What a run says of a finding, compared with the run before it (or any other). */
enum finding_state {
	STATE_OPEN, /* not compared with anything */
	STATE_NEW,
	STATE_REOPENED,   /* was fixed, and is back */
	STATE_EDITED,     /* new, in the place of one whose statement was changed */
	STATE_RAISED,     /* was there at a lower level */
	STATE_PERSISTING,
	STATE_FIXED,      /* looked for, and gone */
	STATE_UNCHECKED,  /* not looked for: something was not analysed */
	STATE_RULE_OFF,   /* not looked for: its rule was off */
	STATE_COUNT
};

const char *state_name(enum finding_state state); /* "open", "new", …, "rule-off" */
bool state_parse(const char *text, enum finding_state *state);
/* Whether `--fail-on new` counts it: what somebody has to answer for who changed the program. */
bool state_is_new(enum finding_state state);

struct place {
	const char *file; /* absolute and normal */
	uint32_t line, column, end_line, end_column; /* columns: bytes from 1; the end lies behind the last byte */
};

/* One step of the path that proves a finding. */
struct step {
	struct place place;
	const char *message;
};

/* Text in place of what stands there; an empty place is one in front of its column. */
struct edit {
	struct place place;
	const char *text;
};

/* How a finding can be mended by a program. */
enum remedy_kind {
	REMEDY_NONE,
	REMEDY_SAFE,   /* changes nothing but what is wrong */
	REMEDY_UNSAFE, /* mends it, and may change more: somebody should look at it */
};

struct remedy {
	enum remedy_kind kind;
	VEC(struct edit) edits; /* all of one file, all or none */
	const char *header;     /* that they need: `snag explain RULE --header` prints it; NULL: none */
	const char *obstacle;   /* why there are no edits here, where the rule knows some; or NULL */
};

/* A decision that hides a finding. */
struct suppression {
	const char *source; /* "inline", "baseline", "database", "configuration" */
	const char *kind;   /* "false-positive", "accepted", "later" */
	const char *reason;
	const char *until;  /* the last day that it holds (UTC), or NULL */
	const char *author; /* "" or NULL where unknown */
};

/* A number of a rule that the configuration can set. */
#define RULE_OPTION_LIMIT 4
struct rule_option {
	const char *name; /* NULL: no more of them */
	int64_t value, low, high;
	const char *help; /* one line, no full stop */
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
	struct rule_option options[RULE_OPTION_LIMIT];
	const char *header_name, *header; /* that its remedy needs: file name and content; NULL: none */
};

/* Identity, version 1: hex, 32 digits each. The looser ones find a finding again whose place has moved. */
#define FINGERPRINT_VERSION 1
struct fingerprint {
	char full[HASH_HEX_SIZE], no_function[HASH_HEX_SIZE], no_path[HASH_HEX_SIZE];
	char loose[HASH_HEX_SIZE]; /* neither function nor path */
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
	uint32_t statement_line, statement_end_line; /* 0: it belongs to no statement */
	const char *macro;     /* outermost macro whose use the place is, or "" */
	const char *message;   /* one line, names quoted, no full stop */
	const char *fix;       /* "" where there is none */
	struct remedy remedy;
	struct fingerprint id;
	uint32_t ordinal;      /* among equal `id.full`: in source order, from 0, until a run before is known */
	uint64_t context;      /* digests of the line before (high half) and behind; 0: unknown */
	enum finding_state state;
	const char *was;       /* id of the one that it was before its statement was edited, or NULL */
	const struct suppression *suppressed; /* NULL: it is not */
	const struct suppression *configured; /* NULL, or what the configuration says where nothing nearer decides */
	const struct suppression *expired;    /* NULL, or one that would hide it, had it not run out */
	const char *unit;      /* main file of the translation unit it was found in */
	const char *unit_configuration;
	VEC(const char *) programs; /* names, sorted */
	VEC(struct step) steps;
	size_t path_steps;     /* so many of the steps lead here, one after the other; the others stand beside */
};

#endif
