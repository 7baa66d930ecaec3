/* Whether facts hold together: a facts file may come from anywhere, and readers index without looking. */
#include "model/facts.h"

#include <inttypes.h>

struct checker {
	const Fact__Unit *unit;
	const Fact__Function *function; /* NULL outside one */
	size_t function_index;
	struct arena *arena; /* for marks */
	struct err *err;
};

static bool wrong(const struct checker *c, const char *what, uint64_t number)
{
	if (c->function)
		return err_set(c->err, "broken facts: function %zu: %s (%" PRIu64 "): scan the source again",
			       c->function_index, what, number);
	return err_set(c->err, "broken facts: %s (%" PRIu64 "): scan the source again", what, number);
}

static bool below(const struct checker *c, uint64_t index, size_t count, const char *what)
{
	return index < count || wrong(c, what, index);
}

/* For the fields that hold 1 + index, or 0 for none. */
static bool below_one_based(const struct checker *c, uint64_t index, size_t count, const char *what)
{
	return index <= count || wrong(c, what, index);
}

static bool check_type(const struct checker *c, uint32_t type)
{
	return below(c, type, c->unit->n_types, "no such type");
}

static bool check_place(const struct checker *c, const Fact__Place *place)
{
	if (!place || place->line == 0)
		return true;
	return below(c, place->file, c->unit->n_files, "no such file") &&
	       below_one_based(c, place->statement, c->unit->n_statements, "no such statement");
}

static bool check_symbol(const struct checker *c, uint32_t symbol, bool is_function)
{
	if (!below(c, symbol, c->unit->n_symbols, "no such symbol"))
		return false;
	return !c->unit->symbols[symbol]->is_function == !is_function ||
	       wrong(c, is_function ? "symbol is no function" : "symbol is no object", symbol);
}

static bool check_field(const struct checker *c, uint32_t record, uint32_t field)
{
	return below(c, record, c->unit->n_records, "no such record") &&
	       below(c, field, c->unit->records[record]->n_fields, "no such field");
}

/* 1 + what stands above thing `index`, or 0. */
typedef uint32_t above(const struct checker *c, size_t index);

static uint32_t dominator_of(const struct checker *c, size_t block)
{
	return c->function->blocks[block]->dominator;
}

static uint32_t loop_around(const struct checker *c, size_t loop)
{
	return c->function->loops[loop]->parent;
}

static uint32_t element_of(const struct checker *c, size_t type)
{
	return c->unit->types[type]->element;
}

/* Whether each way up comes to an end, so that readers can go up without counting. */
static bool check_no_circle(const struct checker *c, size_t count, above *up, const char *what)
{
	size_t *walks = arena_array(c->arena, size_t, count); /* 1 + the walk that came by first */

	for (size_t start = 0; start < count; start++) {
		size_t at = start + 1;

		while (at && !walks[at - 1]) {
			walks[at - 1] = start + 1;
			at = up(c, at - 1);
		}
		if (at && walks[at - 1] == start + 1)
			return wrong(c, what, start);
	}
	return true;
}

/* --- origins ---------------------------------------------------------------- */

/* How many arguments an origin of each kind has; a union has any number. */
static const size_t origin_args[] = {
	[FACT__ORIGIN_KIND__ORIGIN_FIELD] = 1, [FACT__ORIGIN_KIND__ORIGIN_ELEMENT] = 2,
	[FACT__ORIGIN_KIND__ORIGIN_LOAD] = 1,  [FACT__ORIGIN_KIND__ORIGIN_OUT] = 1,
	[FACT__ORIGIN_KIND__ORIGIN_CAST] = 1,  [FACT__ORIGIN_KIND__ORIGIN_UNARY] = 1,
	[FACT__ORIGIN_KIND__ORIGIN_BINARY] = 2, [FACT__ORIGIN_KIND__ORIGIN_UNION] = 0,
};

static bool check_op(const struct checker *c, Fact__Op op)
{
	return below(c, (unsigned)op, FACT__OP__OP_LNOT + 1, "no such operation");
}

static bool check_call_of(const struct checker *c, int64_t event)
{
	const Fact__Function *f = c->function;

	return below(c, (uint64_t)event, f->n_events, "no such event") &&
	       (f->events[event]->kind == FACT__EVENT_KIND__EVENT_CALL ||
		wrong(c, "event is no call", (uint64_t)event));
}

static bool check_join(const struct checker *c, const Fact__Origin *origin)
{
	const Fact__Function *f = c->function;
	bool ok = below_one_based(c, (uint64_t)origin->number, f->n_blocks, "no such block");

	if (ok && origin->n_from != (origin->number ? origin->n_args : 0))
		ok = wrong(c, "a join whose arguments come from other blocks", origin->n_from);
	for (size_t i = 0; ok && i < origin->n_from; i++)
		ok = below(c, origin->from[i], f->n_blocks, "no such block");
	return ok;
}

static bool check_origin_content(const struct checker *c, const Fact__Origin *origin)
{
	switch (origin->kind) {
	case FACT__ORIGIN_KIND__ORIGIN_STRING:
		return origin->number == (int64_t)origin->text.len ||
		       wrong(c, "string of another length", (uint64_t)origin->number);
	case FACT__ORIGIN_KIND__ORIGIN_FUNCTION:
		return check_symbol(c, origin->symbol, true);
	case FACT__ORIGIN_KIND__ORIGIN_GLOBAL:
		return check_symbol(c, origin->symbol, false);
	case FACT__ORIGIN_KIND__ORIGIN_PARAM:
		return below(c, (uint64_t)origin->number, c->function->parameter_count, "no such parameter");
	case FACT__ORIGIN_KIND__ORIGIN_LOCAL:
		return below(c, (uint64_t)origin->number, c->function->n_objects, "no such object");
	case FACT__ORIGIN_KIND__ORIGIN_FIELD:
		return check_field(c, origin->record, origin->field);
	case FACT__ORIGIN_KIND__ORIGIN_RESULT:
	case FACT__ORIGIN_KIND__ORIGIN_OUT:
		return check_call_of(c, origin->number);
	case FACT__ORIGIN_KIND__ORIGIN_UNARY:
	case FACT__ORIGIN_KIND__ORIGIN_BINARY:
		return check_op(c, origin->op);
	case FACT__ORIGIN_KIND__ORIGIN_UNION:
		return check_join(c, origin);
	default:
		return true;
	}
}

static bool check_origin(const struct checker *c, const Fact__Origin *origin)
{
	const Fact__Function *f = c->function;
	unsigned kind = (unsigned)origin->kind;

	if (!below(c, kind, sizeof origin_args / sizeof *origin_args, "no such kind of origin") ||
	    !check_type(c, origin->type))
		return false;
	if (origin->n_args != origin_args[kind] && origin->kind != FACT__ORIGIN_KIND__ORIGIN_UNION)
		return wrong(c, "origin with a wrong number of arguments", kind);
	for (size_t i = 0; i < origin->n_args; i++)
		if (!below(c, origin->args[i], f->n_origins, "no such origin"))
			return false;
	return check_origin_content(c, origin);
}

static bool check_origins(const struct checker *c)
{
	const Fact__Function *f = c->function;
	bool ok = true;

	if (!f->n_origins || f->origins[0]->kind != FACT__ORIGIN_KIND__ORIGIN_UNKNOWN)
		return wrong(c, "origin 0 is not the unknown one", f->n_origins);
	for (size_t i = 0; ok && i < f->n_origins; i++)
		ok = check_origin(c, f->origins[i]);
	return ok;
}

/* --- events, blocks, loops, objects ---------------------------------------------- */

static bool check_operand(const struct checker *c, const Fact__Operand *operand, bool needed)
{
	if (!operand)
		return !needed || wrong(c, "event without its operand", 0);
	return below(c, operand->origin, c->function->n_origins, "no such origin") && check_type(c, operand->type);
}

static bool check_extent(const struct checker *c, const Fact__Extent *extent)
{
	return !extent || below(c, (unsigned)extent->kind, FACT__EXTENT_KIND__EXTENT_SIZEOF + 1, "no such kind of extent");
}

static bool check_event(const struct checker *c, const Fact__Event *event)
{
	bool call = event->kind == FACT__EVENT_KIND__EVENT_CALL, store = event->kind == FACT__EVENT_KIND__EVENT_STORE;
	bool load = event->kind == FACT__EVENT_KIND__EVENT_LOAD, named = event->kind == FACT__EVENT_KIND__EVENT_NAMED;
	bool ok = below(c, (unsigned)event->kind, FACT__EVENT_KIND__EVENT_NAMED + 1, "no such kind of event") &&
		  check_place(c, event->place) && check_operand(c, event->callee, call) &&
		  check_operand(c, event->target, store || load) && check_operand(c, event->value, store || named) &&
		  below_one_based(c, event->loop, c->function->n_loops, "no such loop") &&
		  below(c, event->block, c->function->n_blocks, "no such block");

	for (size_t i = 0; ok && i < event->n_args; i++)
		ok = check_operand(c, event->args[i], true);
	if (ok && event->n_extents && event->n_extents != event->n_args + 1)
		ok = wrong(c, "an extent for each argument is missing", event->n_extents);
	for (size_t i = 0; ok && i < event->n_extents; i++)
		ok = check_extent(c, event->extents[i]);
	return ok;
}

static bool check_edge(const struct checker *c, const Fact__Edge *edge)
{
	const Fact__Function *f = c->function;

	return below(c, edge->to, f->n_blocks, "edge to no such block") && check_op(c, edge->op) &&
	       below(c, edge->left, f->n_origins, "no such origin") &&
	       below(c, edge->right, f->n_origins, "no such origin");
}

static bool check_block(const struct checker *c, size_t index)
{
	const Fact__Function *f = c->function;
	const Fact__Block *block = f->blocks[index];
	bool ok = below_one_based(c, (uint64_t)block->first_event + block->event_count, f->n_events, "no such event") &&
		  below_one_based(c, block->dominator, f->n_blocks, "no such dominator") &&
		  below_one_based(c, block->loop, f->n_loops, "no such loop");

	for (size_t i = 0; ok && i < block->event_count; i++)
		if (f->events[block->first_event + i]->block != index)
			ok = wrong(c, "event of another block", block->first_event + i);
	for (size_t i = 0; ok && i < block->n_edges; i++)
		ok = check_edge(c, block->edges[i]);
	return ok;
}

static bool check_ends(const struct checker *c, const Fact__Object *object)
{
	bool ok = object->n_ended_in == object->n_ended_before ||
		  wrong(c, "ends without events", object->n_ended_in);

	for (size_t i = 0; ok && i < object->n_ended_in; i++)
		ok = below(c, object->ended_in[i], c->function->n_blocks, "no such block") &&
		     below_one_based(c, object->ended_before[i], c->function->n_events, "no such event");
	return ok;
}

static bool check_graph(const struct checker *c)
{
	const Fact__Function *f = c->function;
	uint64_t events = 0;
	bool ok = f->n_blocks > 0 || wrong(c, "no entry block", 0);

	for (size_t i = 0; ok && i < f->n_events; i++)
		ok = check_event(c, f->events[i]);
	for (size_t i = 0; ok && i < f->n_blocks; i++) {
		ok = check_block(c, i);
		events += f->blocks[i]->event_count;
	}
	if (ok && events != f->n_events)
		ok = wrong(c, "events that lie in no block", events);
	for (size_t i = 0; ok && i < f->n_loops; i++) {
		const Fact__Loop *loop = f->loops[i];

		ok = below(c, (unsigned)loop->kind, FACT__LOOP_KIND__LOOP_RANGE + 1, "no such kind of loop") &&
		     below(c, loop->header, f->n_blocks, "no such block") && check_place(c, loop->place) &&
		     below_one_based(c, loop->parent, f->n_loops, "no such loop");
	}
	for (size_t i = 0; ok && i < f->n_objects; i++)
		ok = check_ends(c, f->objects[i]);
	return ok && check_no_circle(c, f->n_blocks, dominator_of, "blocks dominate each other") &&
	       check_no_circle(c, f->n_loops, loop_around, "loops lie in each other");
}

static bool check_function(const struct checker *c)
{
	const Fact__Function *f = c->function;
	bool ok = check_symbol(c, f->symbol, true) && check_place(c, f->place) && check_type(c, f->return_type);

	if (ok && f->n_parameter_types != f->parameter_count)
		ok = wrong(c, "a type for each parameter is missing", f->n_parameter_types);
	if (ok && f->n_parameter_names != f->parameter_count)
		ok = wrong(c, "a name for each parameter is missing", f->n_parameter_names);
	for (size_t i = 0; ok && i < f->n_parameter_types; i++)
		ok = check_type(c, f->parameter_types[i]);
	for (size_t i = 0; ok && i < f->n_overrides; i++)
		ok = check_symbol(c, f->overrides[i], true);
	for (size_t i = 0; ok && i < f->n_objects; i++)
		ok = check_type(c, f->objects[i]->type) && check_place(c, f->objects[i]->place) &&
		     check_extent(c, f->objects[i]->bound);
	return ok && check_origins(c) && check_graph(c);
}

/* --- the unit ---------------------------------------------------------------- */

static bool check_types(const struct checker *c)
{
	const Fact__Unit *u = c->unit;
	bool ok = true;

	for (size_t i = 0; ok && i < u->n_types; i++)
		ok = below(c, (unsigned)u->types[i]->kind, FACT__TYPE_KIND__TYPE_VECTOR + 1, "no such kind of type") &&
		     below_one_based(c, u->types[i]->element, u->n_types, "no such type") &&
		     below_one_based(c, u->types[i]->record, u->n_records, "no such record");
	for (size_t i = 0; ok && i < u->n_records; i++)
		for (size_t f = 0; ok && f < u->records[i]->n_fields; f++)
			ok = check_type(c, u->records[i]->fields[f]->type);
	return ok && check_no_circle(c, u->n_types, element_of, "types are elements of each other");
}

static bool check_static_value(const struct checker *c, const Fact__Origin *value)
{
	if (!value)
		return wrong(c, "initial content without a value", 0);
	if (!check_type(c, value->type))
		return false;
	switch (value->kind) {
	case FACT__ORIGIN_KIND__ORIGIN_UNKNOWN:
	case FACT__ORIGIN_KIND__ORIGIN_INT:
	case FACT__ORIGIN_KIND__ORIGIN_FLOAT:
	case FACT__ORIGIN_KIND__ORIGIN_STRING:
	case FACT__ORIGIN_KIND__ORIGIN_FUNCTION:
	case FACT__ORIGIN_KIND__ORIGIN_GLOBAL:
		return check_origin_content(c, value);
	default:
		return wrong(c, "initial content that is no constant", (unsigned)value->kind);
	}
}

static bool check_static_init(const struct checker *c, const Fact__StaticInit *init)
{
	bool ok = check_symbol(c, init->symbol, false) && check_static_value(c, init->value) &&
		  check_place(c, init->place);

	if (ok && init->n_records != init->n_fields)
		ok = wrong(c, "records and fields are not in pairs", init->n_fields);
	for (size_t i = 0; ok && i < init->n_fields; i++)
		ok = check_field(c, init->records[i], init->fields[i]);
	return ok;
}

static bool check_tables(const struct checker *c)
{
	const Fact__Unit *u = c->unit;
	bool ok = below(c, (unsigned)u->status, FACT__STATUS__STATUS_CRASHED + 1, "no such status") && check_types(c);

	for (size_t i = 0; ok && i < u->n_symbols; i++)
		ok = check_type(c, u->symbols[i]->type) && check_place(c, u->symbols[i]->place) &&
		     check_extent(c, u->symbols[i]->bound) &&
		     below(c, (unsigned)u->symbols[i]->linkage, FACT__LINKAGE__LINKAGE_LOCAL + 1, "no such linkage");
	for (size_t i = 0; ok && i < u->n_static_inits; i++)
		ok = check_static_init(c, u->static_inits[i]);
	for (size_t i = 0; ok && i < u->n_diagnostics; i++)
		ok = check_place(c, u->diagnostics[i]->place);
	return ok;
}

bool facts_check(const Fact__Unit *unit, struct err *err)
{
	struct arena arena = { 0 };
	struct checker c = { .unit = unit, .arena = &arena, .err = err };
	bool ok = check_tables(&c);

	for (size_t i = 0; ok && i < unit->n_functions; i++) {
		struct arena_mark mark = arena_mark(&arena);

		c.function = unit->functions[i];
		c.function_index = i;
		ok = check_function(&c);
		arena_rewind(&arena, mark);
	}
	arena_release(&arena);
	return ok;
}
