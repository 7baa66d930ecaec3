/* The database's schema, as steps from one version to the next. */
#ifndef SNAG_STORE_SCHEMA_H
#define SNAG_STORE_SCHEMA_H

#include "store/statement.h"

/* "snag" in ASCII: stands in the header of each of our databases, see PRAGMA application_id. */
#define SCHEMA_APPLICATION 0x736e6167

/* The version this program writes: the number of steps. */
int schema_version(void);
/* Whether we can read a database of that schema number: false for a newer one than ours. */
bool schema_accept(const char *path, int64_t version, struct err *err);
/* The schema number of the open database; a newer one than ours is refused. */
bool schema_check(struct store *store, int64_t *version, struct err *err);
/* Takes the database to our version, one transaction a step. */
bool schema_migrate(struct store *store, struct err *err);
/* The same up to an older version: for tests. */
bool schema_migrate_to(struct store *store, int version, struct err *err);

/* The same for any list of steps: step n leads from version n to n + 1. */
bool schema_apply(struct store *store, const char *const *steps, int count, struct err *err);

#endif
