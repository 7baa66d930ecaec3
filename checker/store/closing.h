/* What is known while a run is being closed: the run before it, which findings are which, what goes into the snapshot. */
#ifndef SNAG_STORE_CLOSING_H
#define SNAG_STORE_CLOSING_H

#include "store/match.h"
#include "store/writer.h"

/* What became of a unit in this run. */
enum fate {
	FATE_ANALYSED, /* what isn't found in it any more is gone */
	FATE_IN_PART,  /* what is found in it is there */
	FATE_UNSEEN,   /* nothing is known */
	FATE_GONE,
};

struct unit_row {
	int64_t unit, set; /* set 0: nothing was found in it */
	const char *status, *input_hash, *note;
	enum fate fate;
};

/* A finding of the run before, in one unit and program. */
struct base_row {
	int64_t unit, program, set;
	size_t finding; /* index into base.findings */
	bool held;      /* that this run doesn't have it proves nothing */
};

struct base_finding {
	int64_t finding, site, rule;
	uint32_t ordinal;
	enum level level;
	bool whole_program;
	bool edited;  /* its statement was changed: another finding stands for it */
	size_t now; /* index into closing.sites of the site that it was found at, or MATCH_NONE */
};

struct base {
	int64_t run, snapshot; /* 0: there is none */
	const char *branch;
	VEC(struct unit_row) units;
	VEC(struct base_row) rows;
	VEC(struct base_finding) findings;
	VEC(struct match_site) sites; /* in parallel */
	struct map by_finding;        /* finding → index */
	struct map analysed_rules, unproven_programs; /* sets: rules that are on, programs not seen whole */
};

/* A place of this run where something was found; several units may see one in a header. */
struct site {
	const struct finding *first;
	int64_t finding, site;
	uint32_t ordinal;
	enum finding_state state;
	int64_t was; /* finding that it was before it was edited, or 0 */
};

struct occurrence {
	int64_t unit, finding, program, site;
	bool carried;
	const struct finding *what;
};

struct program_row {
	int64_t program;
	bool complete;
	VEC(int64_t) units; /* sorted, each once */
};

struct decision_row {
	int64_t finding;
	const struct suppression *what;
};

struct closing {
	struct writer writer;
	struct arena *results; /* for what is handed back */
	const struct stored_run *in;
	struct closed_run *out;
	int64_t run, snapshot, closed_at;
	char today[11];
	struct base base;
	VEC(struct unit_row) units; /* of this run and, carried or gone, of the one before; sorted by unit */
	VEC(int64_t) rules;         /* sorted */
	VEC(struct site) sites;
	VEC(struct match_site) places; /* in parallel */
	size_t *site_of;               /* of each finding of the run */
	VEC(struct occurrence) occurrences;
	VEC(struct program_row) programs;
	VEC(struct decision_row) decisions; /* sorted by finding */
};

/* The steps, in their order: store/close.c calls them. */
bool base_find(struct closing *c);     /* which run is compared with */
bool base_load(struct closing *c);     /* what it had, and what became of its units */
void base_hold(struct closing *c);     /* which of that can't be missed */
bool sites_match(struct closing *c);   /* which findings are which */
bool sites_name(struct closing *c);    /* each one's row */
bool changes_find(struct closing *c);  /* states, against the run before */
bool decisions_make(struct closing *c); /* which suppression hides what */
bool snapshot_write(struct closing *c); /* what the run saw, where it is new */
bool changes_write(struct closing *c);

void base_release(struct base *base);

/* The unit's fate by its status. */
enum fate fate_of(const char *status);

#endif
