/* Calls of setlocale, uselocale and std::locale::global: which categories they change, and to what. */
#include "link/locale_parts.h"

#include "link/values.h"
#include "model/models.h"

#include <string.h>

/* Calls of functions that take a category, for each that takes one itself. */
#define CALLER_LIMIT 100

/* Category numbers as the target's headers have them. */
static uint8_t categories_of(const Fact__Unit *unit, int64_t number)
{
	static const int linux_numbers[] = { 0, 1, 3 }, bsd_numbers[] = { 2, 4, 1 };
	bool bsd = locale_is_bsd(unit);
	uint8_t set = 0;

	if (number == (bsd ? 0 : 6))
		return LOCALE_C_MASK;
	for (int i = 0; i < LOCALE_C_CATEGORIES; i++)
		if (number == (bsd ? bsd_numbers : linux_numbers)[i])
			set = (uint8_t)(1u << i);
	return set;
}

/* --- changes ------------------------------------------------------------------------ */

static uint64_t event_key(uint32_t function, uint32_t event)
{
	return (uint64_t)function << 32 | event;
}

static void take(struct locale_change *change, const struct locale_given *given, struct arena *arena)
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
	struct locale_numbers numbers = locale_numbers_of(l, function, operand);

	for (size_t i = 0; i < numbers.count; i++) {
		uint8_t set = categories_of(function->unit, numbers.of[i]);

		change->weak = change->weak || (i && set != change->categories);
		change->categories |= set;
	}
	if (numbers.unknown || !numbers.count) {
		change->categories = LOCALE_C_MASK;
		change->weak = true;
	}
}

bool origin_is_parameter(const struct function *function, uint32_t origin, uint32_t *number)
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
	*map_put(index, key, l->changes.len, NULL) = l->changes.len;
}

static void note_adopted(struct locales *l, const struct locale_change *change)
{
	for (int i = 0; i < LOCALE_CATEGORIES; i++)
		if ((change->adds[i] & HOLDS_ADOPTED) && (change->categories >> i & 1) && !change->by_caller)
			l->adopted |= (uint8_t)(1u << i);
}

/* --- changes that never happen ------------------------------------------------------- */

struct text {
	const Fact__Origin *found;
	bool other;
};

static bool see_text(void *data, const struct value_source *source)
{
	struct text *text = data;
	const Fact__Origin *origin = values_source_origin(source);
	bool plain = origin->kind == FACT__ORIGIN_KIND__ORIGIN_STRING && !source->computed;

	text->other = !plain || (text->found && (text->found->text.len != origin->text.len ||
						 memcmp(text->found->text.data, origin->text.data, origin->text.len)));
	text->found = origin;
	return !text->other;
}

/* Whether the value is what strcmp gives for two texts that are the same in this program, whoever calls. */
static bool compares_same(const struct locales *l, const struct function *function, uint32_t origin)
{
	const Fact__Origin *at = function->facts->origins[origin];
	const char *callee = locale_result_name(l->program, function, at);
	struct text text = { 0 };
	const Fact__Event *event;

	if (!callee || strcmp(callee, "strcmp"))
		return false;
	event = function->facts->events[at->number];
	for (size_t i = 0; i < event->n_args && !text.other; i++)
		values_trace(l->program, function, event->args[i], see_text, &text);
	return text.found && !text.other;
}

/* A program's name told to shared code: `if (strcmp(name, "server")) setlocale(LC_ALL, "");` */
static bool never_comes_to(const struct locales *l, const struct function *function, uint32_t event)
{
	const Fact__Function *facts = function->facts;
	uint32_t block = facts->events[event]->block;

	for (size_t steps = facts->n_blocks; steps-- && facts->blocks[block]->dominator;) {
		uint32_t above = facts->blocks[block]->dominator - 1;

		for (size_t i = 0; i < facts->blocks[above]->n_edges; i++) {
			const Fact__Edge *edge = facts->blocks[above]->edges[i];
			const Fact__Origin *right = edge->has_condition ? facts->origins[edge->right] : NULL;

			if (edge->to == block && right && edge->op == FACT__OP__OP_NE &&
			    right->kind == FACT__ORIGIN_KIND__ORIGIN_INT && !right->number &&
			    compares_same(l, function, edge->left))
				return true;
		}
		block = above;
	}
	return false;
}

static void add_set(struct locales *l, const struct function *function, uint32_t index, const struct model_trait *sets)
{
	const Fact__Event *event = function->facts->events[index];
	struct locale_change change = { .function = function->id,
					.event = index,
					.category = (uint32_t)sets->a,
					.name = (uint32_t)sets->b };
	struct locale_given given = { .locales = l };
	uint32_t parameter;

	if ((size_t)sets->a >= event->n_args || (size_t)sets->b >= event->n_args || never_comes_to(l, function, index))
		return;
	set_categories(l, &change, function, event->args[sets->a]);
	locale_trace_name(&given, function, event->args[sets->b]->origin);
	take(&change, &given, l->arena);
	change.by_caller = origin_is_parameter(function, event->args[sets->a]->origin, &parameter);
	note_adopted(l, &change);
	add_change(l, &change, &l->change_of_event, event_key(function->id, index));
}

static void add_use(struct locales *l, const struct function *function, uint32_t index, const struct model_trait *uses)
{
	const Fact__Event *event = function->facts->events[index];
	struct locale_change change = { .function = function->id,
					.event = index,
					.of_thread = true,
					.categories = LOCALE_C_MASK };
	struct locale_given given = { .locales = l };

	if ((size_t)uses->a >= event->n_args)
		return;
	locale_trace_handle(&given, function, event->args[uses->a]);
	take(&change, &given, l->arena);
	add_change(l, &change, &l->change_of_event, event_key(function->id, index));
}

/* std::locale::global: what new streams get, and the C library's locale with it. */
static void add_global(struct locales *l, const struct function *function, uint32_t index,
		       const struct model_trait *sets)
{
	const Fact__Event *event = function->facts->events[index];
	struct locale_change change = { .function = function->id,
					.event = index,
					.categories = LOCALE_C_MASK | 1u << LOCALE_STREAMS };
	struct locale_given given = { .locales = l };

	if ((size_t)sets->a >= event->n_args)
		return;
	locale_trace_object(&given, function, event->args[sets->a]->origin);
	take(&change, &given, l->arena);
	note_adopted(l, &change);
	add_change(l, &change, &l->change_of_event, event_key(function->id, index));
}

/* A library's start that sets the user's locale by itself. */
static void add_adopting(struct locales *l, const struct function *function, uint32_t index)
{
	struct locale_change change = { .function = function->id, .event = index, .categories = LOCALE_C_MASK };

	for (int c = 0; c < LOCALE_C_CATEGORIES; c++)
		change.adds[c] = HOLDS_ADOPTED;
	note_adopted(l, &change);
	add_change(l, &change, &l->change_of_event, event_key(function->id, index));
}

/* The callee may set the locale in several places: what the last one puts back is what holds behind the call. */
static void add_change_of_call(struct locales *l, const struct locale_change *change, const struct call *call)
{
	const uint64_t *index = map_get(&l->change_of_call, call->id);
	struct locale_change *before = index ? &l->changes.items[*index - 1] : NULL;

	if (before && !change->restores.len && !before->restores.len && before->categories == change->categories) {
		for (int c = 0; c < LOCALE_CATEGORIES; c++) {
			if (change->adds[c] & ~before->adds[c] & HOLDS_ADOPTED)
				before->inner = change->inner;
			before->adds[c] |= change->adds[c];
		}
		before->weak = before->weak && change->weak;
	} else {
		add_change(l, change, &l->change_of_call, call->id);
	}
}

/* A call of a function that hands its category on to setlocale: the arguments of this call tell what it sets. */
static void add_by_caller(struct locales *l, const struct call *call, uint32_t index)
{
	struct locale_change inner = l->changes.items[index];
	const struct function *callee = &l->program->functions.items[inner.function];
	const struct function *caller = &l->program->functions.items[call->caller];
	const Fact__Event *set = callee->facts->events[inner.event], *event = caller->facts->events[call->event];
	struct locale_change change = {
		.function = call->caller, .event = call->event, .name = UINT32_MAX, .inner = index + 1
	};
	struct locale_given given = { .locales = l };
	uint32_t parameter;

	if (!origin_is_parameter(callee, set->args[inner.category]->origin, &change.category) ||
	    change.category >= event->n_args)
		return;
	set_categories(l, &change, caller, event->args[change.category]);
	if (inner.name == UINT32_MAX) {
		memcpy(change.adds, inner.adds, sizeof change.adds);
		change.weak = change.weak || inner.weak;
	} else if (origin_is_parameter(callee, set->args[inner.name]->origin, &change.name) && change.name < event->n_args) {
		locale_trace_name(&given, caller, event->args[change.name]->origin);
		take(&change, &given, l->arena);
	} else {
		change.name = UINT32_MAX;
		locale_trace_name(&given, callee, set->args[inner.name]->origin);
		take(&change, &given, l->arena);
	}
	change.by_caller = origin_is_parameter(caller, event->args[change.category]->origin, &parameter);
	note_adopted(l, &change);
	add_change_of_call(l, &change, call);
}

static void add_direct(struct locales *l, const struct function *function, const struct call *call)
{
	const struct model_trait *sets = model_trait(call->library, TRAIT_LOCALE_SET);
	const struct model_trait *uses = model_trait(call->library, TRAIT_LOCALE_USE);
	const struct model_trait *global = model_trait(call->library, TRAIT_LOCALE_GLOBAL);

	if (sets)
		add_set(l, function, call->event, sets);
	else if (uses)
		add_use(l, function, call->event, uses);
	else if (global)
		add_global(l, function, call->event, global);
	else if (model_trait(call->library, TRAIT_LOCALE_ADOPTS))
		add_adopting(l, function, call->event);
}

/* Changes that depend on a caller, then those of callers that depend on theirs; circles end at the limit. */
static void add_by_callers(struct locales *l)
{
	size_t limit = l->changes.len * CALLER_LIMIT;

	for (uint32_t i = 0; i < l->changes.len && l->changes.len < limit; i++) {
		const struct function *function = &l->program->functions.items[l->changes.items[i].function];

		for (size_t s = 0; l->changes.items[i].by_caller && s < function->call_sites.len; s++) {
			const struct call *call = &l->program->calls.items[function->call_sites.items[s]];

			if (call->how == CALL_DIRECT)
				add_by_caller(l, call, i);
		}
	}
}

void locale_find_changes(struct locales *l)
{
	for (size_t i = 0; i < l->program->calls.len; i++) {
		const struct call *call = &l->program->calls.items[i];
		const struct function *function = &l->program->functions.items[call->caller];

		if (call->library && call->how <= CALL_MAYBE && program_library_callee(l->program, function, call->event))
			add_direct(l, function, call);
	}
	add_by_callers(l);
}
