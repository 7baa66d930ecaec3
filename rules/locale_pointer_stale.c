/* The name that setlocale returned, used after another setlocale. */
#include "rules/trace.h"

#include "link/locale.h"

struct search {
	const struct program *program;
	const struct function *function;
	uint32_t got; /* the call whose result is looked at */
};

static bool is_got(void *data, uint32_t event)
{
	const struct search *search = data;

	return event == search->got;
}

static bool reaches(const struct search *search, uint32_t from, uint32_t to)
{
	struct path_query query = { .program = search->program,
				    .function = search->function,
				    .from = from,
				    .blocks = is_got,
				    .data = (void *)(uintptr_t)search };

	return path_reaches_event(&query, to);
}

static bool is_result(const struct search *search, const Fact__Operand *operand)
{
	const Fact__Origin *origin;

	if (!operand)
		return false;
	origin = origin_of(search->function, origin_bare(search->function, operand->origin));
	if (origin->kind == FACT__ORIGIN_KIND__ORIGIN_UNION)
		for (size_t i = 0; i < origin->n_args; i++) {
			const Fact__Origin *one = origin_of(search->function, origin_bare(search->function, origin->args[i]));

			if (one->kind == FACT__ORIGIN_KIND__ORIGIN_RESULT && (uint64_t)one->number == search->got)
				return true;
		}
	return origin->kind == FACT__ORIGIN_KIND__ORIGIN_RESULT && (uint64_t)origin->number == search->got;
}

static bool uses(const struct search *search, uint32_t index)
{
	const Fact__Event *event = search->function->facts->events[index];

	for (size_t a = 0; a < event->n_args; a++)
		if (is_result(search, event->args[a]))
			return true;
	return is_result(search, event->value);
}

/* Another call that sets a locale, between the result and its use. */
static bool overwritten_before(const struct search *search, uint32_t use, uint32_t *by)
{
	const struct function *function = search->function;

	for (size_t i = 0; i < function->calls.len; i++) {
		const struct call *call = &search->program->calls.items[function->calls.items[i]];

		if (!call->library || !model_trait(call->library, TRAIT_LOCALE_SET) || call->event == search->got ||
		    call->event == use || locale_only_asks(search->program, function, call->event))
			continue;
		if (reaches(search, search->got, call->event) && reaches(search, call->event, use)) {
			*by = call->event;
			return true;
		}
	}
	return false;
}

static void visit(struct rule_run *run, const struct function *function, const struct call *call,
		  const struct model_trait *trait)
{
	struct search search = { rule_program(run), function, call->event };
	struct finding *finding;
	uint32_t by;

	(void)trait;
	for (uint32_t e = 0; e < function->facts->n_events; e++) {
		if (!uses(&search, e) || !overwritten_before(&search, e, &by))
			continue;
		finding = rule_report(run, function, e, call->library);
		finding->message = "the name that 'setlocale' returned is used after another 'setlocale', which may have overwritten "
				   "it";
		finding->fix = "copy it with strdup before the locale changes";
		rule_step(run, finding, function, call->event, "the name is returned here");
		rule_step(run, finding, function, by, "the locale changes here");
		return;
	}
}

static void check(struct rule_run *run, const struct program *program)
{
	rule_each_call(run, program, TRAIT_LOCALE_SET, visit);
}

const struct rule rule_locale_pointer_stale = {
	.info = {
		.id = "locale-pointer-stale",
		.family = "locale",
		.level = LEVEL_WARNING,
		.preview = true,
		.revision = 1,
		.summary = "setlocale's result is used after the next setlocale",
		.why =
			"setlocale returns a pointer to the library's own storage, which the next call may overwrite or free. Code that "
			"keeps it to put the locale back puts back something else: another locale, or none, for a name that isn't one "
			"is refused and the error mostly ignored. The C locale stays in force then, or freed memory is read.",
		.fix = "Copy the name (strdup) before the locale is changed, or use uselocale, whose result stays valid.",
		.limits =
			"Only within one function, and only a result that is held in a variable of it. Changes that callees make are "
			"not seen.",
		.references =
			"ISO C17 7.11.1.1, paragraph 8\n"
			"POSIX.1-2017 setlocale\n"
			"CERT C ENV34-C",
		.bench = "snag-bench locale",
	},
	.check = check,
};
