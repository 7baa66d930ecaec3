/* What a run covered and cost, as JSON for scripts: --stats. */
#ifndef SNAG_CLI_STATS_H
#define SNAG_CLI_STATS_H

#include "driver/check.h"

#define OPTION_STATS { "--stats", "PATH", "write what was covered, and what it cost, as JSON" }

/* The file is written whole or not at all. Paths below `root` are written without it. */
bool stats_write(const char *path, const struct check_result *result, const char *root, struct err *err);

#endif
