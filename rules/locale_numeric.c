/* Fractions read and written by the user's locale where machines read or write them, too. */
#include "rules/locale_format.h"
#include "rules/locale_words.h"
#include "rules/trace.h"

#include <string.h>

/* Uses of one buffer that are looked at. */
struct uses {
	const struct program *program;
	struct arena *arena;
	const struct function *function; /* of the call that fills it */
	uint32_t event;
	bool any, other; /* shown to a person; anything else */
};

static const Fact__Operand *argument(const Fact__Event *event, int64_t number)
{
	return number >= 0 && (size_t)number < event->n_args ? event->args[number] : NULL;
}

static bool is_standard_stream(const struct function *function, const Fact__Operand *operand)
{
	const Fact__Origin *origin = origin_of(function, origin_bare(function, operand->origin));
	const char *name;

	if (origin->kind == FACT__ORIGIN_KIND__ORIGIN_INT)
		return origin->number == 1 || origin->number == 2;
	if (origin->kind != FACT__ORIGIN_KIND__ORIGIN_LOAD)
		return false;
	origin = origin_of(function, origin_bare(function, origin->args[0]));
	if (origin->kind != FACT__ORIGIN_KIND__ORIGIN_GLOBAL)
		return false;
	name = function->unit->symbols[origin->symbol]->name;
	return !strcmp(name, "stdout") || !strcmp(name, "stderr") || !strcmp(name, "__stdoutp") ||
	       !strcmp(name, "__stderrp");
}

struct stream_trace {
	bool any, standard;
};

static bool see_stream(void *data, const struct value_source *source)
{
	struct stream_trace *trace = data;
	Fact__Operand operand = { .origin = source->origin };

	trace->standard = !source->init && is_standard_stream(source->function, &operand) && (trace->standard || !trace->any);
	trace->any = true;
	return trace->standard;
}

/* Whether it is standard output or standard error, whoever calls. */
static bool prints_to_person(const struct program *program, const struct function *function, const Fact__Operand *stream)
{
	struct stream_trace trace = { 0 };

	if (is_standard_stream(function, stream))
		return true;
	values_trace(program, function, stream, see_stream, &trace);
	return trace.any && trace.standard;
}

static bool is_translated(const struct program *program, const struct function *function, const Fact__Operand *format)
{
	const char *callee = result_of(program, function, format->origin);

	return callee && model_trait(callee, TRAIT_TRANSLATES);
}

/* --- what becomes of a buffer -------------------------------------------------------- */

static bool is_in(const struct function *function, const Fact__Operand *operand, uint32_t root)
{
	return origin_root(function, operand->origin) == root;
}

static bool shows(const struct uses *uses, const struct function *function, const Fact__Event *event, const char *callee,
		  uint32_t root)
{
	const struct model_trait *shows = model_trait(callee, TRAIT_SHOWS), *prints = model_trait(callee, TRAIT_PRINTS);
	const Fact__Operand *operand;
	const char *format;

	if (shows && (operand = argument(event, shows->a)) && is_in(function, operand, root))
		return shows->b < 0 || prints_to_person(uses->program, function, event->args[shows->b]);
	if (!prints || !(operand = argument(event, prints->a)))
		return false;
	if (is_translated(uses->program, function, operand))
		return true;
	format = trace_text(uses->program, function, operand, uses->arena);
	return format && locale_format_is_for_people(format) &&
	       (prints->b < 0 || prints_to_person(uses->program, function, event->args[prints->b]));
}

static void see_uses(struct uses *uses, const struct function *function, uint32_t root)
{
	for (uint32_t i = 0; i < function->facts->n_events; i++) {
		const Fact__Event *event = function->facts->events[i];
		const char *callee = program_library_callee(uses->program, function, i);
		bool used = event->value && is_in(function, event->value, root);

		for (size_t a = 0; a < event->n_args; a++)
			used = used || is_in(function, event->args[a], root);
		if (!used || (function == uses->function && i == uses->event))
			continue;
		if (callee && shows(uses, function, event, callee, root))
			uses->any = true;
		else if (!callee || !model_trait(callee, TRAIT_RANGE) || model_trait(callee, TRAIT_COPIES))
			uses->other = true;
	}
}

static bool see_buffer(void *data, const struct value_source *source)
{
	struct uses *uses = data;
	const Fact__Origin *origin = values_source_origin(source);

	if (source->init || origin->kind != FACT__ORIGIN_KIND__ORIGIN_LOCAL)
		uses->other = true;
	else
		see_uses(uses, source->function, source->origin);
	return !uses->other;
}

/* Whether all that happens to the buffer is that a person sees it. */
static bool buffer_is_shown(struct rule_run *run, const struct function *function, uint32_t event,
			    const Fact__Operand *buffer)
{
	struct uses uses = {
		.program = rule_program(run), .arena = rule_arena(run), .function = function, .event = event
	};

	trace_memory(rule_program(run), function, buffer->origin, see_buffer, &uses);
	return uses.any && !uses.other;
}

/* --- findings ------------------------------------------------------------------------- */

static void report(struct rule_run *run, const struct function *function, const struct call *call, const char *does,
		   const char *fix, bool doubt)
{
	struct finding *finding = locale_report(run, function, call, LOCALE_NUMERIC);

	if (!finding)
		return;
	if (doubt)
		finding->level = LEVEL_NOTE;
	finding->message = arena_printf(rule_arena(run), "'%s' %s the user's decimal point, which may be a comma",
					call->library, does);
	finding->fix = fix;
}

static void visit_read(struct rule_run *run, const struct function *function, const struct call *call,
		       const struct model_trait *trait)
{
	const Fact__Operand *from = argument(function->facts->events[call->event], trait->a);
	const char *format;

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

static void visit_print(struct rule_run *run, const struct function *function, const struct call *call,
			const struct model_trait *trait)
{
	const struct program *program = rule_program(run);
	const Fact__Event *event = function->facts->events[call->event];
	const Fact__Operand *operand = argument(event, trait->a), *to = argument(event, trait->b);
	const Fact__Type *type = to ? origin_type(function, to->origin) : NULL;
	const char *format;
	bool stream, person;

	if (!operand || locale_at(program, function, call->event, LOCALE_NUMERIC) == LOCALE_C ||
	    is_translated(program, function, operand))
		return;
	format = trace_text(program, function, operand, rule_arena(run));
	if (!format || !locale_format_prints_fraction(format))
		return;
	stream = trait->b < 0 || !model_trait(call->library, TRAIT_COPIES);
	if (stream && type && type->kind == FACT__TYPE_KIND__TYPE_RECORD)
		return;
	person = stream ? trait->b < 0 || prints_to_person(program, function, to) :
			  buffer_is_shown(run, function, call->event, to);
	if (person && (!stream || locale_format_is_for_people(format)))
		return;
	report(run, function, call, "writes numbers with",
	       "write it under a locale with LC_NUMERIC \"C\" (uselocale)",
	       stream && locale_format_is_sentence(format));
}

static void check(struct rule_run *run, const struct program *program)
{
	rule_each_call(run, program, TRAIT_READS_FRACTION, visit_read);
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
			"a note. Wrappers around vprintf are not seen, nor are formats that aren't literals.",
		.references =
			"ISO C17 7.22.1.3\n"
			"POSIX.1-2017 strtod\n"
			"CWE-1286",
		.bench = "snag-bench locale",
	},
	.check = check,
};
