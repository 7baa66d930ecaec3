/* Reads --reason, --kind, --until and --author. */
#include "cli/author.h"

#include "driver/revision.h"
#include "model/date.h"

#include <string.h>

bool suppression_from(struct arena *arena, const struct options *options, const char *root, const char *source,
		      unsigned max_days, struct suppression *suppression, struct err *err)
{
	static const char *const kinds[] = { "accepted", "false-positive", "later" };
	const char *reason = option_value(options, "--reason", NULL), *until = option_value(options, "--until", NULL);
	const char *author = option_value(options, "--author", NULL);
	size_t kind = 0;

	if (!reason || strlen(reason) < 3)
		return err_set(err, "a decision needs a reason: --reason TEXT, three characters or more");
	if (!option_choice(options, "--kind", kinds, 3, &kind, err))
		return false;
	if (until && !date_is_valid(until))
		return err_set(err, "option '--until' needs a date as 2027-01-31, not '%s'", until);
	if (!strcmp(kinds[kind], "later") && !until)
		return err_set(err, "what is to be mended later needs a date: --until");
	if (max_days) {
		char *last = arena_alloc(arena, DATE_SIZE);

		date_text(date_today() + max_days, last);
		if (until && strcmp(until, last) > 0)
			return err_set(err, "option '--until': max-days allows no later day than %s", last);
		until = until ? until : last;
	}
	if (!author)
		author = revision_author(arena, root);
	*suppression = (struct suppression){ source, kinds[kind], reason, until, author ? author : "" };
	return true;
}
