/* Closing the run of a wrapped build. */
#ifndef SNAG_CLI_REPORT_H
#define SNAG_CLI_REPORT_H

#include "cli/options.h"

/* As `snag report`, but nothing is printed of the findings, and none counts. Gives the exit status. */
int report_close(struct arena *arena, const struct options *options);

#endif
