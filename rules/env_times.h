/* How often a function can run in one run of the program. */
#ifndef SNAG_RULES_ENV_TIMES_H
#define SNAG_RULES_ENV_TIMES_H

#include "engine/rule.h"

enum times {
	TIMES_NEVER,
	TIMES_ONCE_EVER, /* however often it is come by: pthread_once, a static flag */
	TIMES_ONCE,
	TIMES_OFTEN,
	TIMES_UNKNOWN,   /* a library's: callers decide */
};

enum times times_of_function(const struct program *program, const struct function *function);
/* Of an event: the function's, unless a loop comes back to it or a static flag guards it. */
enum times times_of_event(const struct program *program, const struct function *function, uint32_t event);

#endif
