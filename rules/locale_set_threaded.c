/* setlocale while other threads run. */
#include "link/locale.h"
#include "rules/trace.h"

/* The worst of the states in which the call is reached; NULL where it's on one thread alone. */
static const struct phase *worst_phase(const struct program *program, const struct function *function, uint32_t event)
{
	const struct phase *phases, *worst = NULL;
	size_t count = phase_at(program, function, event, &phases);

	for (size_t i = 0; i < count; i++) {
		const struct phase *phase = &phases[i];
		bool doubt = phase->maybe || phase->joined_in_doubt;

		if (phase->threads == THREADS_SINGLE)
			continue;
		if (!worst || (phase->threads == THREADS_THREADED && worst->threads != THREADS_THREADED) ||
		    (phase->threads == worst->threads && !doubt && (worst->maybe || worst->joined_in_doubt)))
			worst = phase;
	}
	return worst;
}

static void visit(struct rule_run *run, const struct function *function, const struct call *call,
		  const struct model_trait *trait)
{
	const struct program *program = rule_program(run);
	const struct phase *phase = worst_phase(program, function, call->event);
	struct finding *finding;
	bool sure;

	(void)trait;
	if (!phase || locale_only_asks(program, function, call->event))
		return;
	sure = phase->threads == THREADS_THREADED && !phase->maybe && !phase->joined_in_doubt && !call->maybe;
	finding = rule_report(run, function, call->event, call->library);
	finding->level = sure ? LEVEL_WARNING : LEVEL_NOTE;
	finding->confidence = sure ? CONFIDENCE_SURE : CONFIDENCE_MAYBE;
	finding->message = arena_printf(rule_arena(run), "'%s' changes the locale of the whole process %s", call->library,
					phase->threads == THREADS_UNKNOWN ? "; if the caller has threads, theirs too" :
									    "while other threads run");
	finding->fix = "give the thread a locale of its own by uselocale";
	phase_witness(program, function, call->event, phase, rule_arena(run), finding);
}

static void check(struct rule_run *run, const struct program *program)
{
	rule_each_call(run, program, TRAIT_LOCALE_SET, visit);
	rule_each_call(run, program, TRAIT_LOCALE_GLOBAL, visit);
}

const struct rule rule_locale_set_threaded = {
	.info = {
		.id = "locale-set-threaded",
		.family = "locale",
		.level = LEVEL_WARNING,
		.whole_program = true,
		.revision = 1,
		.summary = "setlocale is called while other threads run",
		.why =
			"setlocale changes the locale of every thread at once and frees what the old one was made of. Another thread "
			"that formats a number, classifies a character or looks up a message in that moment reads memory that is "
			"changing. POSIX says that it need not be safe to call beside any function that looks at the locale.\n\n"
			"Switching to \"C\" around a conversion and back again, as parsers do, is the same twice over, and in between "
			"the other threads see commas turn into dots and back.",
		.fix =
			"Set the locale once, before the first thread starts. For one conversion make a locale by newlocale and give "
			"it to the thread by uselocale, or use functions that take a locale (strtod_l).",
		.limits =
			"Locks around the calls don't silence it: functions that look at the locale don't take them. A call with a "
			"null pointer only asks and isn't reported; nor is one in a forked child, which has one thread.",
		.references =
			"POSIX.1-2017 setlocale\n"
			"CERT C CON33-C\n"
			"CWE-362",
		.bench = "snag-bench locale",
	},
	.check = check,
};
