/* Where a locale that is given to a call comes from: names, locale_t, and what other calls returned. */
#include "link/locale_parts.h"

#include "link/values.h"
#include "model/models.h"

#include <string.h>

/* Calls that a function which copies a text may hand it down. */
#define COPY_DEPTH 2

bool locale_is_bsd(const Fact__Unit *unit)
{
	return strstr(unit->target, "apple") || strstr(unit->target, "darwin") || strstr(unit->target, "bsd");
}

static uint8_t categories_of_mask(const Fact__Unit *unit, int64_t mask)
{
	static const unsigned linux_bits[] = { 1u << 0, 1u << 1, 1u << 3 }, bsd_bits[] = { 1u << 1, 1u << 4, 1u << 0 };
	uint8_t set = 0;

	for (int i = 0; i < LOCALE_C_CATEGORIES; i++)
		if (mask & (locale_is_bsd(unit) ? bsd_bits : linux_bits)[i])
			set |= (uint8_t)(1u << i);
	return set;
}

/* --- where a name or locale comes from ------------------------------------------- */

void locale_look_further(struct locale_given *given, const struct function *function, uint32_t origin)
{
	for (size_t i = 0; i < given->count; i++)
		if (given->todo[i].function == function && given->todo[i].origin == origin)
			return;
	if (given->count < LOCALE_LOOK_LIMIT)
		given->todo[given->count++] = (struct locale_look){ function, origin };
}

void locale_add_everywhere(struct locale_given *given, uint8_t value)
{
	for (int i = 0; i < LOCALE_CATEGORIES; i++)
		given->adds[i] |= value;
}

static bool is_text(const Fact__Origin *text, const char *expected)
{
	return text->text.len == strlen(expected) && !memcmp(text->text.data, expected, text->text.len);
}

/* C.UTF-8 says what characters are; in all else it is C. */
static void add_named(struct locale_given *given, const Fact__Origin *text)
{
	bool plain = is_text(text, "C") || is_text(text, "POSIX");
	bool unicode = is_text(text, "C.UTF-8") || is_text(text, "C.utf8");

	for (int i = 0; i < LOCALE_CATEGORIES; i++)
		given->adds[i] |= plain || (unicode && i != LOCALE_CTYPE) ? HOLDS_C : HOLDS_ADOPTED;
}

const char *locale_result_name(const struct program *program, const struct function *function,
			       const Fact__Origin *origin)
{
	return origin->kind == FACT__ORIGIN_KIND__ORIGIN_RESULT ?
		       program_library_callee(program, function, (uint32_t)origin->number) :
		       NULL;
}

/* A buffer into which a name was copied in the same function. */
static bool look_into_buffer(struct locale_given *given, const struct function *function, uint32_t origin)
{
	bool any = false;

	for (uint32_t i = 0; i < function->facts->n_events; i++) {
		const Fact__Event *event = function->facts->events[i];
		const char *callee = event->kind == FACT__EVENT_KIND__EVENT_CALL ?
					     program_library_callee(given->locales->program, function, i) :
					     NULL;
		const struct model_trait *copies = callee ? model_trait(callee, TRAIT_COPIES) : NULL;

		if (!copies || copies->a < 0 || (size_t)copies->a >= event->n_args ||
		    event->args[copies->a]->origin != origin)
			continue;
		for (size_t a = copies->b >= 0 ? (size_t)copies->b : (size_t)copies->a + 1;
		     a < event->n_args && (copies->b < 0 || a == (size_t)copies->b); a++) {
			locale_look_further(given, function, event->args[a]->origin);
			any = true;
		}
	}
	return any;
}

void locale_see_result(struct locale_given *given, const struct value_source *source, const char *callee)
{
	const Fact__Origin *origin = values_source_origin(source);
	const Fact__Event *event = source->function->facts->events[origin->number];
	const struct model_trait *copies = model_trait(callee, TRAIT_COPIES);

	if (model_trait(callee, TRAIT_LOCALE_SET) || model_trait(callee, TRAIT_LOCALE_USE) ||
	    model_trait(callee, TRAIT_LOCALE_GLOBAL)) {
		if (given->result_count + 1 < LOCALE_LOOK_LIMIT) {
			given->results[given->result_count++] = source->function->id;
			given->results[given->result_count++] = (uint32_t)origin->number;
		}
	} else if (copies && copies->a < 0 && copies->b >= 0 && (size_t)copies->b < event->n_args) {
		locale_look_further(given, source->function, event->args[copies->b]->origin);
	} else if (!look_into_buffer(given, source->function, source->origin)) {
		locale_add_everywhere(given, HOLDS_ADOPTED);
	}
}

/* A function of the program's own that hands a copy of a text back, as strdup does: the parameter with the text. */
static bool copies_parameter(const struct program *program, const struct function *function, int depth, uint32_t *number)
{
	for (uint32_t i = 0; i < function->facts->n_events; i++) {
		const Fact__Event *event = function->facts->events[i];
		const char *callee = event->kind == FACT__EVENT_KIND__EVENT_CALL ?
					     program_library_callee(program, function, i) :
					     NULL;
		const struct model_trait *copies = callee ? model_trait(callee, TRAIT_COPIES) : NULL;
		size_t count;
		const struct call *calls = program_calls_at(program, function, i, &count);
		uint32_t argument = UINT32_MAX;

		if (copies)
			argument = copies->b >= 0 ? (uint32_t)copies->b : (uint32_t)(copies->a + 1);
		else if (depth && count == 1 && calls->how == CALL_DIRECT && calls->target != UINT32_MAX &&
			 !copies_parameter(program, &program->functions.items[calls->target], depth - 1, &argument))
			continue;
		if (argument < event->n_args && origin_is_parameter(function, event->args[argument]->origin, number))
			return true;
	}
	return false;
}

/* The text that the origin is such a copy of. */
static bool look_behind_copy(struct locale_given *given, const struct function *function, uint32_t origin)
{
	const struct program *program = given->locales->program;
	const Fact__Origin *at = function->facts->origins[origin];
	const Fact__Event *event;
	const struct call *call;
	size_t count;
	uint32_t number;

	if (at->kind != FACT__ORIGIN_KIND__ORIGIN_RESULT)
		return false;
	event = function->facts->events[at->number];
	call = program_calls_at(program, function, (uint32_t)at->number, &count);
	if (count != 1 || call->how != CALL_DIRECT || call->target == UINT32_MAX ||
	    !copies_parameter(program, &program->functions.items[call->target], COPY_DEPTH, &number) ||
	    number >= event->n_args)
		return false;
	locale_look_further(given, function, event->args[number]->origin);
	return true;
}

static bool see_name(void *data, const struct value_source *source)
{
	struct locale_given *given = data;
	const Fact__Origin *origin = values_source_origin(source);
	const char *callee = source->init ? NULL :
					    locale_result_name(given->locales->program, source->function, origin);

	given->any = true;
	if (origin->kind == FACT__ORIGIN_KIND__ORIGIN_STRING && !source->computed)
		add_named(given, origin);
	else if (origin->kind == FACT__ORIGIN_KIND__ORIGIN_INT && origin->number == 0)
		given->asks = true;
	else if (callee)
		locale_see_result(given, source, callee);
	else if (source->init || !look_into_buffer(given, source->function, source->origin))
		locale_add_everywhere(given, HOLDS_ADOPTED);
	return true;
}

void locale_trace_name(struct locale_given *given, const struct function *function, uint32_t origin)
{
	locale_look_further(given, function, origin);
	for (size_t i = 0; i < given->count; i++) {
		struct locale_look look = given->todo[i];

		if (!look_behind_copy(given, look.function, look.origin))
			values_trace_origin(given->locales->program, look.function, look.origin, see_name, given);
	}
}

/* --- locale_t --------------------------------------------------------------------- */

static bool see_number(void *data, const struct value_source *source)
{
	struct locale_numbers *numbers = data;
	const Fact__Origin *origin = values_source_origin(source);

	bool known = source->has_range && source->low == source->high;

	if (numbers->count == 8 ||
	    (!known && (origin->kind != FACT__ORIGIN_KIND__ORIGIN_INT || source->computed)))
		numbers->unknown = true;
	else
		numbers->of[numbers->count++] = known ? source->low : origin->number;
	return true;
}

struct locale_numbers locale_numbers_of(const struct locales *l, const struct function *function, const Fact__Operand *operand)
{
	struct locale_numbers numbers = { 0 };

	values_trace(l->program, function, operand, see_number, &numbers);
	return numbers;
}

/* What newlocale gives: the named categories from its name, the rest from C. */
static void add_new_locale(struct locale_given *given, const struct function *function, const Fact__Event *event,
			   const struct model_trait *makes)
{
	struct locale_given name = { .locales = given->locales };
	struct locale_numbers masks;
	uint8_t set = 0;

	if ((size_t)makes->a >= event->n_args || (size_t)makes->b >= event->n_args) {
		locale_add_everywhere(given, HOLDS_ADOPTED);
		return;
	}
	masks = locale_numbers_of(given->locales, function, event->args[makes->a]);
	for (size_t i = 0; i < masks.count; i++)
		set |= categories_of_mask(function->unit, masks.of[i]);
	if (masks.unknown)
		set = LOCALE_C_MASK;
	locale_trace_name(&name, function, event->args[makes->b]->origin);
	for (int i = 0; i < LOCALE_C_CATEGORIES; i++)
		given->adds[i] |= set >> i & 1 ? name.adds[i] : HOLDS_C;
}

static bool see_locale(void *data, const struct value_source *source)
{
	struct locale_given *given = data;
	const Fact__Origin *origin = values_source_origin(source);
	const char *callee = source->init ? NULL :
					    locale_result_name(given->locales->program, source->function, origin);
	const struct model_trait *makes = callee ? model_trait(callee, TRAIT_LOCALE_NEW) : NULL;

	given->any = true;
	if (origin->kind == FACT__ORIGIN_KIND__ORIGIN_INT && origin->number == 0)
		given->asks = true;
	else if (origin->kind == FACT__ORIGIN_KIND__ORIGIN_INT && origin->number == -1)
		given->global = true;
	else if (makes)
		add_new_locale(given, source->function, source->function->facts->events[origin->number], makes);
	else if (callee)
		locale_see_result(given, source, callee);
	else
		locale_add_everywhere(given, HOLDS_ADOPTED);
	return true;
}

void locale_trace_handle(struct locale_given *given, const struct function *function, const Fact__Operand *operand)
{
	values_trace(given->locales->program, function, operand, see_locale, given);
}
