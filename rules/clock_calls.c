/* What calls put into values and memory, as models tell of library functions and bodies of the program's own. */
#include "rules/clock_walk.h"
#include "rules/trace.h"

#include <string.h>

/*
 * Of the call's arguments those that go into what it makes by TRAIT_COPIES: from
 * the one given to *end.
 */
static size_t first_copied(const struct function *function, const Fact__Event *event, const struct model_trait *copies,
			  size_t *end)
{
	size_t first = copies->a < 0 ? 0 : (size_t)copies->a + 1;

	*end = event->n_args;
	if (copies->b >= 0) {
		first = (size_t)copies->b;
		*end = first < event->n_args ? first + 1 : first;
		return first;
	}
	/* In front of the format stands at most a size, and the format itself is no part. */
	while (first < event->n_args && !clock_is_pointer(function, event->args[first]->origin))
		first++;
	return first + 1;
}

/* Clocks that count nanoseconds from some start: clock_gettime of one of the monotonic ones, as Linux numbers them. */
static bool counts_up(const struct walk *walk, const struct function *function, const Fact__Event *event,
		      const struct model_trait *clock)
{
	int64_t number;

	return clock->a == 1 && trace_number(walk->program, function, event->args[0], &number) &&
	       (number == 1 || number == 4 || number == 7);
}

static const struct model_trait *next_trait(const char *callee, enum trait trait, size_t *at)
{
	size_t count;
	const struct model_trait *rows = model_traits(callee, &count);

	while (*at < count)
		if (rows[(*at)++].trait == trait)
			return &rows[*at - 1];
	return NULL;
}

static const Fact__Operand *argument(const Fact__Event *event, int64_t number)
{
	return number >= 0 && (size_t)number < event->n_args ? event->args[number] : NULL;
}

/* Whether the format of a call that formats a time lacks the seconds. */
static bool without_seconds(const struct walk *walk, const struct function *function, const Fact__Event *event,
			    const struct model_trait *dates)
{
	const Fact__Operand *format = argument(event, dates->a);
	const char *text = format ? trace_text(walk->program, function, format, walk->arena) : NULL;

	if (!text)
		return false;
	for (; *text; text++)
		if (*text == '%' && *++text && strchr("SsTcXrN+", *text))
			return false;
	return true;
}

void clock_follow_copies(struct walk *walk, const struct item *at, uint32_t index, const char *callee,
			  const struct model_trait *copies)
{
	const Fact__Event *event = at->function->facts->events[index];
	const struct model_trait *dates = model_trait(callee, TRAIT_DATES);
	size_t end;

	if (dates && without_seconds(walk, at->function, event, dates)) {
		walk->found->seconds_missing = true;
		return;
	}
	for (size_t i = first_copied(at->function, event, copies, &end); i < end; i++)
		clock_push_argument(walk, at, at->function, event->args[i]->origin);
}

static bool goes_to(const struct walk *walk, const struct function *function, const Fact__Event *event, int64_t number,
		    uint32_t address)
{
	const Fact__Operand *operand = argument(event, number);

	return operand &&
	       origin_same_object(function, origin_object(walk->program, function, operand->origin), address);
}

/* What a library call leaves in memory that it is handed. True where it's known to leave something. */
static bool library_writes(struct walk *walk, const struct item *at, uint32_t index, const char *callee, uint32_t address)
{
	const Fact__Event *event = at->function->facts->events[index];
	const struct model_trait *row;
	bool any = false;

	for (size_t i = 0; (row = next_trait(callee, TRAIT_CLOCK, &i));)
		if (goes_to(walk, at->function, event, row->a, address)) {
			clock_add_reading(walk, at, index, callee, counts_up(walk, at->function, event, row));
			any = true;
		}
	for (size_t i = 0; (row = next_trait(callee, TRAIT_RANDOM, &i));)
		if (goes_to(walk, at->function, event, row->a, address))
			walk->found->random = any = true;
	for (size_t i = 0; (row = next_trait(callee, TRAIT_COPIES, &i));)
		if (goes_to(walk, at->function, event, row->a, address)) {
			clock_follow_copies(walk, at, index, callee, row);
			any = true;
		}
	return any;
}

static uint32_t parameter_origin(const struct function *function, uint32_t parameter)
{
	for (uint32_t i = 0; i < function->facts->n_origins; i++) {
		const Fact__Origin *origin = function->facts->origins[i];

		if (origin->kind == FACT__ORIGIN_KIND__ORIGIN_PARAM && origin->number == parameter)
			return i;
	}
	return 0;
}

/* What a function of the program leaves in memory that it is handed. */
static void callee_writes(struct walk *walk, const struct item *at, uint32_t index, const struct call *call,
			  uint32_t address)
{
	const struct function *callee = &walk->program->functions.items[call->target];
	const Fact__Event *event = at->function->facts->events[index];
	struct item item = clock_entered_by(at, index);

	item.frame = clock_down(walk, at, index);
	if (!item.frame)
		return;
	item.function = callee;
	for (uint32_t i = 0; i < event->n_args && i < callee->facts->parameter_count; i++) {
		uint32_t parameter = parameter_origin(callee, i);

		if (parameter && goes_to(walk, at->function, event, i, address))
			clock_follow_writes(walk, &item, parameter);
	}
}

void clock_call_writes(struct walk *walk, const struct item *at, uint32_t index, uint32_t address)
{
	const char *library = program_library_callee(walk->program, at->function, index);
	size_t count;
	const struct call *calls = program_calls_at(walk->program, at->function, index, &count);

	if (library) {
		library_writes(walk, at, index, library, address);
		return;
	}
	for (size_t i = 0; i < count; i++)
		if (calls[i].target != UINT32_MAX && (calls[i].how == CALL_DIRECT || calls[i].how == CALL_POINTER))
			callee_writes(walk, at, index, &calls[i], address);
}

void clock_follow_writes(struct walk *walk, const struct item *at, uint32_t address)
{
	const struct function *function = at->function;

	if (walk->bodies++ >= BODY_LIMIT)
		return;
	for (uint32_t i = 0; i < function->facts->n_events; i++) {
		const Fact__Event *event = function->facts->events[i];
		uint64_t field;

		if (event->kind == FACT__EVENT_KIND__EVENT_CALL) {
			if (i != walk->skip || at->frame)
				clock_call_writes(walk, at, i, address);
		} else if (event->kind == FACT__EVENT_KIND__EVENT_STORE &&
			   origin_same_object(function, event->target->origin, address)) {
			field = clock_last_field(function, event->target->origin);
			if (at->field == UINT64_MAX || field == UINT64_MAX || field == at->field)
				clock_push_argument(walk, at, function, event->value->origin);
		}
	}
}

void clock_library_result(struct walk *walk, const struct item *at, uint32_t index, const char *callee)
{
	const Fact__Event *event = at->function->facts->events[index];
	const struct model_trait *row;
	struct ingredients *found = walk->found;
	bool known = false;

	for (size_t i = 0; (row = next_trait(callee, TRAIT_CLOCK, &i)) && !known;)
		if (row->a < 0) {
			clock_add_reading(walk, at, index, callee, false);
			known = true;
		}
	if ((row = model_trait(callee, TRAIT_RANDOM)) && row->a < 0) {
		found->random = known = true;
		found->seeded = found->seeded || row->b == 1;
	}
	if ((row = model_trait(callee, TRAIT_CALLER_ID))) {
		*(row->a ? &found->thread : &found->process) = true;
		known = true;
	}
	if (model_trait(callee, TRAIT_COUNTS))
		found->counter = known = true;
	if ((row = model_trait(callee, TRAIT_DERIVES)) && argument(event, row->a)) {
		clock_push(walk, at, at->function, event->args[row->a]->origin, row->b == 1);
		known = true;
	}
	for (size_t i = 0; (row = next_trait(callee, TRAIT_COPIES, &i));)
		if (row->a < 0) {
			clock_follow_copies(walk, at, index, callee, row);
			known = true;
		}
	if ((row = model_trait(callee, TRAIT_RETURNS_ARG)) && argument(event, row->a)) {
		clock_push(walk, at, at->function, event->args[row->a]->origin, at->content);
		known = true;
	}
	if (!known)
		clock_add_unknown(walk, at);
}

