/* Decisions to ignore: comments, baseline and database as one list, each with what is to be said of it. */
#ifndef SNAG_CLI_DECISIONS_H
#define SNAG_CLI_DECISIONS_H

#include "cli/project.h"
#include "driver/baseline.h"
#include "store/state.h"

enum decision_state {
	DECISION_HOLDS,
	DECISION_UNCHECKED, /* nobody looked whether it is needed */
	DECISION_UNUSED,    /* a comment that hides nothing */
	DECISION_GONE,      /* of a finding that is fixed */
	DECISION_EXPIRED,
	DECISION_EXPIRING,  /* within EXPIRY_NOTICE_DAYS */
	DECISION_CHANGED,   /* what it hides isn't what it was written for */
};

struct decision {
	enum decision_state state;
	const char *id;   /* of the finding; NULL of a comment */
	const char *rule, *path;
	uint32_t line, column; /* of a comment; else 0 */
	struct suppression what;
	size_t entry;     /* index into the baseline */
	int64_t row;      /* of the database */
};

struct decisions {
	VEC(struct decision) all;
};

/* As the last run of the branch that was run last saw them. The baseline has to be resolved. */
bool decisions_read(struct arena *arena, struct store *store, const struct run_row *run,
		    const struct comparison *comparison, const struct baseline *baseline, struct decisions *decisions,
		    struct err *err);

/* In words; NULL where there is nothing to be said. */
const char *decision_note(struct arena *arena, const struct decision *decision);

#endif
