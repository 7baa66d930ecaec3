/* What rules on the locale say alike. */
#ifndef SNAG_RULES_LOCALE_WORDS_H
#define SNAG_RULES_LOCALE_WORDS_H

#include "engine/rule.h"
#include "link/locale.h"

/*
 * Begins a finding at a call whose answer depends on the category, where the
 * program may have adopted it there; NULL where it is surely C. A library's
 * finding, and one behind a guess, is a note.
 */
struct finding *locale_report(struct rule_run *run, const struct function *function, const struct call *call,
			      enum locale_category category);
/* The same where more is known of the state than that of the whole program. */
struct finding *locale_report_in(struct rule_run *run, const struct function *function, const struct call *call,
				 enum locale_category category, enum locale_state state);

#endif
