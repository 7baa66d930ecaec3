/* Value traces: a depth-first walk over origins, in and out of calls by the way it came. */
#include "link/values.h"

#include "link/internal.h"
#include "model/models.h"

#include <stdlib.h>

struct hop {
	const struct hop *before;
	struct value_hop hop;
};

/* Calls that the walk went down through, the innermost first. Equal ones have one id. */
struct context {
	const struct context *outer; /* NULL: none */
	uint32_t id;
	const struct call *call;
	const struct hop *hops;      /* with this call */
	unsigned hop_count;
};

/* An origin still to look at, with all that is known on the way to it. */
struct item {
	const struct function *function;
	uint32_t origin;
	bool has_range, maybe, computed;
	struct range range;
	const struct context *context;
	const struct hop *hops;
	unsigned hop_count;
	unsigned depth;
};

/* A way in which an origin was looked at before. */
struct state {
	struct item item;
	uint32_t next; /* 1 + index; 0: none */
};

struct trace {
	const struct program *program;
	value_visit *visit;
	void *data;
	struct arena arena;
	VEC(struct item) todo;
	VEC(struct state) states;
	struct map seen;     /* function and origin → 1 + index into states */
	struct map contexts; /* id of the outer one and call → id */
	struct place_key key;
	bool stopped;        /* by the visitor */
	bool cut;            /* by VALUE_VISIT_LIMIT */
};

const Fact__Origin *values_source_origin(const struct value_source *source)
{
	return source->init ? source->init->value : source->function->facts->origins[source->origin];
}

const Fact__Unit *values_source_unit(const struct value_source *source)
{
	return source->init ? source->init_unit : source->function->unit;
}

static const Fact__Origin *item_origin(const struct item *item)
{
	return item->function->facts->origins[item->origin];
}

static const Fact__Event *item_event(const struct item *item)
{
	return item->function->facts->events[item_origin(item)->number];
}

/* --- what is known on the way --------------------------------------------------- */

static void add_range(struct item *item, int64_t low, int64_t high)
{
	if (item->computed)
		return;
	if (!item->has_range)
		item->range = RANGE_ALL;
	item->has_range = true;
	item->range.low = low > item->range.low ? low : item->range.low;
	item->range.high = high < item->range.high ? high : item->range.high;
}

static void set_operand(struct item *item, const Fact__Operand *operand)
{
	item->origin = operand->origin;
	if (operand->has_range)
		add_range(item, operand->low, operand->high);
}

static bool same_way(const struct item *one, const struct item *other)
{
	return (one->context ? one->context->id : 0) == (other->context ? other->context->id : 0) &&
	       one->maybe == other->maybe && one->computed == other->computed &&
	       one->has_range == other->has_range &&
	       (!one->has_range ||
		(one->range.low == other->range.low && one->range.high == other->range.high));
}

/* True the first time. */
static bool enter(struct trace *t, const struct item *item)
{
	uint64_t *first = map_put(&t->seen, (uint64_t)item->function->id << 32 | item->origin, 0, NULL);

	for (uint64_t i = *first; i; i = t->states.items[i - 1].next)
		if (same_way(&t->states.items[i - 1].item, item))
			return false;
	vec_push(&t->arena, &t->states, (struct state){ .item = *item, .next = (uint32_t)*first });
	*first = t->states.len;
	return true;
}

static const struct context *enter_call(struct trace *t, const struct item *item, const struct call *call)
{
	struct context *context = arena_new(&t->arena, struct context);
	uint64_t outer = item->context ? item->context->id : 0;

	context->outer = item->context;
	context->call = call;
	context->hops = item->hops;
	context->hop_count = item->hop_count;
	context->id = (uint32_t)*map_put(&t->contexts, outer << 32 | call->id, t->contexts.len + 1, NULL);
	return context;
}

static void add_hop(struct trace *t, struct item *item, const struct call *call)
{
	struct hop *hop = arena_new(&t->arena, struct hop);

	hop->before = item->hops;
	hop->hop = (struct value_hop){ &t->program->functions.items[call->caller], call->event };
	item->hops = hop;
	item->hop_count++;
	item->depth++;
	item->maybe = item->maybe || call->maybe;
}

/* --- sources ---------------------------------------------------------------------- */

/* The name of a library function that the origin is a result of, or NULL. */
static const char *library_of_result(const struct trace *t, const struct item *item)
{
	const Fact__Origin *origin = item_origin(item);

	if (origin->kind != FACT__ORIGIN_KIND__ORIGIN_RESULT)
		return NULL;
	return program_library_callee(t->program, item->function, (uint32_t)origin->number);
}

static void deliver(struct trace *t, struct item item, const struct place_write *initial)
{
	const char *library = library_of_result(t, &item);
	const struct model_trait *range = library ? model_trait(library, TRAIT_RANGE) : NULL;
	struct value_hop *hops = arena_array(&t->arena, struct value_hop, item.hop_count);
	struct value_source source;
	size_t at = item.hop_count;

	if (range)
		add_range(&item, range->a, range->b);
	if (item.has_range && item.range.low > item.range.high)
		return;
	for (const struct hop *hop = item.hops; hop; hop = hop->before)
		hops[--at] = hop->hop;
	source = (struct value_source){ .function = item.function,
					.origin = item.origin,
					.init = initial ? initial->init : NULL,
					.init_unit = initial ? initial->unit : NULL,
					.has_range = item.has_range,
					.low = item.range.low,
					.high = item.range.high,
					.maybe = item.maybe,
					.computed = item.computed,
					.hop_count = item.hop_count,
					.hops = hops };
	t->stopped = !t->visit(t->data, &source);
}

/* What no number gets through, and what was looked at before in the same way, is left out. */
static void push(struct trace *t, const struct item *item)
{
	if (item->has_range && item->range.low > item->range.high)
		return;
	if (t->states.len >= VALUE_VISIT_LIMIT)
		t->cut = true;
	else if (enter(t, item))
		vec_push(&t->arena, &t->todo, *item);
}

static void deliver_unknown(struct trace *t, struct item item)
{
	item.origin = 0;
	deliver(t, item, NULL);
}

/* --- steps -------------------------------------------------------------------------- */

static void step_arguments(struct trace *t, const struct item *item)
{
	const Fact__Origin *origin = item_origin(item);

	for (size_t a = 0; a < origin->n_args; a++) {
		struct item next = *item;

		next.origin = origin->args[a];
		push(t, &next);
	}
}

static void step_cast(struct trace *t, const struct item *item)
{
	const Fact__Origin *cast = item_origin(item);
	const Fact__Unit *unit = item->function->unit;
	struct item next = *item;
	struct range range, none = RANGE_ALL;

	if (!cast_keeps(unit, item->function->facts, cast, item->has_range && !item->computed ? &item->range : &none)) {
		if (cast_range(unit, cast, &range))
			add_range(&next, range.low, range.high);
		next.computed = true;
	}
	next.origin = cast->args[0];
	push(t, &next);
}

static bool is_pointer(const struct item *item, uint32_t origin)
{
	uint32_t type = item->function->facts->origins[origin]->type;

	return item->function->unit->types[type]->kind == FACT__TYPE_KIND__TYPE_POINTER;
}

/* Arithmetic: a constant in it is not where the value comes from, nor is what a pointer is moved by. */
static void step_arithmetic(struct trace *t, const struct item *item)
{
	const Fact__Origin *origin = item_origin(item);
	bool pointer = is_pointer(item, item->origin), any = false;

	for (size_t a = 0; a < origin->n_args; a++) {
		const Fact__Origin *argument = item->function->facts->origins[origin->args[a]];
		struct item next = *item;

		if (argument->kind == FACT__ORIGIN_KIND__ORIGIN_INT || (pointer && !is_pointer(item, origin->args[a])))
			continue;
		next.origin = origin->args[a];
		next.computed = true;
		push(t, &next);
		any = true;
	}
	if (!any)
		deliver(t, *item, NULL);
}

/* Out of a callee to where the walk came in. */
static void step_out(struct trace *t, const struct item *item, uint32_t parameter)
{
	const struct context *context = item->context;
	const Fact__Operand *argument = call_argument(t->program, context->call, parameter);
	struct item next = *item;

	if (!argument) {
		deliver(t, *item, NULL);
		return;
	}
	next.function = &t->program->functions.items[context->call->caller];
	next.context = context->outer;
	next.hops = context->hops;
	next.hop_count = context->hop_count;
	set_operand(&next, argument);
	push(t, &next);
}

static void step_parameter(struct trace *t, const struct item *item)
{
	uint32_t parameter = (uint32_t)item_origin(item)->number;
	bool any = false;

	if (item->context) {
		step_out(t, item, parameter);
		return;
	}
	for (size_t i = 0; i < item->function->call_sites.len && !t->cut; i++) {
		const struct call *call = &t->program->calls.items[item->function->call_sites.items[i]];
		const Fact__Operand *argument = call_argument(t->program, call, parameter);
		struct item next = *item;

		if (!argument)
			continue;
		next.function = &t->program->functions.items[call->caller];
		add_hop(t, &next, call);
		set_operand(&next, argument);
		push(t, &next);
		any = true;
	}
	if (!any)
		deliver(t, *item, NULL);
}

static void step_into(struct trace *t, const struct item *item, const struct call *call)
{
	const struct function *target = &t->program->functions.items[call->target];
	struct item down = *item;

	add_hop(t, &down, call);
	down.context = enter_call(t, &down, call);
	down.function = target;
	for (uint32_t e = 0; e < target->facts->n_events; e++) {
		const Fact__Event *event = target->facts->events[e];
		struct item next = down;

		if (event->kind != FACT__EVENT_KIND__EVENT_RETURN || !event->value)
			continue;
		set_operand(&next, event->value);
		push(t, &next);
	}
	if (target->facts->partial)
		deliver_unknown(t, down);
}

static void step_library(struct trace *t, const struct item *item, const char *library)
{
	const Fact__Event *event = item_event(item);
	const struct model_trait *returned = model_trait(library, TRAIT_RETURNS_ARG);
	struct item next = *item;

	if (!returned || returned->a < 0 || (size_t)returned->a >= event->n_args) {
		deliver(t, *item, NULL);
		return;
	}
	set_operand(&next, event->args[returned->a]);
	push(t, &next);
}

static void step_result(struct trace *t, const struct item *item)
{
	size_t count;
	const struct call *calls =
		program_calls_at(t->program, item->function, (uint32_t)item_origin(item)->number, &count);
	bool any = false;

	for (size_t i = 0; i < count && !t->stopped && !t->cut; i++) {
		if (calls[i].how > CALL_MAYBE)
			continue;
		any = true;
		if (calls[i].library)
			step_library(t, item, calls[i].library);
		else
			step_into(t, item, &calls[i]);
	}
	if (!any)
		deliver(t, *item, NULL);
}

static void step_write(struct trace *t, const struct item *item, const struct place_write *write)
{
	const struct values *values = t->program->values;
	struct item next = *item;
	uint32_t w = write->object ? values->first.items[write->object - 1] : 0;

	if (write->object) {
		for (; w; w = values->writes.items[w - 1].next)
			if (!values->writes.items[w - 1].object)
				step_write(t, item, &values->writes.items[w - 1]);
		return;
	}
	if (write->init) {
		deliver(t, *item, write);
		return;
	}
	next.function = &t->program->functions.items[write->function];
	next.context = NULL;
	next.depth++;
	set_operand(&next, next.function->facts->events[write->event]->value);
	push(t, &next);
}

/* Values that were written to the place last described. Gives whether there were any. */
static bool step_writes(struct trace *t, const struct item *item)
{
	const struct values *values = t->program->values;
	uint32_t group = names_find(&values->places, strbuf_text(&t->key.group));
	uint32_t exact = names_find(&values->places, strbuf_text(&t->key.exact));
	uint32_t w = group == NAMES_NONE ? 0 : values->first.items[group];
	bool any = false;

	for (; w && !t->stopped && !t->cut; w = values->writes.items[w - 1].next) {
		const struct place_write *write = &values->writes.items[w - 1];

		/* Through a pointer any object's field may be meant. */
		if (exact != group && write->exact != exact && write->exact != group)
			continue;
		any = true;
		step_write(t, item, write);
	}
	return any;
}

static void step_load(struct trace *t, const struct item *item)
{
	uint32_t roots[PLACE_ROOT_LIMIT];
	size_t count = place_roots(item->function, item_origin(item)->args[0], roots);
	bool unseen = !count;

	for (size_t i = 0; i < count && !t->stopped; i++) {
		bool known = place_describe(t->program, item->function, roots[i], &t->key) && t->key.followed;

		unseen = !known || !step_writes(t, item) || t->key.unseen || unseen;
	}
	if (unseen && !t->stopped)
		deliver(t, *item, NULL);
}

static void step(struct trace *t, const struct item *item)
{
	const Fact__Origin *origin = item_origin(item);

	switch (origin->kind) {
	case FACT__ORIGIN_KIND__ORIGIN_UNION:
		step_arguments(t, item);
		break;
	case FACT__ORIGIN_KIND__ORIGIN_CAST:
		step_cast(t, item);
		break;
	case FACT__ORIGIN_KIND__ORIGIN_UNARY:
	case FACT__ORIGIN_KIND__ORIGIN_BINARY:
		/* A comparison tells of its operands, but doesn't hold them. */
		if (origin->op == FACT__OP__OP_LNOT ||
		    (origin->op >= FACT__OP__OP_EQ && origin->op <= FACT__OP__OP_GE))
			deliver(t, *item, NULL);
		else
			step_arithmetic(t, item);
		break;
	case FACT__ORIGIN_KIND__ORIGIN_PARAM:
		step_parameter(t, item);
		break;
	case FACT__ORIGIN_KIND__ORIGIN_RESULT:
		step_result(t, item);
		break;
	case FACT__ORIGIN_KIND__ORIGIN_LOAD:
		step_load(t, item);
		break;
	default:
		deliver(t, *item, NULL);
		break;
	}
}

/* What was pushed last is looked at first, so the newest ones are turned round. */
static void reverse(struct trace *t, size_t from)
{
	for (size_t i = from, j = t->todo.len; i + 1 < j; i++, j--) {
		struct item item = t->todo.items[i];

		t->todo.items[i] = t->todo.items[j - 1];
		t->todo.items[j - 1] = item;
	}
}

static void run(struct trace *t, const struct item *start)
{
	push(t, start);
	while (t->todo.len && !t->stopped) {
		struct item item = t->todo.items[--t->todo.len];
		size_t len = t->todo.len;

		if (item.depth > VALUE_DEPTH_LIMIT)
			deliver_unknown(t, item);
		else
			step(t, &item);
		reverse(t, len);
	}
	if (t->cut && !t->stopped)
		deliver_unknown(t, *start);
	place_key_release(&t->key);
	map_release(&t->seen);
	map_release(&t->contexts);
	arena_release(&t->arena);
}

void values_trace(const struct program *program, const struct function *function, const Fact__Operand *operand,
		  value_visit *visit, void *data)
{
	struct trace trace = { .program = program, .visit = visit, .data = data };
	struct item start = { .function = function };

	set_operand(&start, operand);
	run(&trace, &start);
}

void values_trace_origin(const struct program *program, const struct function *function, uint32_t origin,
			 value_visit *visit, void *data)
{
	struct trace trace = { .program = program, .visit = visit, .data = data };
	struct item start = { .function = function, .origin = origin };

	run(&trace, &start);
}
