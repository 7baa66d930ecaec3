/* Writes one function's values and events down as facts. */
#ifndef SNAG_FLOW_EMIT_H
#define SNAG_FLOW_EMIT_H

#include "flow/body.h"
#include "flow/range.h"
#include "model/facts.h"

/* The message lies in `arena`; the body may go afterwards. */
Fact__Function *emit_function(struct arena *arena, struct body *body, struct ranges *ranges);

/* A place of the IR as a message in `arena`. Never NULL. */
Fact__Extent *emit_extent(struct arena *arena, const struct ir_extent *extent);
Fact__Place *emit_place(struct arena *arena, const struct ir_unit *unit, const struct ir_place *place);

/* An array of message pointers with room for `count`, none filled yet. */
void *emit_array(struct arena *arena, size_t count);

#endif
