/* From IR to facts: control flow, value origins and ranges. */
#ifndef SNAG_FLOW_FLOW_H
#define SNAG_FLOW_FLOW_H

#include "model/facts.h"
#include "model/ir.h"

/* The facts of a unit, in `arena`. Never fails: what can't be told is ORIGIN_UNKNOWN. */
Fact__Unit *flow_facts(struct arena *arena, const struct ir_unit *unit);

#endif
