/* Fractions read and written by the user's locale where machines read or write them, too. */
#include "rules/locale_format.h"
#include "rules/locale_shown.h"
#include "rules/locale_streams.h"
#include "rules/locale_words.h"
#include "rules/trace.h"

#include <string.h>

static const Fact__Operand *argument(const Fact__Event *event, int64_t number)
{
	return number >= 0 && (size_t)number < event->n_args ? event->args[number] : NULL;
}

/* --- findings ------------------------------------------------------------------------- */

/* A number that is known is written only to see which point comes out. */
static bool writes_known_number(const struct function *function, const struct call *call)
{
	const Fact__Event *event = function->facts->events[call->event];

	for (size_t a = 0; a < event->n_args && model_trait(call->library, TRAIT_PRINTS) &&
			   model_trait(call->library, TRAIT_COPIES);
	     a++)
		if (origin_of(function, origin_bare(function, event->args[a]->origin))->kind ==
		    FACT__ORIGIN_KIND__ORIGIN_FLOAT)
			return true;
	return false;
}

/* Who asks which decimal point the locale has, there or in a function called there, knows what is done. */
static bool asks_for_point(const struct program *program, const struct function *function, int depth)
{
	for (size_t i = 0; i < function->calls.len; i++) {
		const struct call *call = &program->calls.items[function->calls.items[i]];

		if (call->library &&
		    (model_trait(call->library, TRAIT_ASKS_POINT) || writes_known_number(function, call)))
			return true;
		if (depth && call->target != UINT32_MAX && call->how == CALL_DIRECT &&
		    asks_for_point(program, &program->functions.items[call->target], depth - 1))
			return true;
	}
	return false;
}

static void report(struct rule_run *run, const struct function *function, const struct call *call, const char *does,
		   const char *fix, bool doubt)
{
	struct finding *finding;

	if (asks_for_point(rule_program(run), function, 2))
		return;
	finding = locale_report(run, function, call, LOCALE_NUMERIC);
	if (!finding)
		return;
	if (doubt)
		finding->level = LEVEL_NOTE;
	finding->message = arena_printf(rule_arena(run), "'%s' %s the user's decimal point, which may be a comma",
					call->library, does);
	finding->fix = fix;
}

static bool is_fraction(const struct function *function, const Fact__Operand *operand)
{
	const Fact__Type *type = origin_type(function, operand->origin);

	if (type && type->kind == FACT__TYPE_KIND__TYPE_POINTER && type->element)
		type = function->unit->types[type->element - 1];
	return type && type->kind == FACT__TYPE_KIND__TYPE_FLOAT;
}

/* `stream >> number` and `stream << number`. */
static void judge_stream(struct rule_run *run, const struct function *function, const struct call *call,
			 const Fact__Operand *stream, const char *does)
{
	enum locale_state state = locale_of_stream(rule_program(run), function, call->event, stream);
	struct finding *finding = locale_report_in(run, function, call, LOCALE_STREAMS, state);

	if (!finding)
		return;
	finding->message = arena_printf(rule_arena(run), "'%s' %s the user's decimal point, which may be a comma",
					call->library, does);
	finding->fix = "give the stream the C locale: imbue(std::locale::classic())";
}

static void visit_write(struct rule_run *run, const struct function *function, const struct call *call,
			const struct model_trait *trait)
{
	const Fact__Event *event = function->facts->events[call->event];
	const Fact__Operand *number = argument(event, trait->a), *stream = argument(event, trait->b);

	if (!number || !is_fraction(function, number))
		return;
	if (stream) {
		if (!locale_stream_is_standard(rule_program(run), function, stream) &&
		    !locale_is_shown(run, function, call->event, stream))
			judge_stream(run, function, call, stream, "writes numbers with");
	} else if (locale_at(rule_program(run), function, call->event, LOCALE_NUMERIC) != LOCALE_C &&
		   !locale_is_shown(run, function, call->event, NULL)) {
		report(run, function, call, "writes numbers with",
		       "use std::to_chars, or a stream with the C locale", false);
	}
}

static void visit_read(struct rule_run *run, const struct function *function, const struct call *call,
		       const struct model_trait *trait)
{
	const Fact__Event *event = function->facts->events[call->event];
	const Fact__Operand *from = argument(event, trait->a);
	const char *format;

	if (from && trait->b == 2) {
		if (is_fraction(function, from))
			judge_stream(run, function, call, event->args[0], "reads numbers with");
		return;
	}
	if (!from || locale_at(rule_program(run), function, call->event, LOCALE_NUMERIC) == LOCALE_C)
		return;
	if (trait->b == 1) {
		format = trace_text(rule_program(run), function, from, rule_arena(run));
		if (!format || !locale_format_scans_fraction(format))
			return;
	}
	report(run, function, call, "reads numbers with", "read it under a locale with LC_NUMERIC \"C\" (uselocale, strtod_l)",
	       false);
}

/* The formats that a call may get: its own, or those of whoever calls a wrapper. */
struct formats {
	struct arena *arena;
	bool fraction;    /* some of them print one; of those: */
	bool data;        /* some are for machines */
	bool no_sentence; /* some aren't a whole sentence */
};

static bool see_format(void *data, const struct value_source *source)
{
	struct formats *formats = data;
	const Fact__Origin *origin = values_source_origin(source);
	const char *format;

	if (origin->kind != FACT__ORIGIN_KIND__ORIGIN_STRING || source->computed)
		return true;
	format = arena_strndup(formats->arena, (const char *)origin->text.data, origin->text.len);
	if (!locale_format_prints_fraction(format))
		return true;
	formats->fraction = true;
	formats->data = formats->data || !locale_format_is_for_people(format);
	formats->no_sentence = formats->no_sentence || !locale_format_is_sentence(format);
	return true;
}

static void visit_print(struct rule_run *run, const struct function *function, const struct call *call,
			const struct model_trait *trait)
{
	const struct program *program = rule_program(run);
	const Fact__Event *event = function->facts->events[call->event];
	const Fact__Operand *operand = argument(event, trait->a), *to = argument(event, trait->b);
	const Fact__Type *type = to ? origin_type(function, to->origin) : NULL;
	struct formats formats = { .arena = rule_arena(run) };
	bool stream, person;

	if (!operand || locale_at(program, function, call->event, LOCALE_NUMERIC) == LOCALE_C ||
	    locale_is_translated(program, function, operand))
		return;
	values_trace(program, function, operand, see_format, &formats);
	if (!formats.fraction)
		return;
	stream = trait->b < 0 || !model_trait(call->library, TRAIT_COPIES);
	if (stream && type && type->kind == FACT__TYPE_KIND__TYPE_RECORD)
		return;
	person = stream ? trait->b < 0 || locale_is_to_person(program, function, to) :
			  locale_is_shown(run, function, call->event, to);
	if (person && (!stream || !formats.data))
		return;
	report(run, function, call, "writes numbers with",
	       "write it under a locale with LC_NUMERIC \"C\" (uselocale)", stream && !formats.no_sentence);
}

static void check(struct rule_run *run, const struct program *program)
{
	rule_each_call(run, program, TRAIT_READS_FRACTION, visit_read);
	rule_each_call(run, program, TRAIT_WRITES_FRACTION, visit_write);
	rule_each_call(run, program, TRAIT_PRINTS, visit_print);
}

const struct rule rule_locale_numeric = {
	.info = {
		.id = "locale-numeric",
		.family = "locale",
		.level = LEVEL_WARNING,
		.whole_program = true,
		.revision = 1,
		.summary = "a number for machines has the decimal point of the user's locale",
		.why =
			"After setlocale(LC_ALL, \"\") or LC_NUMERIC, strtod, atof, scanf and printf use the decimal point of the user's "
			"language. In German, French or Brazilian locales that is a comma: strtod(\"1.5\") gives 1 and stops at the dot, "
			"printf(\"%.1f\") writes 2,5. Files and protocols that have a dot are then misread without an error, and what is "
			"written is not understood elsewhere, or has a column more.\n\n"
			"Developers and build machines run in C or English, where all of that works.",
		.fix =
			"Leave LC_NUMERIC at \"C\": setlocale(LC_NUMERIC, \"C\") behind setlocale(LC_ALL, \"\"). Where numbers are shown to "
			"people, use a locale_t with uselocale around the other ones, or strtod_l.",
		.limits =
			"What is read counts as data always. What is printed to standard output or error between words is taken to be "
			"for a person; so is a translated format, and a buffer that is only shown. Sentences that go to another file are "
			"a note. What a wrapper of vprintf prints is judged by the formats of all its callers, on the wrapper's line. "
			"Formats that aren't literals are not seen.",
		.references =
			"ISO C17 7.22.1.3\n"
			"POSIX.1-2017 strtod\n"
			"CWE-1286",
		.bench = "snag-bench locale",
	},
	.check = check,
};
