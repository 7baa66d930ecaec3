/* What benches measured on this machine, in words: for those who explain a rule. */
#ifndef SNAG_CLI_MEASURED_H
#define SNAG_CLI_MEASURED_H

#include "base/vec.h"
#include "cli/output.h"

struct measured {
	VEC(struct report_measured) all;
};

/* Adds what the database holds of a rule's bench: nothing where there is no database, or `bench` is NULL or no bench. */
void measured_find(struct arena *arena, const char *database, const char *bench, struct measured *found);
/* Gives the report what it shows beside its rules, where some output does. */
void measured_add(struct arena *arena, const char *database, const struct outputs *outputs, struct report_run *run);

#endif
