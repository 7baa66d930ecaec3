/* What the benches measured on a machine, kept beside the findings that it justifies. */
#ifndef SNAG_STORE_EVIDENCE_H
#define SNAG_STORE_EVIDENCE_H

#include "base/vec.h"
#include "store/store.h"

struct evidence {
	const char *name;    /* dotted, begins with the bench's: "env.getenv.crash" */
	const char *libc;    /* "glibc 2.36" */
	const char *what;    /* for people */
	const char *value;   /* as a number is written; NULL where there is none */
	const char *unit, *verdict, *rule, *note;
	const char *machine; /* its processor */
	int64_t measured_at; /* seconds since 1970, UTC */
};

struct evidences {
	VEC(struct evidence) all; /* by name, then libc; strings live in the arena */
};

/* The latest of each name and libc is kept; all of them, or none. */
bool evidence_put(struct store *store, const struct evidence *rows, size_t count, struct err *err);
/* Those of a bench. */
bool evidence_read(struct arena *arena, struct store *store, const char *bench, struct evidences *found,
		   struct err *err);

#endif
