/* Whether a read or write moves one record, header or message of fixed size, not a piece of a stream. */
#ifndef SNAG_RULES_RECORD_H
#define SNAG_RULES_RECORD_H

#include "engine/rule.h"

/* What is known of the memory that a read fills or a write sends. */
struct buffer {
	bool record;  /* whole records, or one scalar larger than a byte */
	bool literal; /* a text in the source */
};

struct buffer buffer_of(const struct program *program, const struct function *function, const Fact__Operand *address,
			int64_t size);

/* Whether the object that a write sends whole is a byte that only ever holds constants: an answer, a mark, a wake-up. */
bool holds_constants(const struct program *program, const struct function *function, const Fact__Operand *address);

/* Whether nothing is done with what a read brought but to ask whether something came. */
bool read_discarded(const struct function *function, uint32_t event, const Fact__Operand *address);

/* Whether the call's result is compared with exactly `size` and the buffer is then taken apart at constant places. */
bool header_read(const struct program *program, const struct function *function, uint32_t event,
		 const Fact__Operand *address, int64_t size);

#endif
