/* The views: the stable way to ask the database. Tables may change from version to version; these only grow. */
#ifndef SNAG_STORE_VIEWS_H
#define SNAG_STORE_VIEWS_H

#include "store/statement.h"

/* Rises when a column is added, changes its meaning or goes; `SELECT version FROM v_version`. */
#define VIEWS_VERSION 1

/* Makes the views anew where the database has those of another version of this program. */
bool views_create(struct store *store, struct err *err);

struct view {
	const char *name, *help; /* without "v_"; one line */
	const char *sql;
};

extern const struct view views_all[];
extern const size_t views_count;

#endif
