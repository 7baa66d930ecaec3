/* Facts of many commands, made by scanners. */
#ifndef SNAG_DRIVER_SCAN_H
#define SNAG_DRIVER_SCAN_H

#include "driver/check.h"

struct scanned {
	struct check_unit *units; /* in the order of the commands */
	/* In parallel. A unit that wasn't analysed has its status and reason. NULL only where the options leave it unread. */
	Fact__Unit **facts;
	const char **kept;        /* in parallel: the cache's file of them, or NULL */
	size_t count;
};

/* Takes over what the facts themselves say of a unit. */
void check_unit_count(struct check_unit *unit, const Fact__Unit *facts);

/*
 * Scans every command; the facts files themselves are gone afterwards. Uses
 * scanner, jobs, timeout and progress of the options. False for what stops the
 * whole run.
 */
bool scan_commands(struct arena *arena, const struct commands *commands, const struct check_options *options,
		   struct scanned *scanned, struct err *err);

#endif
