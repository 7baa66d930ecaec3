/* Facts of one function: blocks in reverse postorder, events, edges with what holds on them, loops, objects. */
#include "flow/emit.h"

#include "flow/origins.h"
#include "flow/trips.h"

struct emitter {
	struct arena *arena;
	struct body *body;
	struct ranges *ranges;
	struct origins origins;
	Fact__Function *out;
};

void *emit_array(struct arena *arena, size_t count)
{
	return arena_alloc(arena, (count ? count : 1) * sizeof(void *));
}

Fact__Place *emit_place(struct arena *arena, const struct ir_unit *unit, const struct ir_place *place)
{
	Fact__Place *out = arena_new(arena, Fact__Place);

	fact__place__init(out);
	if (place->file == IR_NONE)
		return out;
	out->file = place->file;
	out->line = place->line;
	out->column = place->column;
	out->end_line = place->end_line;
	out->end_column = place->end_column;
	if (place->macro != IR_NONE)
		out->macro = facts_text(unit->macro_names.items[place->macro]);
	out->statement = place->statement == IR_NONE ? 0 : place->statement + 1;
	return out;
}

Fact__Extent *emit_extent(struct arena *arena, const struct ir_extent *extent)
{
	Fact__Extent *out = arena_new(arena, Fact__Extent);

	fact__extent__init(out);
	out->kind = (Fact__ExtentKind)extent->kind;
	out->line = extent->line;
	out->column = extent->column;
	out->end_line = extent->end_line;
	out->end_column = extent->end_column;
	return out;
}

static Fact__Place *place_of(struct emitter *e, const struct ir_place *place)
{
	return emit_place(e->arena, e->body->unit, place);
}

/* --- operands and events ------------------------------------------------------- */

/* Addresses carry the type of what lies there: no range can be told from it. */
static bool is_number(const struct emitter *e, uint32_t value)
{
	const struct value *v = &e->body->values.all.items[value];
	enum ir_type_kind kind = e->body->unit->types.items[v->type].kind;

	switch (v->kind) {
	case FACT__ORIGIN_KIND__ORIGIN_STRING:
	case FACT__ORIGIN_KIND__ORIGIN_FUNCTION:
	case FACT__ORIGIN_KIND__ORIGIN_LOCAL:
	case FACT__ORIGIN_KIND__ORIGIN_GLOBAL:
	case FACT__ORIGIN_KIND__ORIGIN_FIELD:
	case FACT__ORIGIN_KIND__ORIGIN_ELEMENT:
		return false;
	default:
		return value != VALUE_UNKNOWN && (kind == IR_T_INT || kind == IR_T_BOOL);
	}
}

static Fact__Operand *operand(struct emitter *e, uint32_t value, uint32_t block)
{
	Fact__Operand *out = arena_new(e->arena, Fact__Operand);

	fact__operand__init(out);
	out->origin = origins_add(&e->origins, value);
	out->type = e->body->values.all.items[value].type;
	if (is_number(e, value)) {
		struct range range = range_at(e->ranges, value, block);

		out->has_range = range.low != INT64_MIN || range.high != INT64_MAX;
		out->low = out->has_range ? range.low : 0;
		out->high = out->has_range ? range.high : 0;
	}
	return out;
}

/* A function as an argument has the type in which it is handed over: `void *` where it is only an address. */
static Fact__Operand *argument(struct emitter *e, const struct event *event, uint32_t i)
{
	Fact__Operand *out = operand(e, event->args[i], event->block);

	if (e->body->values.all.items[event->args[i]].kind == FACT__ORIGIN_KIND__ORIGIN_FUNCTION &&
	    event->insn->arg_count == event->arg_count)
		out->type = event->insn->args[i].type;
	return out;
}

static void add_extents(struct emitter *e, const struct event *event, Fact__Event *out)
{
	if (!event->insn->extents || event->insn->arg_count != event->arg_count)
		return;
	out->extents = emit_array(e->arena, event->arg_count + 1);
	for (uint32_t i = 0; i <= event->arg_count; i++)
		out->extents[out->n_extents++] = emit_extent(e->arena, &event->insn->extents[i]);
}

static Fact__Event *event_message(struct emitter *e, const struct event *event)
{
	Fact__Event *out = arena_new(e->arena, Fact__Event);
	uint32_t loop = e->body->graph.loop_of[event->block];

	fact__event__init(out);
	out->kind = event->kind;
	out->place = place_of(e, &event->insn->place);
	out->block = e->body->graph.order_of[event->block];
	out->loop = loop == IR_NONE ? 0 : loop + 1;
	switch (event->kind) {
	case FACT__EVENT_KIND__EVENT_CALL:
		out->callee = operand(e, event->callee, event->block);
		out->is_virtual = event->insn->is_virtual;
		out->args = emit_array(e->arena, event->arg_count);
		for (uint32_t i = 0; i < event->arg_count; i++)
			out->args[out->n_args++] = argument(e, event, i);
		add_extents(e, event, out);
		break;
	case FACT__EVENT_KIND__EVENT_STORE:
		out->target = operand(e, event->target, event->block);
		out->value = operand(e, event->value, event->block);
		break;
	case FACT__EVENT_KIND__EVENT_LOAD:
		out->target = operand(e, event->target, event->block);
		break;
	case FACT__EVENT_KIND__EVENT_NAMED:
		out->value = operand(e, event->value, event->block);
		out->text = facts_text(body_stored_name(e->body, &event->insn->memory));
		break;
	case FACT__EVENT_KIND__EVENT_RETURN:
		if (event->insn->a.kind != IR_V_NONE)
			out->value = operand(e, event->value, event->block);
		break;
	default:
		out->text = facts_text(event->insn->text);
		break;
	}
	return out;
}

/* --- blocks and edges ------------------------------------------------------------- */

/* `(long)n == 512` says the same of n itself where the cast keeps every number. */
static uint32_t without_widening(struct emitter *e, uint32_t value)
{
	for (;;) {
		const struct value *v = &e->body->values.all.items[value];
		struct range to, from;

		if (v->kind != FACT__ORIGIN_KIND__ORIGIN_CAST)
			return value;
		to = range_of_type(e->body->unit, v->type);
		from = range_of_type(e->body->unit, e->body->values.all.items[v->args[0]].type);
		if (from.low < to.low || from.high > to.high)
			return value;
		value = v->args[0];
	}
}

static Fact__Edge *edge_message(struct emitter *e, uint32_t edge)
{
	struct condition condition = edge_condition(e->body, edge);
	Fact__Edge *out = arena_new(e->arena, Fact__Edge);

	fact__edge__init(out);
	out->to = e->body->graph.order_of[e->body->graph.edges[edge].to];
	out->is_back = e->body->graph.edges[edge].back;
	out->is_default = condition.is_default;
	if (condition.known) {
		out->has_condition = true;
		out->op = (Fact__Op)condition.op;
		out->left = origins_add(&e->origins, without_widening(e, condition.left));
		out->right = origins_add(&e->origins, without_widening(e, condition.right));
	}
	return out;
}

static Fact__Block *block_message(struct emitter *e, uint32_t block)
{
	const struct graph *graph = &e->body->graph;
	Fact__Block *out = arena_new(e->arena, Fact__Block);

	fact__block__init(out);
	out->first_event = e->body->events_of[block].first;
	out->event_count = e->body->events_of[block].count;
	out->dominator = block == 0 ? 0 : graph->order_of[graph->dominator[block]] + 1;
	out->loop = graph->loop_of[block] == IR_NONE ? 0 : graph->loop_of[block] + 1;
	out->edges = emit_array(e->arena, graph->out_first[block + 1] - graph->out_first[block]);
	for (uint32_t edge = graph->out_first[block]; edge < graph->out_first[block + 1]; edge++)
		out->edges[out->n_edges++] = edge_message(e, edge);
	return out;
}

static void emit_blocks(struct emitter *e)
{
	const struct graph *graph = &e->body->graph;

	e->out->blocks = emit_array(e->arena, graph->order_count);
	for (uint32_t i = 0; i < graph->order_count; i++)
		e->out->blocks[e->out->n_blocks++] = block_message(e, graph->order[i]);
	e->out->events = emit_array(e->arena, e->body->events.len);
	for (size_t i = 0; i < e->body->events.len; i++)
		e->out->events[e->out->n_events++] = event_message(e, &e->body->events.items[i]);
}

static void emit_loops(struct emitter *e)
{
	const struct graph *graph = &e->body->graph;

	e->out->loops = emit_array(e->arena, graph->loop_count);
	for (uint32_t i = 0; i < graph->loop_count; i++) {
		Fact__Loop *loop = arena_new(e->arena, Fact__Loop);

		fact__loop__init(loop);
		loop->kind = (Fact__LoopKind)graph->loops[i].kind;
		loop->header = graph->order_of[graph->loops[i].header];
		loop->parent = graph->loops[i].parent == IR_NONE ? 0 : graph->loops[i].parent + 1;
		loop->place = place_of(e, &graph->loops[i].place);
		loop->trips = trips_of_loop(e->body, i);
		e->out->loops[e->out->n_loops++] = loop;
	}
}

static void emit_objects(struct emitter *e)
{
	e->out->objects = emit_array(e->arena, e->origins.objects.len);
	for (size_t i = 0; i < e->origins.objects.len; i++) {
		uint32_t index = e->origins.objects.items[i];
		const struct ir_local *local = &e->body->function->locals.items[index];
		Fact__Object *object = arena_new(e->arena, Fact__Object);

		fact__object__init(object);
		object->name = facts_text(local->name);
		object->type = local->type;
		object->place = place_of(e, &local->place);
		if (local->bound.kind != IR_E_NONE)
			object->bound = emit_extent(e->arena, &local->bound);
		object->is_parameter = local->is_parameter;
		object->compound_literal = local->compound_literal;
		object->variable_length = local->variable_length;
		object->escapes = e->body->escapes[index];
		object->read_at_constant = e->body->read_at_constant[index];
		object->read_at_variable = e->body->read_at_variable[index];
		e->out->objects[e->out->n_objects++] = object;
	}
}

static void add_end(struct emitter *e, uint32_t local, uint32_t block, uint32_t event)
{
	const uint64_t *index = map_get(&e->origins.object_of, local);
	Fact__Object *object = index ? e->out->objects[*index] : NULL;
	size_t size = sizeof *object->ended_in;

	if (!object)
		return;
	size *= object->n_ended_in;
	object->ended_in = arena_grow(e->arena, object->ended_in, size, size + sizeof block);
	object->ended_before = arena_grow(e->arena, object->ended_before, size, size + sizeof event);
	object->ended_in[object->n_ended_in++] = block;
	object->ended_before[object->n_ended_before++] = event;
}

/* Events come in the order of their instructions. */
static void emit_ends(struct emitter *e)
{
	for (uint32_t b = 0; b < e->body->graph.order_count; b++) {
		const struct ir_block *block = &e->body->function->blocks.items[e->body->graph.order[b]];
		const struct block_events *events = &e->body->events_of[e->body->graph.order[b]];
		uint32_t next = events->first;

		for (size_t i = 0; i < block->insns.len; i++) {
			const struct ir_insn *insn = &block->insns.items[i];

			while (next < events->first + events->count && e->body->events.items[next].insn == insn)
				next++;
			if (insn->kind == IR_SCOPE_END)
				add_end(e, insn->local, b, next);
		}
	}
}

/* --- the function ------------------------------------------------------------------- */

static void describe(struct emitter *e)
{
	const struct ir_function *function = e->body->function;

	e->out->symbol = function->symbol;
	e->out->place = place_of(e, &function->place);
	e->out->noreturn = function->attributes.noreturn_;
	e->out->constructor = function->attributes.constructor;
	e->out->priority = function->attributes.priority;
	e->out->destructor = function->attributes.destructor;
	e->out->variadic = function->variadic;
	e->out->partial = function->partial;
	e->out->partial_reason = facts_text(function->partial_reason);
	e->out->parameter_count = function->parameter_count;
	e->out->return_type = function->return_type;
	e->out->parameter_types = arena_array(e->arena, uint32_t, function->parameter_count);
	e->out->parameter_names = emit_array(e->arena, function->parameter_count);
	for (uint32_t i = 0; i < function->parameter_count; i++) {
		e->out->parameter_types[e->out->n_parameter_types++] = function->locals.items[i].type;
		e->out->parameter_names[e->out->n_parameter_names++] = facts_text(function->locals.items[i].name);
	}
	e->out->overrides = function->overrides.items;
	e->out->n_overrides = function->overrides.len;
	for (size_t i = 0; i < function->blocks.len; i++)
		e->out->instructions += (uint32_t)function->blocks.items[i].insns.len;
}

Fact__Function *emit_function(struct arena *arena, struct body *body, struct ranges *ranges)
{
	struct emitter e = { .arena = arena, .body = body, .ranges = ranges, .out = arena_new(arena, Fact__Function) };

	fact__function__init(e.out);
	origins_init(&e.origins, arena, body);
	describe(&e);
	emit_blocks(&e);
	emit_loops(&e);
	origins_finish(&e.origins);
	emit_objects(&e);
	emit_ends(&e);
	e.out->origins = e.origins.all.items;
	e.out->n_origins = e.origins.all.len;
	origins_release(&e.origins);
	return e.out;
}
