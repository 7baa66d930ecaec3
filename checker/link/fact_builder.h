/* For tests only: facts of a unit written by hand. Functions, blocks and events go to the one begun last. */
#ifndef SNAG_LINK_FACT_BUILDER_H
#define SNAG_LINK_FACT_BUILDER_H

#include "base/arena.h"
#include "link/program.h"
#include "model/facts.h"

#include <stdarg.h>
#include <string.h>

/* Zero it, then begin with build_unit. */
struct fact_builder {
	struct arena *arena;
	Fact__Unit *unit;
	Fact__Function *function; /* begun last */
	uint32_t block;           /* begun last */
	uint32_t line;            /* of the last event: one a line */
};

/* The types that every built unit has. */
enum {
	BUILD_UNKNOWN,
	BUILD_VOID,
	BUILD_INT,
	BUILD_LONG,
	BUILD_CHAR,    /* plain and signed */
	BUILD_UCHAR,
	BUILD_POINTER, /* to void */
	BUILD_FUNCTION_TYPE, /* returns int */
	BUILD_FUNCTION_POINTER,
	BUILD_TYPE_COUNT
};

#define BUILD_NO_FIELD UINT32_MAX

/* Appends a message or number to a repeated field. */
#define BUILD_APPEND(b, count, array, ...) \
	do { \
		(array) = arena_grow((b)->arena, (array), (count) * sizeof *(array), ((count) + 1) * sizeof *(array)); \
		(array)[(count)++] = (__VA_ARGS__); \
	} while (0)

static inline Fact__Place *build_place(struct fact_builder *b)
{
	Fact__Place *place = arena_new(b->arena, Fact__Place);

	fact__place__init(place);
	place->line = ++b->line;
	place->end_line = place->line;
	place->column = 1;
	place->end_column = 2;
	return place;
}

static inline uint32_t build_type(struct fact_builder *b, Fact__TypeKind kind, bool is_signed, uint64_t size,
				  uint32_t element_plus_1)
{
	Fact__Type *type = arena_new(b->arena, Fact__Type);

	fact__type__init(type);
	type->kind = kind;
	type->is_signed = is_signed;
	type->size = size;
	type->element = element_plus_1;
	BUILD_APPEND(b, b->unit->n_types, b->unit->types, type);
	return (uint32_t)b->unit->n_types - 1;
}

static inline void build_unit(struct fact_builder *b, struct arena *arena, const char *main_file)
{
	Fact__File *file = arena_new(arena, Fact__File);

	*b = (struct fact_builder){ .arena = arena, .unit = arena_new(arena, Fact__Unit) };
	fact__unit__init(b->unit);
	b->unit->format = arena_strdup(arena, FACTS_FORMAT);
	b->unit->main_file = arena_strdup(arena, main_file);
	b->unit->char_is_signed = true;
	b->unit->pointer_size = 8;
	b->unit->glibc_minor = 36;
	fact__file__init(file);
	file->path = b->unit->main_file;
	BUILD_APPEND(b, b->unit->n_files, b->unit->files, file);
	build_type(b, FACT__TYPE_KIND__TYPE_UNKNOWN, false, 0, 0);
	build_type(b, FACT__TYPE_KIND__TYPE_VOID, false, 0, 0);
	build_type(b, FACT__TYPE_KIND__TYPE_INT, true, 4, 0);
	build_type(b, FACT__TYPE_KIND__TYPE_INT, true, 8, 0);
	build_type(b, FACT__TYPE_KIND__TYPE_INT, true, 1, 0);
	b->unit->types[BUILD_CHAR]->plain_char = true;
	build_type(b, FACT__TYPE_KIND__TYPE_INT, false, 1, 0);
	build_type(b, FACT__TYPE_KIND__TYPE_POINTER, false, 8, 1 + BUILD_VOID);
	build_type(b, FACT__TYPE_KIND__TYPE_FUNCTION, false, 0, 1 + BUILD_INT);
	build_type(b, FACT__TYPE_KIND__TYPE_POINTER, false, 8, 1 + BUILD_FUNCTION_TYPE);
}

/* Field names end with NULL; all fields are pointers. */
static inline uint32_t build_record(struct fact_builder *b, const char *key, ...)
{
	Fact__Record *record = arena_new(b->arena, Fact__Record);
	va_list names;

	fact__record__init(record);
	record->key = record->name = arena_strdup(b->arena, key);
	va_start(names, key);
	for (const char *name; (name = va_arg(names, const char *));) {
		Fact__Field *field = arena_new(b->arena, Fact__Field);

		fact__field__init(field);
		field->name = arena_strdup(b->arena, name);
		field->type = BUILD_POINTER;
		BUILD_APPEND(b, record->n_fields, record->fields, field);
	}
	va_end(names);
	BUILD_APPEND(b, b->unit->n_records, b->unit->records, record);
	return (uint32_t)b->unit->n_records - 1;
}

/* A symbol that is only named here; its link name is its name. */
static inline uint32_t build_symbol(struct fact_builder *b, const char *name, bool is_function, Fact__Linkage linkage)
{
	Fact__Symbol *symbol = arena_new(b->arena, Fact__Symbol);

	fact__symbol__init(symbol);
	symbol->name = symbol->link_name = arena_strdup(b->arena, name);
	symbol->is_function = is_function;
	symbol->linkage = linkage;
	symbol->type = is_function ? BUILD_FUNCTION_TYPE : BUILD_POINTER;
	symbol->place = build_place(b);
	BUILD_APPEND(b, b->unit->n_symbols, b->unit->symbols, symbol);
	return (uint32_t)b->unit->n_symbols - 1;
}

/* An external function defined elsewhere. */
static inline uint32_t build_extern(struct fact_builder *b, const char *name)
{
	return build_symbol(b, name, true, FACT__LINKAGE__LINKAGE_EXTERNAL);
}

static inline uint32_t build_variable(struct fact_builder *b, const char *name, Fact__Linkage linkage, bool defined)
{
	uint32_t symbol = build_symbol(b, name, false, linkage);

	b->unit->symbols[symbol]->defined = defined;
	return symbol;
}

/* A new block becomes the one that events go to. */
static inline uint32_t build_block(struct fact_builder *b)
{
	Fact__Block *block = arena_new(b->arena, Fact__Block);

	fact__block__init(block);
	block->first_event = (uint32_t)b->function->n_events;
	b->block = (uint32_t)b->function->n_blocks;
	BUILD_APPEND(b, b->function->n_blocks, b->function->blocks, block);
	return b->block;
}

static inline uint32_t build_origin(struct fact_builder *b, Fact__Origin content)
{
	Fact__Origin *origin = arena_new(b->arena, Fact__Origin);

	*origin = content;
	BUILD_APPEND(b, b->function->n_origins, b->function->origins, origin);
	return (uint32_t)b->function->n_origins - 1;
}

/* The body of a symbol that was named before: parameters are pointers, block 0 is open. */
static inline void build_body(struct fact_builder *b, uint32_t symbol, uint32_t parameter_count)
{
	Fact__Function *function = arena_new(b->arena, Fact__Function);

	fact__function__init(function);
	function->symbol = symbol;
	function->place = build_place(b);
	function->parameter_count = parameter_count;
	function->return_type = BUILD_INT;
	for (uint32_t i = 0; i < parameter_count; i++) {
		BUILD_APPEND(b, function->n_parameter_types, function->parameter_types, BUILD_POINTER);
		BUILD_APPEND(b, function->n_parameter_names, function->parameter_names, arena_strdup(b->arena, ""));
	}
	b->unit->symbols[symbol]->defined = true;
	b->function = function;
	BUILD_APPEND(b, b->unit->n_functions, b->unit->functions, function);
	build_origin(b, (Fact__Origin)FACT__ORIGIN__INIT);
	build_block(b);
}

/* A new function with its body; gives its symbol. */
static inline uint32_t build_function(struct fact_builder *b, const char *name, Fact__Linkage linkage,
				      uint32_t parameter_count)
{
	uint32_t symbol = build_symbol(b, name, true, linkage);

	build_body(b, symbol, parameter_count);
	return symbol;
}

/* --- origins: each gives its index in the function --- */

static inline uint32_t build_plain_origin(struct fact_builder *b, Fact__OriginKind kind, uint32_t type, int64_t number)
{
	Fact__Origin origin = FACT__ORIGIN__INIT;

	origin.kind = kind;
	origin.type = type;
	origin.number = number;
	return build_origin(b, origin);
}

static inline uint32_t build_int(struct fact_builder *b, int64_t number)
{
	return build_plain_origin(b, FACT__ORIGIN_KIND__ORIGIN_INT, BUILD_INT, number);
}

static inline uint32_t build_param(struct fact_builder *b, uint32_t number)
{
	return build_plain_origin(b, FACT__ORIGIN_KIND__ORIGIN_PARAM, BUILD_POINTER, number);
}

/* What call event `event` returned. */
static inline uint32_t build_result(struct fact_builder *b, uint32_t event)
{
	return build_plain_origin(b, FACT__ORIGIN_KIND__ORIGIN_RESULT, BUILD_INT, event);
}

/* The address of object `object` of this function. */
static inline uint32_t build_local(struct fact_builder *b, uint32_t object)
{
	return build_plain_origin(b, FACT__ORIGIN_KIND__ORIGIN_LOCAL, BUILD_POINTER, object);
}

static inline uint32_t build_string(struct fact_builder *b, const char *text)
{
	Fact__Origin origin = FACT__ORIGIN__INIT;

	origin.kind = FACT__ORIGIN_KIND__ORIGIN_STRING;
	origin.type = BUILD_POINTER;
	origin.number = (int64_t)strlen(text);
	origin.text.len = strlen(text);
	origin.text.data = (uint8_t *)arena_strdup(b->arena, text);
	return build_origin(b, origin);
}

/* The address of a function or of a global. */
static inline uint32_t build_address(struct fact_builder *b, uint32_t symbol)
{
	Fact__Origin origin = FACT__ORIGIN__INIT;
	bool is_function = b->unit->symbols[symbol]->is_function;

	origin.kind = is_function ? FACT__ORIGIN_KIND__ORIGIN_FUNCTION : FACT__ORIGIN_KIND__ORIGIN_GLOBAL;
	origin.type = is_function ? BUILD_FUNCTION_POINTER : BUILD_POINTER;
	origin.symbol = symbol;
	return build_origin(b, origin);
}

/* Any kind with arguments. */
static inline uint32_t build_with_args(struct fact_builder *b, Fact__OriginKind kind, uint32_t type, uint32_t count,
				       const uint32_t *args)
{
	Fact__Origin origin = FACT__ORIGIN__INIT;

	origin.kind = kind;
	origin.type = type;
	for (uint32_t i = 0; i < count; i++)
		BUILD_APPEND(b, origin.n_args, origin.args, args[i]);
	return build_origin(b, origin);
}

static inline uint32_t build_field(struct fact_builder *b, uint32_t base, uint32_t record, uint32_t field)
{
	uint32_t origin = build_with_args(b, FACT__ORIGIN_KIND__ORIGIN_FIELD, BUILD_POINTER, 1, &base);

	b->function->origins[origin]->record = record;
	b->function->origins[origin]->field = field;
	return origin;
}

static inline uint32_t build_element(struct fact_builder *b, uint32_t base, uint32_t index)
{
	uint32_t args[] = { base, index };

	return build_with_args(b, FACT__ORIGIN_KIND__ORIGIN_ELEMENT, BUILD_POINTER, 2, args);
}

static inline uint32_t build_load(struct fact_builder *b, uint32_t address)
{
	return build_with_args(b, FACT__ORIGIN_KIND__ORIGIN_LOAD, BUILD_POINTER, 1, &address);
}

/* What call event `event` left in the memory at `address`. */
static inline uint32_t build_out(struct fact_builder *b, uint32_t event, uint32_t address)
{
	uint32_t origin = build_with_args(b, FACT__ORIGIN_KIND__ORIGIN_OUT, BUILD_POINTER, 1, &address);

	b->function->origins[origin]->number = event;
	return origin;
}

static inline uint32_t build_cast(struct fact_builder *b, uint32_t value, uint32_t type)
{
	return build_with_args(b, FACT__ORIGIN_KIND__ORIGIN_CAST, type, 1, &value);
}

static inline uint32_t build_union(struct fact_builder *b, uint32_t one, uint32_t other)
{
	uint32_t args[] = { one, other };

	return build_with_args(b, FACT__ORIGIN_KIND__ORIGIN_UNION, b->function->origins[one]->type, 2, args);
}

static inline uint32_t build_unary(struct fact_builder *b, Fact__Op op, uint32_t value)
{
	uint32_t origin = build_with_args(b, FACT__ORIGIN_KIND__ORIGIN_UNARY, BUILD_INT, 1, &value);

	b->function->origins[origin]->op = op;
	return origin;
}

static inline uint32_t build_binary(struct fact_builder *b, uint32_t one, Fact__Op op, uint32_t other)
{
	uint32_t args[] = { one, other };
	uint32_t origin = build_with_args(b, FACT__ORIGIN_KIND__ORIGIN_BINARY, BUILD_INT, 2, args);

	b->function->origins[origin]->op = op;
	return origin;
}

/* A local object whose address matters. */
static inline uint32_t build_object(struct fact_builder *b, const char *name)
{
	Fact__Object *object = arena_new(b->arena, Fact__Object);

	fact__object__init(object);
	object->name = arena_strdup(b->arena, name);
	object->type = BUILD_POINTER;
	object->place = build_place(b);
	BUILD_APPEND(b, b->function->n_objects, b->function->objects, object);
	return (uint32_t)b->function->n_objects - 1;
}

/* --- events: each gives its index in the function --- */

static inline Fact__Operand *build_operand(struct fact_builder *b, uint32_t origin)
{
	Fact__Operand *operand = arena_new(b->arena, Fact__Operand);

	fact__operand__init(operand);
	operand->origin = origin;
	operand->type = b->function->origins[origin]->type;
	return operand;
}

static inline void build_range(Fact__Operand *operand, int64_t low, int64_t high)
{
	operand->has_range = true;
	operand->low = low;
	operand->high = high;
}

static inline uint32_t build_event(struct fact_builder *b, Fact__EventKind kind)
{
	Fact__Event *event = arena_new(b->arena, Fact__Event);

	fact__event__init(event);
	event->kind = kind;
	event->place = build_place(b);
	event->block = b->block;
	b->function->blocks[b->block]->event_count++;
	BUILD_APPEND(b, b->function->n_events, b->function->events, event);
	return (uint32_t)b->function->n_events - 1;
}

/* A call through any origin, with so many argument origins. */
static inline uint32_t build_call_through(struct fact_builder *b, uint32_t callee, uint32_t count, ...)
{
	uint32_t index = build_event(b, FACT__EVENT_KIND__EVENT_CALL);
	Fact__Event *event = b->function->events[index];
	va_list origins;

	event->callee = build_operand(b, callee);
	va_start(origins, count);
	for (uint32_t i = 0; i < count; i++)
		BUILD_APPEND(b, event->n_args, event->args, build_operand(b, va_arg(origins, uint32_t)));
	va_end(origins);
	return index;
}

/* A call by name: build_call(&b, symbol, 2, one, other). */
#define build_call(b, symbol, ...) build_call_through((b), build_address((b), (symbol)), __VA_ARGS__)

static inline uint32_t build_store(struct fact_builder *b, uint32_t target, uint32_t value)
{
	uint32_t index = build_event(b, FACT__EVENT_KIND__EVENT_STORE);

	b->function->events[index]->target = build_operand(b, target);
	b->function->events[index]->value = build_operand(b, value);
	return index;
}

/* Origin 0 where nothing is returned. */
static inline uint32_t build_return(struct fact_builder *b, uint32_t value)
{
	uint32_t index = build_event(b, FACT__EVENT_KIND__EVENT_RETURN);

	if (value)
		b->function->events[index]->value = build_operand(b, value);
	return index;
}

/* --- control flow --- */

static inline Fact__Edge *build_edge(struct fact_builder *b, uint32_t from, uint32_t to)
{
	Fact__Edge *edge = arena_new(b->arena, Fact__Edge);

	fact__edge__init(edge);
	edge->to = to;
	edge->is_back = to <= from;
	BUILD_APPEND(b, b->function->blocks[from]->n_edges, b->function->blocks[from]->edges, edge);
	return edge;
}

/* An edge on which `left op right` holds. */
static inline Fact__Edge *build_edge_if(struct fact_builder *b, uint32_t from, uint32_t to, uint32_t left, Fact__Op op,
					uint32_t right)
{
	Fact__Edge *edge = build_edge(b, from, to);

	edge->has_condition = true;
	edge->left = left;
	edge->op = op;
	edge->right = right;
	return edge;
}

/* Initial content: of `global`, or of its field where `field` isn't BUILD_NO_FIELD, the address of `value`. */
static inline void build_static_init(struct fact_builder *b, uint32_t global, uint32_t record, uint32_t field,
				     uint32_t value)
{
	Fact__StaticInit *init = arena_new(b->arena, Fact__StaticInit);
	Fact__Origin *origin = arena_new(b->arena, Fact__Origin);
	bool is_function = b->unit->symbols[value]->is_function;

	fact__origin__init(origin);
	origin->kind = is_function ? FACT__ORIGIN_KIND__ORIGIN_FUNCTION : FACT__ORIGIN_KIND__ORIGIN_GLOBAL;
	origin->symbol = value;
	fact__static_init__init(init);
	init->symbol = global;
	if (field != BUILD_NO_FIELD) {
		BUILD_APPEND(b, init->n_records, init->records, record);
		BUILD_APPEND(b, init->n_fields, init->fields, field);
	}
	init->value = origin;
	init->place = build_place(b);
	BUILD_APPEND(b, b->unit->n_static_inits, b->unit->static_inits, init);
}

static inline void link_found(const struct program_set *set)
{
	for (size_t i = 0; i < set->programs.len; i++)
		program_link(set->programs.items[i]);
}

/* All programs that the units make up, linked. */
static inline void link_all(struct arena *arena, Fact__Unit *const *units, size_t count, bool all_one, const char *root,
			    struct program_set *set)
{
	programs_guess(arena, units, count, all_one, root, set);
	link_found(set);
}

#endif
