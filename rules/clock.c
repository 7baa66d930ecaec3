/* Walks from a value back to clocks, counters and random numbers, through arithmetic, memory and calls. */
#include "rules/clock_walk.h"

#include "model/identifier.h"
#include "rules/trace.h"

#include <string.h>

/* --- addresses ---------------------------------------------------------------- */

uint64_t clock_last_field(const struct function *function, uint32_t address)
{
	for (size_t left = function->facts->n_origins; left--;) {
		const Fact__Origin *at = origin_of(function, address);

		if (at->kind == FACT__ORIGIN_KIND__ORIGIN_FIELD)
			return (uint64_t)at->record << 32 | at->field;
		if (at->kind != FACT__ORIGIN_KIND__ORIGIN_CAST && at->kind != FACT__ORIGIN_KIND__ORIGIN_ELEMENT)
			break;
		address = at->args[0];
	}
	return UINT64_MAX;
}

bool clock_is_address(const struct function *function, uint32_t origin)
{
	switch (origin_of(function, origin)->kind) {
	case FACT__ORIGIN_KIND__ORIGIN_LOCAL:
	case FACT__ORIGIN_KIND__ORIGIN_GLOBAL:
	case FACT__ORIGIN_KIND__ORIGIN_FIELD:
	case FACT__ORIGIN_KIND__ORIGIN_ELEMENT:
		return true;
	default:
		return false;
	}
}

bool clock_is_pointer(const struct function *function, uint32_t origin)
{
	const Fact__Type *type = origin_type(function, origin);

	return clock_is_address(function, origin) || origin_of(function, origin)->kind == FACT__ORIGIN_KIND__ORIGIN_STRING ||
	       (type && (type->kind == FACT__TYPE_KIND__TYPE_POINTER || type->kind == FACT__TYPE_KIND__TYPE_ARRAY));
}

/* --- the walk ------------------------------------------------------------------- */

void clock_push(struct walk *walk, const struct item *from, const struct function *function, uint32_t origin,
		 bool content)
{
	struct item item = *from;
	uint64_t key = (uint64_t)function->id << 33 | (uint64_t)origin << 1 | content;
	bool added;

	item.function = function;
	item.origin = origin;
	item.content = content;
	item.field = content ? clock_last_field(function, origin) : UINT64_MAX;
	/* The way in matters: a helper is entered from several places. */
	key ^= (uint64_t)(uintptr_t)item.frame << 7;
	map_put(&walk->seen, key, 1, &added);
	if (added && walk->todo.len < WALK_LIMIT)
		vec_push(&walk->scratch, &walk->todo, item);
}

void clock_push_argument(struct walk *walk, const struct item *from, const struct function *function, uint32_t origin)
{
	clock_push(walk, from, function, origin, clock_is_pointer(function, origin));
}

struct item clock_entered_by(const struct item *from, uint32_t event)
{
	struct item item = *from;

	if (item.reading == UINT64_MAX && !item.frame)
		item.reading = (uint64_t)item.function->id << 32 | event;
	return item;
}

void clock_add_reading(struct walk *walk, const struct item *at, uint32_t event, const char *name, bool rising)
{
	struct item item = clock_entered_by(at, event);
	struct ingredients *found = walk->found;

	found->rising = rising && (found->rising || !found->clock);
	if (!found->clock) {
		found->function = at->function;
		found->event = event;
		found->name = name;
	}
	found->clock = true;
	for (size_t i = 0; i < found->readings.len; i++)
		if (found->readings.items[i] == item.reading)
			return;
	vec_push(walk->arena, &found->readings, item.reading);
}

void clock_add_unknown(struct walk *walk, const struct item *at)
{
	if (!at->content && !clock_is_pointer(at->function, at->origin))
		walk->found->other = true;
}

const struct frame *clock_down(struct walk *walk, const struct item *at, uint32_t event)
{
	struct frame *frame = arena_new(&walk->scratch, struct frame);

	*frame = (struct frame){ at->frame, at->function, event, at->frame ? at->frame->depth + 1 : 1 };
	return frame->depth > FRAME_LIMIT ? NULL : frame;
}

static void follow_callers(struct walk *walk, const struct item *at, uint32_t parameter)
{
	bool any = false;

	if (at->frame) {
		const Fact__Event *event = at->frame->caller->facts->events[at->frame->event];
		const struct function *caller = at->frame->caller;
		struct item item = *at;

		item.frame = at->frame->outer;
		if (parameter < event->n_args)
			clock_push(walk, &item, caller, event->args[parameter]->origin, at->content);
		return;
	}
	for (size_t i = 0; i < at->function->call_sites.len; i++) {
		const struct call *call = &walk->program->calls.items[at->function->call_sites.items[i]];
		const struct function *caller = &walk->program->functions.items[call->caller];
		const Fact__Event *event = caller->facts->events[call->event];

		if (call->how > CALL_POINTER || parameter >= event->n_args)
			continue;
		clock_push(walk, at, caller, event->args[parameter]->origin, at->content);
		any = true;
	}
	if (!any)
		clock_add_unknown(walk, at);
}

static void follow_parameter(struct walk *walk, const struct item *at)
{
	uint32_t number = (uint32_t)origin_of(at->function, at->origin)->number;

	if (!at->frame && number < at->function->facts->n_parameter_names &&
	    identifier_variable(at->function->facts->parameter_names[number]))
		walk->found->already = true;
	else
		follow_callers(walk, at, number);
}

static void follow_returns(struct walk *walk, const struct item *at, uint32_t index, const struct function *callee)
{
	struct item item = clock_entered_by(at, index);

	if (identifier_function(callee->name)) {
		walk->found->already = true;
		return;
	}
	item.frame = clock_down(walk, at, index);
	if (!item.frame)
		return;
	for (size_t e = 0; e < callee->facts->n_events; e++) {
		const Fact__Event *event = callee->facts->events[e];

		if (event->kind == FACT__EVENT_KIND__EVENT_RETURN && event->value)
			clock_push(walk, &item, callee, event->value->origin, at->content);
	}
}

static void follow_result(struct walk *walk, const struct item *at)
{
	uint32_t index = (uint32_t)origin_of(at->function, at->origin)->number;
	const char *library = program_library_callee(walk->program, at->function, index);
	size_t count;
	const struct call *calls = program_calls_at(walk->program, at->function, index, &count);
	bool any = false;

	if (library) {
		clock_library_result(walk, at, index, library);
		any = true;
	}
	for (size_t i = 0; i < count && !library; i++)
		if (calls[i].target != UINT32_MAX && (calls[i].how == CALL_DIRECT || calls[i].how == CALL_POINTER)) {
			follow_returns(walk, at, index, &walk->program->functions.items[calls[i].target]);
			any = true;
		}
	if (!any)
		clock_add_unknown(walk, at);
}

/* A part of what functions on time fill. */
static bool is_time_part(const struct function *function, uint32_t address)
{
	static const char *const records[] = { "timespec", "timeval", "tm", "timeb" };
	uint64_t field = clock_last_field(function, address);

	for (size_t i = 0; i < sizeof records / sizeof *records && field != UINT64_MAX; i++)
		if (!strcmp(function->unit->records[field >> 32]->name, records[i]))
			return true;
	return false;
}

/* Parts of a broken-down time: without its seconds a date is no attempt at a unique number. */
static bool is_date_part(const struct function *function, uint32_t address)
{
	uint64_t field = clock_last_field(function, address);
	const Fact__Record *record;

	if (field == UINT64_MAX)
		return false;
	record = function->unit->records[field >> 32];
	return !strcmp(record->name, "tm") && strcmp(record->fields[(uint32_t)field]->name, "tm_sec") != 0;
}

/* A member whose name says that what it holds became an identifier where it was stored. */
static bool names_field(const struct function *function, uint32_t address)
{
	uint64_t field = clock_last_field(function, address);

	return field != UINT64_MAX &&
	       identifier_variable(function->unit->records[field >> 32]->fields[(uint32_t)field]->name);
}

static bool add_place(struct walk *walk, const struct item *at, uint32_t address)
{
	const char *key = walk->places ? values_place_key(walk->program, at->function, address, &walk->scratch) : "";
	struct item item = *at;

	if (!key[0])
		return false;
	if (names_find(&walk->places->counters, key) != NAMES_NONE) {
		walk->found->counter = true;
		return true;
	}
	if (names_find(&walk->places->clocks, key) == NAMES_NONE ||
	    names_find(&walk->places->others, key) != NAMES_NONE)
		return false;
	if (names_field(at->function, address)) {
		walk->found->already = true;
		return true;
	}
	item.reading = (uint64_t)at->function->id << 32 | 0x80000000u | at->origin;
	clock_add_reading(walk, &item, 0, "", false);
	return true;
}

static void follow_load(struct walk *walk, const struct item *at)
{
	uint32_t address = origin_of(at->function, at->origin)->args[0];
	const Fact__Origin *root = origin_of(at->function, origin_root(at->function, address));

	if (is_date_part(at->function, address)) {
		walk->found->seconds_missing = true;
		return;
	}
	if (at->content || clock_is_pointer(at->function, at->origin)) {
		clock_push(walk, at, at->function, address, true);
		return;
	}
	if (root->kind == FACT__ORIGIN_KIND__ORIGIN_LOCAL) {
		clock_push(walk, at, at->function, address, true);
		return;
	}
	if (add_place(walk, at, address))
		return;
	if (is_time_part(at->function, address))
		clock_push(walk, at, at->function, address, true);
	else
		walk->found->other = true;
}

/* What stood in memory, and one more: `last + 1`. */
static bool is_next(const struct function *function, const Fact__Origin *sum)
{
	const Fact__Origin *one = origin_of(function, origin_bare(function, sum->args[1]));
	const Fact__Origin *last = origin_of(function, origin_bare(function, sum->args[0]));

	if (sum->op != FACT__OP__OP_ADD || one->kind != FACT__ORIGIN_KIND__ORIGIN_INT || one->number != 1)
		return false;
	for (size_t i = 0; last->kind == FACT__ORIGIN_KIND__ORIGIN_UNION && i < last->n_args; i++)
		if (origin_of(function, last->args[i])->kind == FACT__ORIGIN_KIND__ORIGIN_LOAD)
			return true;
	return last->kind == FACT__ORIGIN_KIND__ORIGIN_LOAD && !is_time_part(function, last->args[0]);
}

/* A difference of two readings is a duration; a comparison is a truth value. */
static void follow_arithmetic(struct walk *walk, const struct item *at)
{
	const Fact__Origin *origin = origin_of(at->function, at->origin);
	bool comparison = origin->op >= FACT__OP__OP_EQ && origin->op <= FACT__OP__OP_GE;

	if (comparison || origin->op == FACT__OP__OP_LNOT)
		return;
	if (origin->op == FACT__OP__OP_SUB && !at->content &&
	    origin_of(at->function, origin_bare(at->function, origin->args[1]))->kind != FACT__ORIGIN_KIND__ORIGIN_INT)
		return;
	if (origin->kind == FACT__ORIGIN_KIND__ORIGIN_BINARY && is_next(at->function, origin)) {
		walk->found->counter = true;
		return;
	}
	for (size_t i = 0; i < origin->n_args; i++)
		clock_push(walk, at, at->function, origin->args[i], false);
}

static void follow_content(struct walk *walk, const struct item *at)
{
	uint32_t root = origin_root(at->function, at->origin);
	struct item item = *at;

	switch (origin_of(at->function, root)->kind) {
	case FACT__ORIGIN_KIND__ORIGIN_PARAM:
		item.origin = root;
		clock_follow_writes(walk, at, at->origin);
		follow_parameter(walk, &item);
		break;
	case FACT__ORIGIN_KIND__ORIGIN_UNION:
		for (size_t i = 0; i < origin_of(at->function, root)->n_args; i++)
			clock_push(walk, at, at->function, origin_of(at->function, root)->args[i], true);
		break;
	case FACT__ORIGIN_KIND__ORIGIN_RESULT:
		item.origin = root;
		follow_result(walk, &item);
		clock_follow_writes(walk, at, root);
		break;
	case FACT__ORIGIN_KIND__ORIGIN_STRING:
	case FACT__ORIGIN_KIND__ORIGIN_INT:
	case FACT__ORIGIN_KIND__ORIGIN_UNKNOWN:
		break;
	default:
		clock_follow_writes(walk, at, at->origin);
		break;
	}
}

static void follow_out(struct walk *walk, const struct item *at)
{
	const Fact__Origin *origin = origin_of(at->function, at->origin);
	struct item item = *at;

	if (is_date_part(at->function, origin->args[0])) {
		walk->found->seconds_missing = true;
		return;
	}
	item.field = clock_last_field(at->function, origin->args[0]);
	clock_call_writes(walk, &item, (uint32_t)origin->number, origin->args[0]);
}

static void step(struct walk *walk, const struct item *at)
{
	const Fact__Origin *origin = origin_of(at->function, at->origin);

	if (at->content && origin->kind != FACT__ORIGIN_KIND__ORIGIN_OUT) {
		follow_content(walk, at);
		return;
	}
	switch (origin->kind) {
	case FACT__ORIGIN_KIND__ORIGIN_UNION:
	case FACT__ORIGIN_KIND__ORIGIN_CAST:
		for (size_t i = 0; i < origin->n_args; i++)
			clock_push(walk, at, at->function, origin->args[i], false);
		break;
	case FACT__ORIGIN_KIND__ORIGIN_UNARY:
	case FACT__ORIGIN_KIND__ORIGIN_BINARY:
		follow_arithmetic(walk, at);
		break;
	case FACT__ORIGIN_KIND__ORIGIN_PARAM:
		follow_parameter(walk, at);
		break;
	case FACT__ORIGIN_KIND__ORIGIN_RESULT:
		follow_result(walk, at);
		break;
	case FACT__ORIGIN_KIND__ORIGIN_OUT:
		follow_out(walk, at);
		break;
	case FACT__ORIGIN_KIND__ORIGIN_LOAD:
		follow_load(walk, at);
		break;
	case FACT__ORIGIN_KIND__ORIGIN_UNKNOWN:
		clock_add_unknown(walk, at);
		break;
	default:
		break;
	}
}

static void run(struct walk *walk)
{
	for (size_t i = 0; i < walk->todo.len; i++) {
		struct item at = walk->todo.items[i];

		step(walk, &at);
	}
	map_release(&walk->seen);
	arena_release(&walk->scratch);
}

void clock_add(const struct program *program, const struct clock_places *places, const struct function *function,
	       uint32_t origin, bool content, uint32_t skip, struct arena *arena, struct ingredients *ingredients)
{
	struct walk walk = {
		.program = program, .places = places, .arena = arena, .found = ingredients, .skip = skip
	};
	struct item start = { .function = function, .reading = UINT64_MAX };

	clock_push(&walk, &start, function, origin, content);
	run(&walk);
}

void clock_add_copied(const struct program *program, const struct clock_places *places,
		      const struct function *function, uint32_t event, const struct model_trait *copies,
		      struct arena *arena, struct ingredients *ingredients)
{
	struct walk walk = {
		.program = program, .places = places, .arena = arena, .found = ingredients, .skip = event
	};
	struct item start = { .function = function, .reading = UINT64_MAX };

	clock_follow_copies(&walk, &start, event, program_library_callee(program, function, event), copies);
	run(&walk);
}
