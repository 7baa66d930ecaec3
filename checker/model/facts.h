/* Facts of a translation unit as a file: the generated messages of facts.proto, read, written and printed. */
#ifndef SNAG_MODEL_FACTS_H
#define SNAG_MODEL_FACTS_H

#include "base/arena.h"
#include "base/err.h"
#include "base/strbuf.h"

#include "facts.pb-c.h"

/* Changes with every change of facts.proto or of what fills it: another one's files are refused. */
#define FACTS_FORMAT "snag-facts-10"

/*
 * Everything read lies in `arena`; nothing is to be freed. Indices are checked
 * (facts_check), so readers need not. No place is NULL: one of line 0 is nowhere.
 */
bool facts_read(struct arena *arena, const char *path, Fact__Unit **unit, struct err *err);
bool facts_unpack(struct arena *arena, const void *bytes, size_t length, Fact__Unit **unit, struct err *err);
/*
 * Whether the facts hold together: every index in range, the events of a block
 * its own, calls with a callee, stores with target and value, origins with the
 * arguments of their kind, no circle of dominators, loops or type elements.
 */
bool facts_check(const Fact__Unit *unit, struct err *err);
/* By temporary name and rename. */
bool facts_write(const char *path, const Fact__Unit *unit, struct err *err);

/* A unit that couldn't be analysed: only the main file, the status and the reason in one line. */
void facts_init_failed(Fact__Unit *unit, const char *main_file, Fact__Status status, const char *note);

/* Stable text for goldens and people. */
void facts_print(const Fact__Unit *unit, struct strbuf *out);
/* One origin of a function as a short expression: `load(&environ)`, `result(#3 getenv)`. */
void facts_print_origin(const Fact__Unit *unit, const Fact__Function *function, uint32_t origin, struct strbuf *out);

/* Of operations, as ir_op_… of the IR's: they have the same numbers. */
bool facts_op_is_comparison(Fact__Op op);
Fact__Op facts_op_negated(Fact__Op op);
Fact__Op facts_op_mirrored(Fact__Op op);

/* The same text as the messages want it: protobuf-c declares char * for what it never changes. "" for NULL. */
char *facts_text(const char *text);

const char *facts_status_name(Fact__Status status); /* "ok", "partial", … as the database spells them */

#endif
