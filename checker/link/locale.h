/* Which locale is in force at a point of the program, category by category. */
#ifndef SNAG_LINK_LOCALE_H
#define SNAG_LINK_LOCALE_H

#include "link/program.h"

/*
 * Those that change what text means; messages, money and dates don't matter here.
 * LOCALE_STREAMS is what new C++ streams get: std::locale::global sets it besides
 * the C library's, setlocale doesn't.
 */
enum locale_category { LOCALE_CTYPE, LOCALE_NUMERIC, LOCALE_COLLATE, LOCALE_STREAMS, LOCALE_CATEGORIES };

/* The worst that may hold: C on every way, not known (a library whose caller decides), or the user's on some way. */
enum locale_state { LOCALE_C, LOCALE_UNKNOWN, LOCALE_ADOPTED };

/* The state just before the event. A function that nothing reaches is in C. */
enum locale_state locale_at(const struct program *program, const struct function *function, uint32_t event,
			    enum locale_category category);

/* What an object of std::locale at that address stands for where the event uses it. */
enum locale_state locale_of_object(const struct program *program, const struct function *function, uint32_t event,
				   uint32_t address, enum locale_category category);

/*
 * The call by which the program adopts the category, of the process rather than of a thread; false where there is
 * none. Where that is done by a function that is told the category, the call of it is given first: `step` 1, 2 … are
 * those on the way to setlocale itself.
 */
bool locale_adopter(const struct program *program, enum locale_category category, size_t step,
		    const struct function **function, uint32_t *event);

/* Whether a call of setlocale can only ask: its name is a null pointer, whoever calls. */
bool locale_only_asks(const struct program *program, const struct function *function, uint32_t event);

/* Computed once, after phases; released with the program. */
void locale_compute(struct program *program);
void locale_release(struct program *program);

#endif
