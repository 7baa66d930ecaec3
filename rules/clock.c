/* Walks from a value back to clocks, counters and random numbers, through arithmetic, memory and calls. */
#include "rules/clock.h"

#include "model/identifier.h"
#include "rules/trace.h"

#include <string.h>

/* Values looked at for one question; past this the rest stays unknown. */
#define WALK_LIMIT 600
#define FRAME_LIMIT 10

/* A call that the walk went down through. */
struct frame {
	const struct frame *outer;
	const struct function *caller;
	uint32_t event;
	unsigned depth;
};

struct item {
	const struct function *function;
	uint32_t origin;
	bool content;        /* what lies in the memory at that address */
	uint64_t field;      /* of content: only this field of it, or UINT64_MAX */
	uint64_t reading;    /* by which it came into the function that was asked about; UINT64_MAX: not yet known */
	const struct frame *frame;
};

struct walk {
	const struct program *program;
	const struct clock_places *places; /* NULL while they are looked for */
	struct arena scratch;
	struct arena *arena;
	struct ingredients *found;
	VEC(struct item) todo;
	struct map seen;
	uint32_t skip; /* event whose own writes don't count: the value is looked at in front of it */
};

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

bool clock_same_object(const struct function *function, uint32_t a, uint32_t b)
{
	uint32_t left = origin_root(function, a), right = origin_root(function, b);
	const Fact__Origin *one = origin_of(function, left), *other = origin_of(function, right);

	if (left == right)
		return one->kind != FACT__ORIGIN_KIND__ORIGIN_UNKNOWN && one->kind != FACT__ORIGIN_KIND__ORIGIN_INT;
	return one->kind == other->kind && ((one->kind == FACT__ORIGIN_KIND__ORIGIN_LOCAL && one->number == other->number) ||
					    (one->kind == FACT__ORIGIN_KIND__ORIGIN_PARAM && one->number == other->number) ||
					    (one->kind == FACT__ORIGIN_KIND__ORIGIN_GLOBAL && one->symbol == other->symbol));
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

static bool is_pointer(const struct function *function, uint32_t origin)
{
	const Fact__Type *type = origin_type(function, origin);

	return clock_is_address(function, origin) || origin_of(function, origin)->kind == FACT__ORIGIN_KIND__ORIGIN_STRING ||
	       (type && (type->kind == FACT__TYPE_KIND__TYPE_POINTER || type->kind == FACT__TYPE_KIND__TYPE_ARRAY));
}

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
	while (first < event->n_args && !is_pointer(function, event->args[first]->origin))
		first++;
	return first + 1;
}

/* --- the walk ------------------------------------------------------------------- */

static void push(struct walk *walk, const struct item *from, const struct function *function, uint32_t origin,
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

/* A value as an argument stands for what it points to, where it is a pointer. */
static void push_argument(struct walk *walk, const struct item *from, const struct function *function, uint32_t origin)
{
	push(walk, from, function, origin, is_pointer(function, origin));
}

static struct item entered_by(const struct item *from, uint32_t event)
{
	struct item item = *from;

	if (item.reading == UINT64_MAX && !item.frame)
		item.reading = (uint64_t)item.function->id << 32 | event;
	return item;
}

static void add_reading(struct walk *walk, const struct item *at, uint32_t event, const char *name, bool rising)
{
	struct item item = entered_by(at, event);
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

static void add_unknown(struct walk *walk, const struct item *at)
{
	if (!at->content && !is_pointer(at->function, at->origin))
		walk->found->other = true;
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

/* What a call copies into its destination or result. */
static void follow_copies(struct walk *walk, const struct item *at, uint32_t index, const char *callee,
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
		push_argument(walk, at, at->function, event->args[i]->origin);
}

static bool goes_to(const struct function *function, const Fact__Event *event, int64_t number, uint32_t address)
{
	const Fact__Operand *operand = argument(event, number);

	return operand && clock_same_object(function, operand->origin, address);
}

static void follow_writes(struct walk *walk, const struct item *at, uint32_t address);

/* What a library call leaves in memory that it is handed. True where it's known to leave something. */
static bool library_writes(struct walk *walk, const struct item *at, uint32_t index, const char *callee, uint32_t address)
{
	const Fact__Event *event = at->function->facts->events[index];
	const struct model_trait *row;
	bool any = false;

	for (size_t i = 0; (row = next_trait(callee, TRAIT_CLOCK, &i));)
		if (goes_to(at->function, event, row->a, address)) {
			add_reading(walk, at, index, callee, counts_up(walk, at->function, event, row));
			any = true;
		}
	for (size_t i = 0; (row = next_trait(callee, TRAIT_RANDOM, &i));)
		if (goes_to(at->function, event, row->a, address))
			walk->found->random = any = true;
	for (size_t i = 0; (row = next_trait(callee, TRAIT_COPIES, &i));)
		if (goes_to(at->function, event, row->a, address)) {
			follow_copies(walk, at, index, callee, row);
			any = true;
		}
	return any;
}

static const struct frame *down(struct walk *walk, const struct item *at, uint32_t event)
{
	struct frame *frame = arena_new(&walk->scratch, struct frame);

	*frame = (struct frame){ at->frame, at->function, event, at->frame ? at->frame->depth + 1 : 1 };
	return frame->depth > FRAME_LIMIT ? NULL : frame;
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
	struct item item = entered_by(at, index);

	item.frame = down(walk, at, index);
	if (!item.frame)
		return;
	item.function = callee;
	for (uint32_t i = 0; i < event->n_args && i < callee->facts->parameter_count; i++) {
		uint32_t parameter = parameter_origin(callee, i);

		if (parameter && goes_to(at->function, event, i, address))
			follow_writes(walk, &item, parameter);
	}
}

static void call_writes(struct walk *walk, const struct item *at, uint32_t index, uint32_t address)
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

/* Everything that the function writes into the object; of one field only that where both name one. */
static void follow_writes(struct walk *walk, const struct item *at, uint32_t address)
{
	const struct function *function = at->function;

	for (uint32_t i = 0; i < function->facts->n_events; i++) {
		const Fact__Event *event = function->facts->events[i];
		uint64_t field;

		if (event->kind == FACT__EVENT_KIND__EVENT_CALL) {
			if (i != walk->skip || at->frame)
				call_writes(walk, at, i, address);
		} else if (event->kind == FACT__EVENT_KIND__EVENT_STORE &&
			   clock_same_object(function, event->target->origin, address)) {
			field = clock_last_field(function, event->target->origin);
			if (at->field == UINT64_MAX || field == UINT64_MAX || field == at->field)
				push_argument(walk, at, function, event->value->origin);
		}
	}
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
			push(walk, &item, caller, event->args[parameter]->origin, at->content);
		return;
	}
	for (size_t i = 0; i < at->function->call_sites.len; i++) {
		const struct call *call = &walk->program->calls.items[at->function->call_sites.items[i]];
		const struct function *caller = &walk->program->functions.items[call->caller];
		const Fact__Event *event = caller->facts->events[call->event];

		if (call->how > CALL_POINTER || parameter >= event->n_args)
			continue;
		push(walk, at, caller, event->args[parameter]->origin, at->content);
		any = true;
	}
	if (!any)
		add_unknown(walk, at);
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
	struct item item = entered_by(at, index);

	if (identifier_function(callee->name)) {
		walk->found->already = true;
		return;
	}
	item.frame = down(walk, at, index);
	if (!item.frame)
		return;
	for (size_t e = 0; e < callee->facts->n_events; e++) {
		const Fact__Event *event = callee->facts->events[e];

		if (event->kind == FACT__EVENT_KIND__EVENT_RETURN && event->value)
			push(walk, &item, callee, event->value->origin, at->content);
	}
}

static void library_result(struct walk *walk, const struct item *at, uint32_t index, const char *callee)
{
	const Fact__Event *event = at->function->facts->events[index];
	const struct model_trait *row;
	struct ingredients *found = walk->found;
	bool known = false;

	for (size_t i = 0; (row = next_trait(callee, TRAIT_CLOCK, &i)) && !known;)
		if (row->a < 0) {
			add_reading(walk, at, index, callee, false);
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
		push(walk, at, at->function, event->args[row->a]->origin, row->b == 1);
		known = true;
	}
	for (size_t i = 0; (row = next_trait(callee, TRAIT_COPIES, &i));)
		if (row->a < 0) {
			follow_copies(walk, at, index, callee, row);
			known = true;
		}
	if ((row = model_trait(callee, TRAIT_RETURNS_ARG)) && argument(event, row->a)) {
		push(walk, at, at->function, event->args[row->a]->origin, at->content);
		known = true;
	}
	if (!known)
		add_unknown(walk, at);
}

static void follow_result(struct walk *walk, const struct item *at)
{
	uint32_t index = (uint32_t)origin_of(at->function, at->origin)->number;
	const char *library = program_library_callee(walk->program, at->function, index);
	size_t count;
	const struct call *calls = program_calls_at(walk->program, at->function, index, &count);
	bool any = false;

	if (library) {
		library_result(walk, at, index, library);
		any = true;
	}
	for (size_t i = 0; i < count && !library; i++)
		if (calls[i].target != UINT32_MAX && (calls[i].how == CALL_DIRECT || calls[i].how == CALL_POINTER)) {
			follow_returns(walk, at, index, &walk->program->functions.items[calls[i].target]);
			any = true;
		}
	if (!any)
		add_unknown(walk, at);
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
	if (names_find(&walk->places->clocks, key) == NAMES_NONE)
		return false;
	item.reading = (uint64_t)at->function->id << 32 | 0x80000000u | at->origin;
	add_reading(walk, &item, 0, "", false);
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
	if (at->content || is_pointer(at->function, at->origin)) {
		push(walk, at, at->function, address, true);
		return;
	}
	if (root->kind == FACT__ORIGIN_KIND__ORIGIN_LOCAL) {
		push(walk, at, at->function, address, true);
		return;
	}
	if (add_place(walk, at, address))
		return;
	if (is_time_part(at->function, address))
		push(walk, at, at->function, address, true);
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
		push(walk, at, at->function, origin->args[i], false);
}

static void follow_content(struct walk *walk, const struct item *at)
{
	uint32_t root = origin_root(at->function, at->origin);
	struct item item = *at;

	switch (origin_of(at->function, root)->kind) {
	case FACT__ORIGIN_KIND__ORIGIN_PARAM:
		item.origin = root;
		follow_writes(walk, at, at->origin);
		follow_parameter(walk, &item);
		break;
	case FACT__ORIGIN_KIND__ORIGIN_UNION:
		for (size_t i = 0; i < origin_of(at->function, root)->n_args; i++)
			push(walk, at, at->function, origin_of(at->function, root)->args[i], true);
		break;
	case FACT__ORIGIN_KIND__ORIGIN_RESULT:
		item.origin = root;
		follow_result(walk, &item);
		follow_writes(walk, at, root);
		break;
	case FACT__ORIGIN_KIND__ORIGIN_STRING:
	case FACT__ORIGIN_KIND__ORIGIN_INT:
	case FACT__ORIGIN_KIND__ORIGIN_UNKNOWN:
		break;
	default:
		follow_writes(walk, at, at->origin);
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
	call_writes(walk, &item, (uint32_t)origin->number, origin->args[0]);
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
			push(walk, at, at->function, origin->args[i], false);
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
		add_unknown(walk, at);
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

	push(&walk, &start, function, origin, content);
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

	follow_copies(&walk, &start, event, program_library_callee(program, function, event), copies);
	run(&walk);
}

/* --- places -------------------------------------------------------------------------- */

/* Whether the value stored is what stood there, moved by a constant. */
static bool counts(const struct function *function, const Fact__Event *event)
{
	const Fact__Origin *value = origin_of(function, origin_bare(function, event->value->origin));
	const Fact__Origin *left, *right;

	if (value->kind != FACT__ORIGIN_KIND__ORIGIN_BINARY || value->op != FACT__OP__OP_ADD)
		return false;
	left = origin_of(function, origin_bare(function, value->args[0]));
	right = origin_of(function, origin_bare(function, value->args[1]));
	return right->kind == FACT__ORIGIN_KIND__ORIGIN_INT && left->kind == FACT__ORIGIN_KIND__ORIGIN_LOAD &&
	       left->args[0] == event->target->origin;
}

static void note_store(const struct program *program, const struct function *function, const Fact__Event *event,
		       bool near, struct arena *arena, struct clock_places *places)
{
	bool counter = counts(function, event);
	struct ingredients found = { 0 };
	const char *key;

	if (!counter && !near)
		return;
	key = values_place_key(program, function, event->target->origin, arena);
	if (!key[0] || !strncmp(key, "local ", 6))
		return;
	if (counter) {
		names_add(&places->counters, key);
		return;
	}
	clock_add(program, NULL, function, event->value->origin, false, UINT32_MAX, arena, &found);
	if (found.clock && !found.counter && !found.random)
		names_add(&places->clocks, key);
}

/* Whether the function calls a clock by itself. */
static bool reads_clock(const struct program *program, const struct function *function)
{
	for (size_t i = 0; i < function->calls.len; i++) {
		const struct call *call = &program->calls.items[function->calls.items[i]];

		if (call->library && model_trait(call->library, TRAIT_CLOCK))
			return true;
	}
	return false;
}

/* Itself, or by a function that it calls: further away than that a stored reading is not looked for. */
static bool near_clock(const struct program *program, const struct function *function, const bool *reads)
{
	for (size_t i = 0; i < function->calls.len; i++) {
		const struct call *call = &program->calls.items[function->calls.items[i]];

		if (call->target != UINT32_MAX && reads[call->target])
			return true;
	}
	return reads[function->id];
}

void clock_find_places(const struct program *program, struct arena *arena, struct clock_places *places)
{
	bool *reads = arena_array(arena, bool, program->functions.len);

	for (size_t f = 0; f < program->functions.len; f++)
		reads[f] = reads_clock(program, &program->functions.items[f]);
	for (size_t f = 0; f < program->functions.len; f++) {
		const struct function *function = &program->functions.items[f];
		bool near = near_clock(program, function, reads);

		for (size_t e = 0; e < function->facts->n_events; e++) {
			const Fact__Event *event = function->facts->events[e];
			const Fact__Type *type = event->kind == FACT__EVENT_KIND__EVENT_STORE ?
							 origin_type(function, event->value->origin) :
							 NULL;

			if (type && (type->kind == FACT__TYPE_KIND__TYPE_INT || type->kind == FACT__TYPE_KIND__TYPE_FLOAT) &&
			    type->size >= 2)
				note_store(program, function, event, near, arena, places);
		}
	}
}

void clock_places_release(struct clock_places *places)
{
	names_release(&places->clocks);
	names_release(&places->counters);
}
