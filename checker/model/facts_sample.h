/*
 * A unit of facts for tests, made by hand:
 *
 *	struct conf { int home; } conf = "HOME";
 *	int setup(int) { p = getenv("HOME"); while (…) conf.home = p++; return 0; }
 *
 * with values that lead back to themselves, as loops make them.
 */
#ifndef SNAG_MODEL_FACTS_SAMPLE_H
#define SNAG_MODEL_FACTS_SAMPLE_H

#include "model/facts.h"

#include <string.h>

#define DEFINE_NEW(type, name) \
	static inline type *facts_new_##name(struct arena *arena) \
	{ \
		type *message = arena_new(arena, type); \
\
		fact__##name##__init(message); \
		return message; \
	}

DEFINE_NEW(Fact__Place, place)
DEFINE_NEW(Fact__Type, type)
DEFINE_NEW(Fact__Symbol, symbol)
DEFINE_NEW(Fact__Origin, origin)
DEFINE_NEW(Fact__Operand, operand)
DEFINE_NEW(Fact__Event, event)
DEFINE_NEW(Fact__Edge, edge)
DEFINE_NEW(Fact__Block, block)
DEFINE_NEW(Fact__Object, object)
DEFINE_NEW(Fact__Loop, loop)
DEFINE_NEW(Fact__Unit, unit)
DEFINE_NEW(Fact__File, file)
DEFINE_NEW(Fact__Field, field)
DEFINE_NEW(Fact__Record, record)
DEFINE_NEW(Fact__Function, function)
DEFINE_NEW(Fact__StaticInit, static_init)

#define LIST(arena, type, ...) \
	memcpy(arena_alloc((arena), sizeof((type *[]){ __VA_ARGS__ })), (type *[]){ __VA_ARGS__ }, \
	       sizeof((type *[]){ __VA_ARGS__ }))

static inline Fact__Place *facts_place(struct arena *arena, uint32_t line)
{
	Fact__Place *place = facts_new_place(arena);

	place->line = place->end_line = line;
	place->column = 3;
	place->end_column = 9;
	return place;
}

static inline Fact__Type *facts_type(struct arena *arena, Fact__TypeKind kind, uint64_t size, uint32_t element)
{
	Fact__Type *type = facts_new_type(arena);

	type->kind = kind;
	type->size = size;
	type->is_signed = kind == FACT__TYPE_KIND__TYPE_INT;
	type->element = element;
	return type;
}

static inline Fact__Symbol *facts_symbol(struct arena *arena, const char *name, bool is_function)
{
	Fact__Symbol *symbol = facts_new_symbol(arena);

	symbol->name = symbol->link_name = arena_strdup(arena, name);
	symbol->is_function = is_function;
	symbol->defined = strcmp(name, "getenv") != 0;
	return symbol;
}

static inline Fact__Origin *facts_origin(struct arena *arena, Fact__OriginKind kind, int64_t number, size_t count,
					 uint32_t a, uint32_t b)
{
	Fact__Origin *origin = facts_new_origin(arena);

	origin->kind = kind;
	origin->number = number;
	origin->n_args = count;
	origin->args = arena_array(arena, uint32_t, 2);
	origin->args[0] = a;
	origin->args[1] = b;
	return origin;
}

static inline Fact__Operand *facts_operand(struct arena *arena, uint32_t index)
{
	Fact__Operand *operand = facts_new_operand(arena);

	operand->origin = index;
	return operand;
}

static inline Fact__Event *facts_event(struct arena *arena, Fact__EventKind kind, uint32_t block, uint32_t a,
				       uint32_t b)
{
	Fact__Event *event = facts_new_event(arena);

	event->kind = kind;
	event->block = block;
	event->place = facts_place(arena, 10 + block);
	if (kind == FACT__EVENT_KIND__EVENT_CALL) {
		event->callee = facts_operand(arena, a);
		event->n_args = 1;
		event->args = LIST(arena, Fact__Operand, facts_operand(arena, b));
	} else {
		event->target = kind == FACT__EVENT_KIND__EVENT_STORE ? facts_operand(arena, a) : NULL;
		event->value = facts_operand(arena, b);
	}
	return event;
}

static inline Fact__Edge *facts_edge(struct arena *arena, uint32_t to, bool condition, Fact__Op op, uint32_t left,
				     uint32_t right)
{
	Fact__Edge *edge = facts_new_edge(arena);

	edge->to = to;
	edge->has_condition = condition;
	edge->op = op;
	edge->left = left;
	edge->right = right;
	return edge;
}

static inline Fact__Block *facts_block(struct arena *arena, uint32_t first, uint32_t count, uint32_t dominator)
{
	Fact__Block *block = facts_new_block(arena);

	block->first_event = first;
	block->event_count = count;
	block->dominator = dominator;
	return block;
}

enum { O_UNKNOWN, O_GETENV, O_NAME, O_RESULT, O_NULL, O_GLOBAL, O_ADDRESS, O_PHI, O_STEP, O_BUF, O_COUNT };

static inline void facts_add_origins(struct arena *arena, Fact__Function *f)
{
	f->n_origins = O_COUNT;
	f->origins = arena_array(arena, Fact__Origin *, O_COUNT);
	f->origins[O_UNKNOWN] = facts_origin(arena, FACT__ORIGIN_KIND__ORIGIN_UNKNOWN, 0, 0, 0, 0);
	f->origins[O_GETENV] = facts_origin(arena, FACT__ORIGIN_KIND__ORIGIN_FUNCTION, 0, 0, 0, 0);
	f->origins[O_GETENV]->symbol = 1;
	f->origins[O_NAME] = facts_origin(arena, FACT__ORIGIN_KIND__ORIGIN_STRING, 4, 0, 0, 0);
	f->origins[O_NAME]->text = (ProtobufCBinaryData){ 4, (uint8_t *)arena_strdup(arena, "HOME") };
	f->origins[O_RESULT] = facts_origin(arena, FACT__ORIGIN_KIND__ORIGIN_RESULT, 0, 0, 0, 0);
	f->origins[O_NULL] = facts_origin(arena, FACT__ORIGIN_KIND__ORIGIN_INT, 0, 0, 0, 0);
	f->origins[O_GLOBAL] = facts_origin(arena, FACT__ORIGIN_KIND__ORIGIN_GLOBAL, 0, 0, 0, 0);
	f->origins[O_GLOBAL]->symbol = 2;
	f->origins[O_ADDRESS] = facts_origin(arena, FACT__ORIGIN_KIND__ORIGIN_FIELD, 0, 1, O_GLOBAL, 0);
	f->origins[O_PHI] = facts_origin(arena, FACT__ORIGIN_KIND__ORIGIN_UNION, 0, 2, O_RESULT, O_STEP);
	f->origins[O_STEP] = facts_origin(arena, FACT__ORIGIN_KIND__ORIGIN_ELEMENT, 0, 2, O_PHI, O_NULL);
	f->origins[O_BUF] = facts_origin(arena, FACT__ORIGIN_KIND__ORIGIN_LOCAL, 0, 0, 0, 0);
}

static inline void facts_add_graph(struct arena *arena, Fact__Function *f)
{
	Fact__Object *buf = facts_new_object(arena);
	Fact__Loop *loop = facts_new_loop(arena);

	buf->name = arena_strdup(arena, "buf");
	buf->type = 1;
	buf->escapes = true;
	loop->kind = FACT__LOOP_KIND__LOOP_WHILE;
	loop->header = 1;
	loop->trips = -1;
	f->n_objects = 1;
	f->objects = LIST(arena, Fact__Object, buf);
	f->n_loops = 1;
	f->loops = LIST(arena, Fact__Loop, loop);
	f->n_events = 3;
	f->events = LIST(arena, Fact__Event, facts_event(arena, FACT__EVENT_KIND__EVENT_CALL, 0, O_GETENV, O_NAME),
			 facts_event(arena, FACT__EVENT_KIND__EVENT_STORE, 1, O_ADDRESS, O_PHI),
			 facts_event(arena, FACT__EVENT_KIND__EVENT_RETURN, 1, 0, O_NULL));
	f->n_blocks = 2;
	f->blocks = LIST(arena, Fact__Block, facts_block(arena, 0, 1, 0), facts_block(arena, 1, 2, 1));
	f->blocks[0]->n_edges = 2;
	f->blocks[0]->edges = LIST(arena, Fact__Edge, facts_edge(arena, 1, true, FACT__OP__OP_NE, O_RESULT, O_NULL),
				   facts_edge(arena, 1, false, 0, 0, 0));
}

static inline Fact__Unit *facts_sample(struct arena *arena)
{
	Fact__Unit *unit = facts_new_unit(arena);
	Fact__File *file = facts_new_file(arena);
	Fact__Field *field = facts_new_field(arena);
	Fact__Record *record = facts_new_record(arena);
	Fact__Function *function = facts_new_function(arena);
	Fact__StaticInit *init = facts_new_static_init(arena);

	unit->format = arena_strdup(arena, FACTS_FORMAT);
	unit->main_file = file->path = arena_strdup(arena, "/src/a.c");
	unit->n_files = 1;
	unit->files = LIST(arena, Fact__File, file);
	unit->n_types = 3;
	unit->types = LIST(arena, Fact__Type, facts_type(arena, FACT__TYPE_KIND__TYPE_INT, 4, 0),
			  facts_type(arena, FACT__TYPE_KIND__TYPE_ARRAY, 16, 1),
			  facts_type(arena, FACT__TYPE_KIND__TYPE_POINTER, 8, 1));
	field->name = arena_strdup(arena, "home");
	record->key = record->name = arena_strdup(arena, "conf");
	record->n_fields = 1;
	record->fields = LIST(arena, Fact__Field, field);
	unit->n_records = 1;
	unit->records = LIST(arena, Fact__Record, record);
	unit->n_symbols = 3;
	unit->symbols = LIST(arena, Fact__Symbol, facts_symbol(arena, "setup", true),
			     facts_symbol(arena, "getenv", true), facts_symbol(arena, "conf", false));
	function->place = facts_place(arena, 5);
	function->parameter_count = 1;
	function->n_parameter_types = 1;
	function->parameter_types = arena_new(arena, uint32_t);
	function->n_parameter_names = 1;
	function->parameter_names = LIST(arena, char, arena_strdup(arena, "name"));
	facts_add_origins(arena, function);
	facts_add_graph(arena, function);
	unit->n_functions = 1;
	unit->functions = LIST(arena, Fact__Function, function);
	init->symbol = 2;
	init->value = function->origins[O_NAME];
	unit->n_static_inits = 1;
	unit->static_inits = LIST(arena, Fact__StaticInit, init);
	return unit;
}

#undef LIST
#undef DEFINE_NEW

#endif
