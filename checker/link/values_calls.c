/* Steps of a value trace between callers and callees: parameters, results, and memory handed over to be filled. */
#include "link/values_parts.h"

#include "model/models.h"

static const struct context *enter_call(struct trace *t, const struct trace_item *item, const struct call *call)
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

static void add_hop(struct trace *t, struct trace_item *item, const struct call *call)
{
	struct hop *hop = arena_new(&t->arena, struct hop);

	hop->before = item->hops;
	hop->hop = (struct value_hop){ &t->program->functions.items[call->caller], call->event };
	item->hops = hop;
	item->hop_count++;
	item->depth++;
	item->maybe = item->maybe || call->maybe;
}

/* Out of a callee to where the walk came in. */
static void step_out(struct trace *t, const struct trace_item *item, uint32_t parameter)
{
	const struct context *context = item->context;
	const Fact__Operand *argument = call_argument(t->program, context->call, parameter);
	struct trace_item next = *item;

	if (!argument) {
		trace_deliver(t, *item, NULL);
		return;
	}
	next.function = &t->program->functions.items[context->call->caller];
	next.context = context->outer;
	next.hops = context->hops;
	next.hop_count = context->hop_count;
	trace_set_operand(&next, argument);
	trace_push(t, &next);
}

void trace_parameter(struct trace *t, const struct trace_item *item)
{
	uint32_t parameter = (uint32_t)trace_origin(item)->number;
	bool any = false;

	if (item->context) {
		step_out(t, item, parameter);
		return;
	}
	for (size_t i = 0; i < item->function->call_sites.len && !t->cut; i++) {
		const struct call *call = &t->program->calls.items[item->function->call_sites.items[i]];
		const Fact__Operand *argument = call_argument(t->program, call, parameter);
		struct trace_item next = *item;

		if (!argument)
			continue;
		next.function = &t->program->functions.items[call->caller];
		add_hop(t, &next, call);
		trace_set_operand(&next, argument);
		trace_push(t, &next);
		any = true;
	}
	if (!any)
		trace_deliver(t, *item, NULL);
}

static void step_into(struct trace *t, const struct trace_item *item, const struct call *call)
{
	const struct function *target = &t->program->functions.items[call->target];
	struct trace_item down = *item;

	add_hop(t, &down, call);
	down.context = enter_call(t, &down, call);
	down.function = target;
	for (uint32_t e = 0; e < target->facts->n_events; e++) {
		const Fact__Event *event = target->facts->events[e];
		struct trace_item next = down;

		if (event->kind != FACT__EVENT_KIND__EVENT_RETURN || !event->value)
			continue;
		trace_set_operand(&next, event->value);
		trace_push(t, &next);
	}
	if (target->facts->partial)
		trace_deliver_unknown(t, down);
}

static void step_library(struct trace *t, const struct trace_item *item, const char *library)
{
	const Fact__Event *event = item->function->facts->events[trace_origin(item)->number];
	const struct model_trait *returned = model_trait(library, TRAIT_RETURNS_ARG);
	struct trace_item next = *item;

	if (!returned || returned->a < 0 || (size_t)returned->a >= event->n_args) {
		trace_deliver(t, *item, NULL);
		return;
	}
	trace_set_operand(&next, event->args[returned->a]);
	trace_push(t, &next);
}

void trace_result(struct trace *t, const struct trace_item *item)
{
	size_t count;
	const struct call *calls =
		program_calls_at(t->program, item->function, (uint32_t)trace_origin(item)->number, &count);
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
		trace_deliver(t, *item, NULL);
}

/* --- memory that a call fills ------------------------------------------------------ */

/* Goes on in the call's targets with what they leave in memory that they get as argument `argument`. */
static void lend(struct trace *t, const struct trace_item *item, uint32_t event, uint32_t argument)
{
	size_t count;
	const struct call *calls = program_calls_at(t->program, item->function, event, &count);

	for (size_t i = 0; i < count && !t->cut; i++) {
		struct trace_item down = *item;

		if (calls[i].how > CALL_MAYBE || calls[i].target == UINT32_MAX)
			continue;
		add_hop(t, &down, &calls[i]);
		down.context = enter_call(t, &down, &calls[i]);
		down.function = &t->program->functions.items[calls[i].target];
		down.origin = argument;
		down.lent = true;
		trace_push(t, &down);
	}
}

static bool is_parameter(const struct trace_item *item, uint32_t address)
{
	uint32_t roots[PLACE_ROOT_LIMIT];
	size_t count = place_roots(item->function, address, roots);
	const Fact__Origin *root = count == 1 ? item->function->facts->origins[roots[0]] : NULL;

	return root && root->kind == FACT__ORIGIN_KIND__ORIGIN_PARAM && (uint32_t)root->number == item->origin;
}

void trace_lent(struct trace *t, const struct trace_item *item)
{
	const Fact__Function *facts = item->function->facts;

	for (uint32_t e = 0; e < facts->n_events && !t->cut; e++) {
		const Fact__Event *event = facts->events[e];
		struct trace_item next = *item;

		if (event->kind == FACT__EVENT_KIND__EVENT_STORE && event->value &&
		    is_parameter(item, event->target->origin)) {
			next.lent = false;
			trace_set_operand(&next, event->value);
			trace_push(t, &next);
		}
		for (uint32_t a = 0; event->kind == FACT__EVENT_KIND__EVENT_CALL && a < event->n_args; a++)
			if (is_parameter(item, event->args[a]->origin))
				lend(t, item, e, a);
	}
}

void trace_out(struct trace *t, const struct trace_item *item)
{
	const Fact__Origin *origin = trace_origin(item);
	const Fact__Event *event = item->function->facts->events[origin->number];

	for (uint32_t a = 0; a < event->n_args; a++)
		if (event->args[a]->origin == origin->args[0])
			lend(t, item, (uint32_t)origin->number, a);
}
