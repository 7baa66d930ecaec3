/* Findings on calls that obey the locale: their level, and the step that names who adopts it. */
#include "rules/locale_words.h"

struct finding *locale_report_in(struct rule_run *run, const struct function *function, const struct call *call,
				 enum locale_category category, enum locale_state state)
{
	static const char *const names[] = { "LC_CTYPE", "LC_NUMERIC", "LC_COLLATE", "locale for C++ streams" };
	const struct function *adopter;
	struct finding *finding;
	uint32_t event;

	if (state == LOCALE_C)
		return NULL;
	finding = rule_report(run, function, call->event, call->library);
	finding->confidence = state == LOCALE_UNKNOWN || call->maybe ? CONFIDENCE_MAYBE : CONFIDENCE_LIKELY;
	if (state == LOCALE_UNKNOWN || call->maybe)
		finding->level = LEVEL_NOTE;
	for (size_t i = 0; state == LOCALE_ADOPTED && locale_adopter(rule_program(run), category, i, &adopter, &event); i++)
		rule_step(run, finding, adopter, event, "%s%s",
			  i ? "that is done here: the user's " : "the program adopts the user's ", names[category]);
	finding->path_steps = finding->steps.len;
	return finding;
}

struct finding *locale_report(struct rule_run *run, const struct function *function, const struct call *call,
			      enum locale_category category)
{
	return locale_report_in(run, function, call, category,
				locale_at(rule_program(run), function, call->event, category));
}
