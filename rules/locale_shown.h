/* Who sees a text with a number in it: a person, or a machine as far as can be told. */
#ifndef SNAG_RULES_LOCALE_SHOWN_H
#define SNAG_RULES_LOCALE_SHOWN_H

#include "engine/rule.h"

/* Whether the stream is standard output or standard error, whoever calls: one of C's, a descriptor, or one of C++'s. */
bool locale_is_to_person(const struct program *program, const struct function *function, const Fact__Operand *stream);
/* Whether the format was translated for the user. */
bool locale_is_translated(const struct program *program, const struct function *function,
			  const Fact__Operand *format);
/*
 * Whether all that becomes of a text that the event makes is that a person sees
 * it, or it is looked at: of the memory at that address, or of what the event
 * returns (NULL). So is a text in which a point is put where the comma may be.
 */
bool locale_is_shown(struct rule_run *run, const struct function *function, uint32_t event,
		     const Fact__Operand *buffer);

#endif
