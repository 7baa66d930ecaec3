/* Words of protocols and formats compared without regard to case, or in the user's order. */
#include "rules/locale_words.h"
#include "rules/trace.h"

#include <string.h>

/* The word in the source on one side, or NULL. */
static const char *word_of(const struct program *program, const struct function *function, const Fact__Event *event,
			   struct arena *arena)
{
	for (size_t i = 0; i < 2 && i < event->n_args; i++) {
		const char *text = trace_text(program, function, event->args[i], arena);

		if (text && text[0])
			return text;
	}
	return NULL;
}

static void visit(struct rule_run *run, const struct function *function, const struct call *call,
		  const struct model_trait *trait)
{
	const Fact__Event *event = function->facts->events[call->event];
	enum locale_category category = trait->a ? LOCALE_COLLATE : LOCALE_CTYPE;
	const char *word = word_of(rule_program(run), function, event, rule_arena(run));
	struct finding *finding;

	/* Without regard to case only I and i differ between locales; the order of any word may. */
	if (!word || (!trait->a && (!strpbrk(word, "Ii") || !rule_libc_ctype(run, function).turkish)))
		return;
	finding = locale_report(run, function, call, category);
	if (!finding)
		return;
	finding->level = LEVEL_NOTE;
	finding->message = arena_printf(rule_arena(run), "'%s' compares the word '%s' %s", call->library, word,
					trait->a ? "in the order of the user's language" :
						   "with letters that Turkish locales pair otherwise");
	finding->fix = trait->a ? "compare with strcmp" : "compare by a function that knows ASCII alone";
}

static void check(struct rule_run *run, const struct program *program)
{
	rule_each_call(run, program, TRAIT_COMPARES, visit);
}

const struct rule rule_locale_compare = {
	.info = {
		.id = "locale-compare",
		.family = "locale",
		.level = LEVEL_NOTE,
		.preview = true,
		.whole_program = true,
		.revision = 1,
		.summary = "a word of a protocol or format is compared by the rules of the user's language",
		.why =
			"In Turkish and Azeri locales the capital of i is a dotted letter, and the small letter of I has no dot: "
			"strcasecmp(\"TITLE\", \"title\") isn't 0 there, and headers, keywords and file suffixes are no longer "
			"recognised. strcoll takes no heed of bytes at all: words may be equal or ordered otherwise than they are in C.",
		.fix =
			"Compare words of protocols and formats by a function that knows ASCII alone, or with strcmp; leave strcoll to "
			"lists that people read.",
		.limits =
			"Only where one side is a text in the source; without regard to case, one with an i or I in it. Most programs "
			"never meet such a locale, so it is a note.",
		.references =
			"POSIX.1-2017 strcasecmp\n"
			"CWE-178",
		.bench = "snag-bench locale",
	},
	.check = check,
};
