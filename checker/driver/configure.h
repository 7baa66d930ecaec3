/* What the configuration says of units, for linking and rules. */
#ifndef SNAG_DRIVER_CONFIGURE_H
#define SNAG_DRIVER_CONFIGURE_H

#include "driver/scan.h"
#include "link/program.h"

/*
 * Asks for the folders of sources and of the project's headers, where findings
 * may stand, and tells `programs` which units a process with threads is the host
 * of. `threaded` must last as long as the programs. False where a configuration is broken.
 */
bool configure_units(struct arena *arena, const struct check_options *options, const struct scanned *scanned,
		     struct names *threaded, struct program_set *programs, struct err *err);

#endif
