/* One compile command to its facts: front end, check, flow. */
#ifndef SNAG_SCAN_UNIT_H
#define SNAG_SCAN_UNIT_H

#include "command/command.h"
#include "model/facts.h"
#include "model/ir.h"

/* Has the project's own models, as extension_text writes them, hold in this process. Once, before anything is scanned. */
bool scan_models(struct arena *arena, const char *models, struct err *err);

/*
 * The IR of a command. A function whose IR breaks a convention is left out and
 * makes the unit partial. FAILED: there is no IR, and `*note` says why.
 */
Fact__Status scan_ir(struct arena *arena, const struct command *command, struct ir_unit **unit, const char **note);

/* The facts of a command; a failure is a unit, too. Never NULL. */
Fact__Unit *scan_unit(struct arena *arena, const struct command *command);

/* The unit of a command that gave no facts. Strings aren't copied. */
void scan_failed(Fact__Unit *unit, const struct command *command, Fact__Status status, const char *note);

#endif
