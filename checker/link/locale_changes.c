/* Calls of setlocale, newlocale and uselocale: which categories they change, and to what. */
#include "link/locale_parts.h"

#include "link/values.h"
#include "model/models.h"

#include <string.h>

#define ALL_CATEGORIES ((1u << LOCALE_CATEGORIES) - 1)
/* Copies of a name looked through on the way from where it is used to where it comes from. */
#define LOOK_LIMIT 16

static bool is_bsd(const Fact__Unit *unit)
{
	return strstr(unit->target, "apple") || strstr(unit->target, "darwin") || strstr(unit->target, "bsd");
}

/* Category numbers as the target's headers have them. */
static uint8_t categories_of(const Fact__Unit *unit, int64_t number)
{
	static const int linux_numbers[] = { 0, 1, 3 }, bsd_numbers[] = { 2, 4, 1 };
	bool bsd = is_bsd(unit);
	uint8_t set = 0;

	if (number == (bsd ? 0 : 6))
		return ALL_CATEGORIES;
	for (int i = 0; i < LOCALE_CATEGORIES; i++)
		if (number == (bsd ? bsd_numbers : linux_numbers)[i])
			set = (uint8_t)(1u << i);
	return set;
}

static uint8_t categories_of_mask(const Fact__Unit *unit, int64_t mask)
{
	static const unsigned linux_bits[] = { 1u << 0, 1u << 1, 1u << 3 }, bsd_bits[] = { 1u << 1, 1u << 4, 1u << 0 };
	uint8_t set = 0;

	for (int i = 0; i < LOCALE_CATEGORIES; i++)
		if (mask & (is_bsd(unit) ? bsd_bits : linux_bits)[i])
			set |= (uint8_t)(1u << i);
	return set;
}

static uint8_t named(const Fact__Origin *text)
{
	bool plain = (text->text.len == 1 && !memcmp(text->text.data, "C", 1)) ||
		     (text->text.len == 5 && !memcmp(text->text.data, "POSIX", 5));

	return plain ? HOLDS_C : HOLDS_ADOPTED;
}

/* --- where a name or locale comes from ------------------------------------------- */

struct look {
	const struct function *function;
	uint32_t origin;
};

/* What may be given to a call that changes the locale. */
struct given {
	struct locales *locales;
	struct look todo[LOOK_LIMIT]; /* further back: a copy's original */
	size_t count;
	bool asks;    /* a null pointer */
	uint8_t adds[LOCALE_CATEGORIES];
	uint32_t results[LOOK_LIMIT]; /* function and event, in pairs, of setlocale and uselocale */
	size_t result_count;
	bool global;  /* LC_GLOBAL_LOCALE */
	bool any;
};

static void look_further(struct given *given, const struct function *function, uint32_t origin)
{
	for (size_t i = 0; i < given->count; i++)
		if (given->todo[i].function == function && given->todo[i].origin == origin)
			return;
	if (given->count < LOOK_LIMIT)
		given->todo[given->count++] = (struct look){ function, origin };
}

static void add_everywhere(struct given *given, uint8_t value)
{
	for (int i = 0; i < LOCALE_CATEGORIES; i++)
		given->adds[i] |= value;
}

static const char *result_name(const struct program *program, const struct function *function,
			       const Fact__Origin *origin)
{
	return origin->kind == FACT__ORIGIN_KIND__ORIGIN_RESULT ?
		       program_library_callee(program, function, (uint32_t)origin->number) :
		       NULL;
}

/* A buffer into which a name was copied in the same function. */
static bool look_into_buffer(struct given *given, const struct function *function, uint32_t origin)
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
			look_further(given, function, event->args[a]->origin);
			any = true;
		}
	}
	return any;
}

static void see_result(struct given *given, const struct value_source *source, const char *callee)
{
	const Fact__Origin *origin = values_source_origin(source);
	const Fact__Event *event = source->function->facts->events[origin->number];
	const struct model_trait *copies = model_trait(callee, TRAIT_COPIES);

	if (model_trait(callee, TRAIT_LOCALE_SET) || model_trait(callee, TRAIT_LOCALE_USE)) {
		if (given->result_count + 1 < LOOK_LIMIT) {
			given->results[given->result_count++] = source->function->id;
			given->results[given->result_count++] = (uint32_t)origin->number;
		}
	} else if (copies && copies->a < 0 && copies->b >= 0 && (size_t)copies->b < event->n_args) {
		look_further(given, source->function, event->args[copies->b]->origin);
	} else if (!look_into_buffer(given, source->function, source->origin)) {
		add_everywhere(given, HOLDS_ADOPTED);
	}
}

static bool see_name(void *data, const struct value_source *source)
{
	struct given *given = data;
	const Fact__Origin *origin = values_source_origin(source);
	const char *callee = source->init ? NULL :
					    result_name(given->locales->program, source->function, origin);

	given->any = true;
	if (origin->kind == FACT__ORIGIN_KIND__ORIGIN_STRING && !source->computed)
		add_everywhere(given, named(origin));
	else if (origin->kind == FACT__ORIGIN_KIND__ORIGIN_INT && origin->number == 0)
		given->asks = true;
	else if (callee)
		see_result(given, source, callee);
	else if (source->init || !look_into_buffer(given, source->function, source->origin))
		add_everywhere(given, HOLDS_ADOPTED);
	return true;
}

static void trace_name(struct given *given, const struct function *function, uint32_t origin)
{
	look_further(given, function, origin);
	for (size_t i = 0; i < given->count; i++)
		values_trace_origin(given->locales->program, given->todo[i].function, given->todo[i].origin, see_name,
				    given);
}

/* --- locale_t --------------------------------------------------------------------- */

struct numbers {
	int64_t of[8];
	size_t count;
	bool unknown;
};

static bool see_number(void *data, const struct value_source *source)
{
	struct numbers *numbers = data;
	const Fact__Origin *origin = values_source_origin(source);

	bool known = source->has_range && source->low == source->high;

	if (numbers->count == 8 ||
	    (!known && (origin->kind != FACT__ORIGIN_KIND__ORIGIN_INT || source->computed)))
		numbers->unknown = true;
	else
		numbers->of[numbers->count++] = known ? source->low : origin->number;
	return true;
}

static struct numbers numbers_of(const struct locales *l, const struct function *function, const Fact__Operand *operand)
{
	struct numbers numbers = { 0 };

	values_trace(l->program, function, operand, see_number, &numbers);
	return numbers;
}

/* What newlocale gives: the named categories from its name, the rest from C. */
static void add_new_locale(struct given *given, const struct function *function, const Fact__Event *event,
			   const struct model_trait *makes)
{
	struct given name = { .locales = given->locales };
	struct numbers masks;
	uint8_t set = 0;

	if ((size_t)makes->a >= event->n_args || (size_t)makes->b >= event->n_args) {
		add_everywhere(given, HOLDS_ADOPTED);
		return;
	}
	masks = numbers_of(given->locales, function, event->args[makes->a]);
	for (size_t i = 0; i < masks.count; i++)
		set |= categories_of_mask(function->unit, masks.of[i]);
	if (masks.unknown)
		set = ALL_CATEGORIES;
	trace_name(&name, function, event->args[makes->b]->origin);
	for (int i = 0; i < LOCALE_CATEGORIES; i++)
		given->adds[i] |= set >> i & 1 ? name.adds[i] : HOLDS_C;
}

static bool see_locale(void *data, const struct value_source *source)
{
	struct given *given = data;
	const Fact__Origin *origin = values_source_origin(source);
	const char *callee = source->init ? NULL :
					    result_name(given->locales->program, source->function, origin);
	const struct model_trait *makes = callee ? model_trait(callee, TRAIT_LOCALE_NEW) : NULL;

	given->any = true;
	if (origin->kind == FACT__ORIGIN_KIND__ORIGIN_INT && origin->number == 0)
		given->asks = true;
	else if (origin->kind == FACT__ORIGIN_KIND__ORIGIN_INT && origin->number == -1)
		given->global = true;
	else if (makes)
		add_new_locale(given, source->function, source->function->facts->events[origin->number], makes);
	else if (callee)
		see_result(given, source, callee);
	else
		add_everywhere(given, HOLDS_ADOPTED);
	return true;
}

/* --- changes ------------------------------------------------------------------------ */

static uint64_t event_key(uint32_t function, uint32_t event)
{
	return (uint64_t)function << 32 | event;
}

static void take(struct locale_change *change, const struct given *given, struct arena *arena)
{
	for (int i = 0; i < LOCALE_CATEGORIES; i++)
		change->adds[i] = (uint8_t)(given->adds[i] | (given->global ? HOLDS_NONE : 0));
	change->weak = change->weak || given->asks;
	for (size_t i = 0; i < given->result_count; i++)
		vec_push(arena, &change->restores, given->results[i]);
}

static void set_categories(const struct locales *l, struct locale_change *change, const struct function *function,
			   const Fact__Operand *operand)
{
	struct numbers numbers = numbers_of(l, function, operand);

	for (size_t i = 0; i < numbers.count; i++) {
		uint8_t set = categories_of(function->unit, numbers.of[i]);

		change->weak = change->weak || (i && set != change->categories);
		change->categories |= set;
	}
	if (numbers.unknown || !numbers.count) {
		change->categories = ALL_CATEGORIES;
		change->weak = true;
	}
}

static bool is_parameter(const struct function *function, uint32_t origin, uint32_t *number)
{
	const Fact__Origin *at = function->facts->origins[origin];

	for (size_t left = function->facts->n_origins; left-- && at->kind == FACT__ORIGIN_KIND__ORIGIN_CAST;)
		at = function->facts->origins[at->args[0]];
	*number = (uint32_t)at->number;
	return at->kind == FACT__ORIGIN_KIND__ORIGIN_PARAM;
}

static void add_change(struct locales *l, const struct locale_change *change, struct map *index, uint64_t key)
{
	vec_push(l->arena, &l->changes, *change);
	map_put(index, key, l->changes.len, NULL);
}

static void add_set(struct locales *l, const struct function *function, uint32_t index, const struct model_trait *sets)
{
	const Fact__Event *event = function->facts->events[index];
	struct locale_change change = { .function = function->id, .event = index };
	struct given given = { .locales = l };
	uint32_t parameter;

	if ((size_t)sets->a >= event->n_args || (size_t)sets->b >= event->n_args)
		return;
	set_categories(l, &change, function, event->args[sets->a]);
	trace_name(&given, function, event->args[sets->b]->origin);
	take(&change, &given, l->arena);
	change.by_caller = is_parameter(function, event->args[sets->a]->origin, &parameter);
	for (int i = 0; i < LOCALE_CATEGORIES; i++)
		if ((change.adds[i] & HOLDS_ADOPTED) && (change.categories >> i & 1) && !change.by_caller)
			l->adopted |= (uint8_t)(1u << i);
	add_change(l, &change, &l->change_of_event, event_key(function->id, index));
}

static void add_use(struct locales *l, const struct function *function, uint32_t index, const struct model_trait *uses)
{
	const Fact__Event *event = function->facts->events[index];
	struct locale_change change = { .function = function->id,
					.event = index,
					.of_thread = true,
					.categories = ALL_CATEGORIES };
	struct given given = { .locales = l };

	if ((size_t)uses->a >= event->n_args)
		return;
	values_trace(l->program, function, event->args[uses->a], see_locale, &given);
	take(&change, &given, l->arena);
	add_change(l, &change, &l->change_of_event, event_key(function->id, index));
}

/* A call of a function that hands its category on to setlocale: the arguments of this call tell what it sets. */
static void add_by_caller(struct locales *l, const struct call *call, const struct locale_change *inner)
{
	const struct function *callee = &l->program->functions.items[inner->function];
	const struct function *caller = &l->program->functions.items[call->caller];
	const Fact__Event *set = callee->facts->events[inner->event], *event = caller->facts->events[call->event];
	const struct model_trait *sets =
		model_trait(program_library_callee(l->program, callee, inner->event), TRAIT_LOCALE_SET);
	struct locale_change change = { .function = call->caller, .event = call->event };
	struct given given = { .locales = l };
	uint32_t category, name;

	if (!is_parameter(callee, set->args[sets->a]->origin, &category) || category >= event->n_args)
		return;
	set_categories(l, &change, caller, event->args[category]);
	if (is_parameter(callee, set->args[sets->b]->origin, &name) && name < event->n_args)
		trace_name(&given, caller, event->args[name]->origin);
	else
		trace_name(&given, callee, set->args[sets->b]->origin);
	take(&change, &given, l->arena);
	for (int i = 0; i < LOCALE_CATEGORIES; i++)
		if ((change.adds[i] & HOLDS_ADOPTED) && (change.categories >> i & 1))
			l->adopted |= (uint8_t)(1u << i);
	add_change(l, &change, &l->change_of_call, call->id);
}

void locale_find_changes(struct locales *l)
{
	size_t direct;

	for (size_t i = 0; i < l->program->calls.len; i++) {
		const struct call *call = &l->program->calls.items[i];
		const struct function *function = &l->program->functions.items[call->caller];
		const struct model_trait *sets = call->library ? model_trait(call->library, TRAIT_LOCALE_SET) : NULL;
		const struct model_trait *uses = call->library ? model_trait(call->library, TRAIT_LOCALE_USE) : NULL;

		if (call->how > CALL_MAYBE || !program_library_callee(l->program, function, call->event))
			continue;
		if (sets)
			add_set(l, function, call->event, sets);
		else if (uses)
			add_use(l, function, call->event, uses);
	}
	direct = l->changes.len;
	for (size_t i = 0; i < direct; i++) {
		struct locale_change inner = l->changes.items[i];
		const struct function *function = &l->program->functions.items[inner.function];

		for (size_t s = 0; inner.by_caller && s < function->call_sites.len; s++) {
			const struct call *call = &l->program->calls.items[function->call_sites.items[s]];

			if (call->how == CALL_DIRECT)
				add_by_caller(l, call, &inner);
		}
	}
}
