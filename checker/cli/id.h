/* Ids of findings, as people give them. */
#ifndef SNAG_CLI_ID_H
#define SNAG_CLI_ID_H

#include "store/state.h"

/* The start of an id will do where no other begins so; those that do are printed. */
bool id_find(struct arena *arena, struct store *store, const char *start, int64_t *finding, struct err *err);

#endif
