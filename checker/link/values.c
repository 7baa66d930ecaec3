/* Value traces: a depth-first walk over origins, in and out of calls by the way it came. */
#include "link/values_parts.h"

#include "model/models.h"

#include <stdlib.h>

const Fact__Origin *values_source_origin(const struct value_source *source)
{
	return source->init ? source->init->value : source->function->facts->origins[source->origin];
}

const Fact__Unit *values_source_unit(const struct value_source *source)
{
	return source->init ? source->init_unit : source->function->unit;
}

/* --- what is known on the way --------------------------------------------------- */

static void add_range(struct trace_item *item, int64_t low, int64_t high)
{
	if (item->computed)
		return;
	if (!item->has_range)
		item->range = RANGE_ALL;
	item->has_range = true;
	item->range.low = low > item->range.low ? low : item->range.low;
	item->range.high = high < item->range.high ? high : item->range.high;
}

void trace_set_operand(struct trace_item *item, const Fact__Operand *operand)
{
	item->origin = operand->origin;
	if (operand->has_range)
		add_range(item, operand->low, operand->high);
}

static struct state way_of(const struct trace_item *item)
{
	struct state way = { .context = item->context ? item->context->id : 0, .has_range = item->has_range,
			     .maybe = item->maybe, .computed = item->computed };

	if (item->has_range)
		way.range = item->range;
	return way;
}

static bool same_way(const struct state *one, const struct state *other)
{
	return one->context == other->context && one->maybe == other->maybe && one->computed == other->computed &&
	       one->has_range == other->has_range && one->range.low == other->range.low &&
	       one->range.high == other->range.high;
}

/* True the first time that something is looked at in that way. */
static bool enter(struct arena *arena, struct visited *visited, uint64_t key, struct state way)
{
	uint64_t *first = map_put(&visited->first, key, 0, NULL);

	for (uint64_t i = *first; i; i = visited->ways.items[i - 1].next)
		if (same_way(&visited->ways.items[i - 1], &way))
			return false;
	way.next = (uint32_t)*first;
	vec_push(arena, &visited->ways, way);
	*first = visited->ways.len;
	return true;
}

static bool enter_origin(struct trace *t, const struct trace_item *item)
{
	uint64_t key = (uint64_t)item->function->id << 32 | (uint32_t)item->lent << 31 | item->origin;

	return enter(&t->arena, &t->origins, key, way_of(item));
}

/* By what calls the walk came to the place doesn't matter to who writes there. */
static bool enter_place(struct trace *t, const struct trace_item *item, uint32_t group, uint32_t exact)
{
	struct state way = way_of(item);

	way.context = 0;
	return enter(&t->arena, &t->places, (uint64_t)group << 32 | exact, way);
}

/* --- sources ---------------------------------------------------------------------- */

/* The name of a library function that the origin is a result of, or NULL. */
static const char *library_of_result(const struct trace *t, const struct trace_item *item)
{
	const Fact__Origin *origin = trace_origin(item);

	if (origin->kind != FACT__ORIGIN_KIND__ORIGIN_RESULT)
		return NULL;
	return program_library_callee(t->program, item->function, (uint32_t)origin->number);
}

/* Whether the source leads on to another origin: that is looked at as if the trace began there. */
static bool leads_on(struct trace *t, const struct trace_item *item, const struct place_write *initial)
{
	uint32_t origin = t->through && !initial ? t->through(item->function, item->origin) : item->origin;
	struct trace_item next = { .function = item->function, .origin = origin, .maybe = item->maybe,
				   .hops = item->hops, .hop_count = item->hop_count };

	if (origin == item->origin)
		return false;
	if (t->behind.len < VALUE_BEHIND_LIMIT)
		vec_push(&t->arena, &t->behind, next);
	return true;
}

void trace_deliver(struct trace *t, struct trace_item item, const struct place_write *initial)
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
	if (leads_on(t, &item, initial))
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
void trace_push(struct trace *t, const struct trace_item *item)
{
	if (item->has_range && item->range.low > item->range.high)
		return;
	if (t->origins.ways.len >= t->limit)
		t->cut = true;
	else if (enter_origin(t, item))
		vec_push(&t->arena, &t->todo, *item);
}

void trace_deliver_unknown(struct trace *t, struct trace_item item)
{
	item.origin = 0;
	item.lent = false;
	trace_deliver(t, item, NULL);
}

/* --- steps -------------------------------------------------------------------------- */

static void step_arguments(struct trace *t, const struct trace_item *item)
{
	const Fact__Origin *origin = trace_origin(item);

	for (size_t a = 0; a < origin->n_args; a++) {
		struct trace_item next = *item;

		next.origin = origin->args[a];
		trace_push(t, &next);
	}
}

static void step_cast(struct trace *t, const struct trace_item *item)
{
	const Fact__Origin *cast = trace_origin(item);
	const Fact__Unit *unit = item->function->unit;
	struct trace_item next = *item;
	struct range range, none = RANGE_ALL;

	if (!cast_keeps(unit, item->function->facts, cast, item->has_range && !item->computed ? &item->range : &none)) {
		if (cast_range(unit, cast, &range))
			add_range(&next, range.low, range.high);
		next.computed = true;
	}
	next.origin = cast->args[0];
	trace_push(t, &next);
}

static bool is_pointer(const struct trace_item *item, uint32_t origin)
{
	uint32_t type = item->function->facts->origins[origin]->type;

	return item->function->unit->types[type]->kind == FACT__TYPE_KIND__TYPE_POINTER;
}

/* Arithmetic: a constant in it is not where the value comes from, nor is what a pointer is moved by. */
static void step_arithmetic(struct trace *t, const struct trace_item *item)
{
	const Fact__Origin *origin = trace_origin(item);
	bool pointer = is_pointer(item, item->origin), any = false;

	for (size_t a = 0; a < origin->n_args; a++) {
		const Fact__Origin *argument = item->function->facts->origins[origin->args[a]];
		struct trace_item next = *item;

		if (argument->kind == FACT__ORIGIN_KIND__ORIGIN_INT || (pointer && !is_pointer(item, origin->args[a])))
			continue;
		next.origin = origin->args[a];
		next.computed = true;
		trace_push(t, &next);
		any = true;
	}
	if (!any)
		trace_deliver(t, *item, NULL);
}

static void step_write(struct trace *t, const struct trace_item *item, const struct place_write *write)
{
	const struct values *values = t->program->values;
	struct trace_item next = *item;
	uint32_t w = write->object ? values->first.items[write->object - 1] : 0;

	if (write->object) {
		for (; w; w = values->writes.items[w - 1].next)
			if (!values->writes.items[w - 1].object)
				step_write(t, item, &values->writes.items[w - 1]);
		return;
	}
	if (write->init) {
		trace_deliver(t, *item, write);
		return;
	}
	next.function = &t->program->functions.items[write->function];
	next.context = NULL;
	next.depth++;
	trace_set_operand(&next, next.function->facts->events[write->event]->value);
	trace_push(t, &next);
}

/* Values that were written to the place last described, unless they are on the way already. Gives whether there are any. */
static bool step_writes(struct trace *t, const struct trace_item *item)
{
	const struct values *values = t->program->values;
	uint32_t group = names_find(&values->places, strbuf_text(&t->key.group));
	uint32_t exact = names_find(&values->places, strbuf_text(&t->key.exact));
	uint32_t w = group == NAMES_NONE ? 0 : values->first.items[group];
	bool first = w && enter_place(t, item, group, exact), any = false;

	for (; w && !t->stopped && !t->cut; w = values->writes.items[w - 1].next) {
		const struct place_write *write = &values->writes.items[w - 1];

		/* Through a pointer any object's field may be meant. */
		if (exact != group && write->exact != exact && write->exact != group)
			continue;
		any = true;
		if (!first)
			break;
		step_write(t, item, write);
	}
	return any;
}

static void step_load(struct trace *t, const struct trace_item *item)
{
	uint32_t roots[PLACE_ROOT_LIMIT];
	size_t count = place_roots(item->function, trace_origin(item)->args[0], roots);
	bool unseen = !count;

	for (size_t i = 0; i < count && !t->stopped; i++) {
		bool known = place_describe(t->program, item->function, roots[i], &t->key) && t->key.followed;

		unseen = !known || !step_writes(t, item) || t->key.unseen || unseen;
	}
	if (unseen && !t->stopped)
		trace_deliver(t, *item, NULL);
}

/* A field of an object that a call was handed: whoever stores to that field through a pointer may have done it. */
static void step_out_field(struct trace *t, const struct trace_item *item)
{
	uint32_t address = trace_origin(item)->args[0];

	if (item->function->facts->origins[address]->kind == FACT__ORIGIN_KIND__ORIGIN_FIELD &&
	    place_describe(t->program, item->function, address, &t->key))
		step_writes(t, item);
	if (!t->stopped)
		trace_deliver(t, *item, NULL);
}

static void step(struct trace *t, const struct trace_item *item)
{
	const Fact__Origin *origin = trace_origin(item);

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
			trace_deliver(t, *item, NULL);
		else
			step_arithmetic(t, item);
		break;
	case FACT__ORIGIN_KIND__ORIGIN_PARAM:
		trace_parameter(t, item);
		break;
	case FACT__ORIGIN_KIND__ORIGIN_RESULT:
		trace_result(t, item);
		break;
	case FACT__ORIGIN_KIND__ORIGIN_LOAD:
		step_load(t, item);
		break;
	case FACT__ORIGIN_KIND__ORIGIN_OUT:
		trace_out(t, item);
		step_out_field(t, item);
		break;
	default:
		trace_deliver(t, *item, NULL);
		break;
	}
}

/* What was pushed last is looked at first, so the newest ones are turned round. */
static void reverse(struct trace *t, size_t from)
{
	for (size_t i = from, j = t->todo.len; i + 1 < j; i++, j--) {
		struct trace_item item = t->todo.items[i];

		t->todo.items[i] = t->todo.items[j - 1];
		t->todo.items[j - 1] = item;
	}
}

/* All that is known of where one origin's value comes from. */
static void run_from(struct trace *t, const struct trace_item *start)
{
	t->limit = t->origins.ways.len + VALUE_VISIT_LIMIT;
	t->cut = false;
	trace_push(t, start);
	while (t->todo.len && !t->stopped) {
		struct trace_item item = t->todo.items[--t->todo.len];
		size_t len = t->todo.len;

		if (item.depth > VALUE_DEPTH_LIMIT)
			trace_deliver_unknown(t, item);
		else if (item.lent)
			trace_lent(t, &item);
		else
			step(t, &item);
		reverse(t, len);
	}
	if (t->cut && !t->stopped)
		trace_deliver_unknown(t, *start);
}

static void run(struct trace *t, const struct trace_item *start)
{
	run_from(t, start);
	for (size_t i = 0; i < t->behind.len && !t->stopped; i++) {
		struct trace_item next = t->behind.items[i];

		run_from(t, &next);
	}
	place_key_release(&t->key);
	map_release(&t->origins.first);
	map_release(&t->places.first);
	map_release(&t->contexts);
	arena_release(&t->arena);
}

void values_trace(const struct program *program, const struct function *function, const Fact__Operand *operand,
		  value_visit *visit, void *data)
{
	struct trace trace = { .program = program, .visit = visit, .data = data };
	struct trace_item start = { .function = function };

	trace_set_operand(&start, operand);
	run(&trace, &start);
}

void values_trace_origin(const struct program *program, const struct function *function, uint32_t origin,
			 value_visit *visit, void *data)
{
	values_trace_through(program, function, origin, NULL, visit, data);
}

void values_trace_through(const struct program *program, const struct function *function, uint32_t origin,
			  value_through *through, value_visit *visit, void *data)
{
	struct trace trace = { .program = program, .through = through, .visit = visit, .data = data };
	struct trace_item start = { .function = function, .origin = origin };

	run(&trace, &start);
}
