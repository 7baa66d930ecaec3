/* The spool: one file to which everything collected is appended. */
#ifndef SPOOL_H
#define SPOOL_H

#include <stdbool.h>

bool spool_put(const char *spool, const char *file);
bool spool_keep(const char *spool, const char *file);

#endif
