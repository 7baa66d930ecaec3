/* bad-suppression: a comment that was meant to suppress a finding, and suppresses nothing. */
#include "engine/rule.h"

const struct rule rule_bad_suppression = {
	.info = {
		.id = "bad-suppression",
		.family = "bad",
		.level = LEVEL_WARNING,
		.revision = 1,
		.summary = "a comment that was meant to suppress a finding, and suppresses nothing",
		.why = "A suppression names its rules, gives a reason, and ends on its day. One that is misspelt would look as if "
		       "somebody had decided, while the finding is still counted, or, worse, would hide more than was meant. "
		       "So what isn't understood suppresses nothing, and is reported.",
		.fix = "Write `snag: ignore[RULE] reason` at the line's end, or alone on a line above the statement. "
		       "`until=2027-01-31` behind the rule ends it, and `kind=false-positive` says that snag is wrong.",
		.limits = "Only comments that begin with the marker, or have it at the beginning of one of their lines, are "
			  "read. Of `NOLINT(…)` only the names that begin with `snag-` are. A suppression that hides nothing is "
			  "told as a note, and only where everything that includes its file was analysed.",
		.references = "clang-tidy, \"Suppressing Undesired Diagnostics\"",
		.bench = "snag query comments",
	},
	/* Nothing to check: it is found in the text of sources, not in facts, and driver/inline.c reads it there. */
};
