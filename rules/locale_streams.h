/* C++ streams: the locale that one has, which imbue may have given it. */
#ifndef SNAG_RULES_LOCALE_STREAMS_H
#define SNAG_RULES_LOCALE_STREAMS_H

#include "engine/rule.h"
#include "link/locale.h"

/*
 * The locale of the stream that the operand is the address of, where the event
 * uses it. std::cout and its kin were made before main, and keep C.
 */
enum locale_state locale_of_stream(const struct program *program, const struct function *function, uint32_t event,
				   const Fact__Operand *stream);
/* Whether it is std::cout, std::cerr or std::clog, whoever calls. */
bool locale_stream_is_standard(const struct program *program, const struct function *function,
			       const Fact__Operand *stream);

#endif
