/* The call graph: calls by name, and by following functions as values through parameters, results and memory. */
#include "link/callgraph.h"

#include <string.h>

const Fact__Origin *call_callee(const Fact__Function *function, const Fact__Event *event)
{
	const Fact__Origin *origin = function->origins[event->callee->origin];

	/* Casts of casts end: a circle has more of them than there are origins. */
	for (size_t i = 0; i < function->n_origins && origin->kind == FACT__ORIGIN_KIND__ORIGIN_CAST; i++)
		origin = function->origins[origin->args[0]];
	return origin;
}

uint32_t call_event_node(const struct call_builder *b, uint32_t function, uint32_t event)
{
	return b->bases[function].event + event;
}

uint8_t *call_site(const struct call_builder *b, uint32_t function, uint32_t event)
{
	return &b->sites[call_event_node(b, function, event) - b->first_event];
}

uint32_t call_operand_node(const struct call_builder *b, uint32_t function, const Fact__Operand *operand)
{
	return b->bases[function].origin + operand->origin;
}

static void place_nodes(struct call_builder *b)
{
	const struct program *program = b->program;
	uint32_t node = 0;

	b->bases = arena_array(b->arena, struct node_base, program->functions.len);
	for (size_t f = 0; f < program->functions.len; f++) {
		b->bases[f].origin = node;
		node += (uint32_t)program->functions.items[f].facts->n_origins;
		b->bases[f].parameter = node;
		node += program->functions.items[f].facts->parameter_count;
		b->bases[f].result = node++;
	}
	b->first_event = node;
	for (size_t f = 0; f < program->functions.len; f++) {
		b->bases[f].event = node;
		node += (uint32_t)program->functions.items[f].facts->n_events;
	}
	b->sites = arena_array(b->arena, uint8_t, node - b->first_event);
	b->first_place = node;
}

/* --- sources and edges -------------------------------------------------------- */

/* Only where a pointer may lie: numbers lead nowhere. */
static bool may_hold_function(const Fact__Unit *unit, const Fact__Origin *origin)
{
	Fact__TypeKind kind = unit->types[origin->type]->kind;

	return kind != FACT__TYPE_KIND__TYPE_INT && kind != FACT__TYPE_KIND__TYPE_BOOL &&
	       kind != FACT__TYPE_KIND__TYPE_FLOAT;
}

static void add_load(struct call_builder *b, const struct function *function, uint32_t origin, struct place_key *key)
{
	uint32_t roots[PLACE_ROOT_LIMIT];
	size_t count = place_roots(function, function->facts->origins[origin]->args[0], roots);

	for (size_t i = 0; i < count; i++) {
		uint32_t place;

		if (!place_describe(b->program, function, roots[i], key))
			continue;
		place = names_find(&b->program->values->places, strbuf_text(&key->group));
		if (place != NAMES_NONE)
			flow_add_edge(&b->flow, b->first_place + place, b->bases[function->id].origin + origin);
	}
}

static void add_origins(struct call_builder *b, const struct function *function, struct place_key *key)
{
	const struct node_base *base = &b->bases[function->id];

	for (uint32_t o = 0; o < function->facts->n_origins; o++) {
		const Fact__Origin *origin = function->facts->origins[o];
		uint32_t node = base->origin + o, value;

		switch (origin->kind) {
		case FACT__ORIGIN_KIND__ORIGIN_FUNCTION:
			value = call_symbol_value(b, function->unit, origin->symbol);
			if (value != FLOW_ANY)
				flow_add_value(&b->flow, node, value);
			break;
		case FACT__ORIGIN_KIND__ORIGIN_PARAM:
			flow_add_edge(&b->flow, base->parameter + (uint32_t)origin->number, node);
			break;
		case FACT__ORIGIN_KIND__ORIGIN_RESULT:
			flow_add_edge(&b->flow, base->event + (uint32_t)origin->number, node);
			break;
		case FACT__ORIGIN_KIND__ORIGIN_CAST:
		case FACT__ORIGIN_KIND__ORIGIN_UNION:
			for (size_t a = 0; a < origin->n_args; a++)
				flow_add_edge(&b->flow, base->origin + origin->args[a], node);
			break;
		case FACT__ORIGIN_KIND__ORIGIN_LOAD:
			if (may_hold_function(function->unit, origin))
				add_load(b, function, o, key);
			break;
		default:
			break;
		}
	}
}

static void add_writes(struct call_builder *b)
{
	const struct values *values = b->program->values;

	for (uint32_t place = 0; place < values->places.len; place++) {
		for (uint32_t w = values->first.items[place]; w; w = values->writes.items[w - 1].next) {
			const struct place_write *write = &values->writes.items[w - 1];
			const Fact__Origin *initial = write->init ? write->init->value : NULL;
			uint32_t node = b->first_place + place, from, value;
			const Fact__Function *facts;

			if (write->object) {
				flow_add_edge(&b->flow, b->first_place + write->object - 1, node);
			} else if (!initial) {
				facts = b->program->functions.items[write->function].facts;
				from = call_operand_node(b, write->function, facts->events[write->event]->value);
				flow_add_edge(&b->flow, from, node);
			} else if (initial->kind == FACT__ORIGIN_KIND__ORIGIN_FUNCTION) {
				value = call_symbol_value(b, write->unit, initial->symbol);
				if (value != FLOW_ANY)
					flow_add_value(&b->flow, node, value);
			}
		}
	}
}

static void add_call(struct call_builder *b, const struct function *function, uint32_t e)
{
	const Fact__Event *event = function->facts->events[e];
	const Fact__Origin *callee = call_callee(function->facts, event);
	struct watch site = { .function = function->id, .event = e, .how = CALL_DIRECT, .sample = UINT32_MAX };
	uint32_t value;

	if (callee->kind != FACT__ORIGIN_KIND__ORIGIN_FUNCTION) {
		*call_site(b, function->id, e) |= SITE_INDIRECT;
		call_watch(b, call_operand_node(b, function->id, event->callee), function->id, e, CALL_POINTER);
		return;
	}
	if (event->is_virtual) {
		site.how = CALL_POINTER;
		call_add_virtual(b, &site, function->unit, callee->symbol);
	} else {
		value = call_symbol_value(b, function->unit, callee->symbol);
		if (value != FLOW_ANY)
			call_add_target(b, &site, value, false);
	}
	value = call_model_value(b, function->unit, callee->symbol);
	if (value != FLOW_ANY)
		call_add_target(b, &site, value, false);
}

static void add_events(struct call_builder *b, const struct function *function)
{
	for (uint32_t e = 0; e < function->facts->n_events; e++) {
		const Fact__Event *event = function->facts->events[e];

		if (event->kind == FACT__EVENT_KIND__EVENT_CALL)
			add_call(b, function, e);
		else if (event->kind == FACT__EVENT_KIND__EVENT_RETURN && event->value)
			flow_add_edge(&b->flow, call_operand_node(b, function->id, event->value),
				      b->bases[function->id].result);
	}
}

/* --- the result ------------------------------------------------------------------- */

static int compare_calls(const void *one, const void *other)
{
	const struct call *a = one, *b = other;

	if (a->caller != b->caller)
		return a->caller < b->caller ? -1 : 1;
	if (a->event != b->event)
		return a->event < b->event ? -1 : 1;
	if (a->how != b->how)
		return a->how < b->how ? -1 : 1;
	if (a->target != b->target)
		return a->target < b->target ? -1 : 1;
	return strcmp(a->library ? a->library : "", b->library ? b->library : "");
}

static void store_calls(struct call_builder *b)
{
	struct program *program = b->program;

	for (size_t i = 0; i < b->found.len; i++) {
		struct call *call = &b->found.items[i];

		if (call->how == CALL_POINTER && *call_site(b, call->caller, call->event) & SITE_ANY) {
			call->how = CALL_MAYBE;
			call->maybe = true;
		}
	}
	if (b->found.len)
		qsort(b->found.items, b->found.len, sizeof *b->found.items, compare_calls);
	for (size_t i = 0; i < b->found.len; i++) {
		struct call call = b->found.items[i];
		struct call *last = program->calls.len ? &program->calls.items[program->calls.len - 1] : NULL;

		if (last && !compare_calls(last, &call))
			continue;
		call.id = (uint32_t)program->calls.len;
		vec_push(program->arena, &program->calls, call);
		vec_push(program->arena, &program->functions.items[call.caller].calls, call.id);
		if (call.target != UINT32_MAX)
			vec_push(program->arena, &program->functions.items[call.target].call_sites, call.id);
	}
}

void callgraph_build(struct program *program)
{
	struct arena scratch = { 0 };
	struct call_builder b = { .program = program, .arena = &scratch };
	struct place_key key = { 0 };

	place_nodes(&b);
	flow_init(&b.flow, &scratch, b.first_place + (uint32_t)program->values->places.len, call_heard, &b);
	b.taken = address_taken(program, &scratch);
	call_index_overrides(&b);
	add_writes(&b);
	for (size_t f = 0; f < program->functions.len; f++)
		add_origins(&b, &program->functions.items[f], &key);
	for (size_t f = 0; f < program->functions.len; f++)
		add_events(&b, &program->functions.items[f]);
	flow_run(&b.flow);
	call_guess_unknown(&b);
	store_calls(&b);
	place_key_release(&key);
	map_release(&b.found_index);
	names_release(&b.libraries);
	names_release(&b.methods);
	flow_release(&b.flow);
	arena_release(&scratch);
}
