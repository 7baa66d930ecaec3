/* What a run found, read from the database that `snag check` wrote, and the sources that it was found in. */
#ifndef SNAG_BENCH_SITES_H
#define SNAG_BENCH_SITES_H

#include "base/map.h"
#include "store/store.h"

struct source {
	const char **lines; /* from 1; [count + 1] is the end */
	uint32_t count;
};

struct sites {
	const char *tree;
	VEC(struct finding *) findings; /* by path, line, column, rule, subject; each place once */
	VEC(struct stored_unit) units;
	VEC(const struct rule_info *) rules;
	struct names paths, unit_names, rule_names;
	VEC(struct source) sources; /* in parallel with paths */
	struct arena arena;
};

/* All that the only run of a database found, as if every unit had been analysed whole. */
bool sites_read(const char *database, const char *tree, struct sites *sites, struct err *err);
void sites_release(struct sites *sites);

/*
 * The lines of the statement that a finding lies in, by the look of the source:
 * up to the line that ends with ';', '{', '}' or ':' on either side.
 */
void sites_statement(struct sites *sites, const struct finding *finding, uint32_t *first, uint32_t *last);
/* The place's own text without blanks, backslashes and comments. */
const char *sites_text(struct sites *sites, const struct finding *finding);
/* So for the whole lines of its statement. */
const char *sites_lines(struct sites *sites, const struct finding *finding);

/* The run as the store takes it. */
struct stored_run sites_run(const struct sites *sites);

#endif
