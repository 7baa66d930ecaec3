/* Facts as stable text, for goldens and people. */
#include "model/facts.h"

#include "base/files.h"
#include "model/ir.h"
#include "model/print.h"

#include <inttypes.h>
#include <string.h>

/* Expressions are printed this deep and about this long; what lies beyond shows as an ellipsis. */
#define DEPTH_LIMIT 10
#define LENGTH_LIMIT 400

struct printer {
	const Fact__Unit *unit;
	const Fact__Function *function; /* NULL outside one */
	struct strbuf *out;
	/* Of the expression being printed: where it begins, and the origins around this one. */
	size_t start;
	size_t depth;
	uint32_t around[DEPTH_LIMIT];
};

/* --- types, symbols, places ---------------------------------------------------- */

static void print_record(const struct printer *p, uint32_t one_based)
{
	const Fact__Record *record = one_based ? p->unit->records[one_based - 1] : NULL;

	if (!record)
		strbuf_addstr(p->out, "struct ?");
	else if (record->name[0])
		strbuf_addf(p->out, "%s %s", record->is_union ? "union" : "struct", record->name);
	else
		strbuf_addf(p->out, "%s #%" PRIu32, record->is_union ? "union" : "struct", one_based - 1);
}

static void print_integer(const struct printer *p, const Fact__Type *type)
{
	if (type->plain_char)
		strbuf_addstr(p->out, "char");
	else
		strbuf_addf(p->out, "%c%" PRIu64, type->is_signed ? 'i' : 'u', type->size * 8);
}

/* Outermost part first, as in dumps of the IR. Element chains end: facts_check. */
static void print_type(const struct printer *p, uint32_t index)
{
	for (uint32_t at = index + 1; at; at = p->unit->types[at - 1]->element) {
		const Fact__Type *type = p->unit->types[at - 1];

		if (type->kind == FACT__TYPE_KIND__TYPE_INT)
			print_integer(p, type);
		else if (type->kind == FACT__TYPE_KIND__TYPE_FLOAT)
			strbuf_addf(p->out, "f%" PRIu64, type->size * 8);
		else if (type->kind == FACT__TYPE_KIND__TYPE_RECORD)
			print_record(p, type->record);
		else if (type->kind == FACT__TYPE_KIND__TYPE_POINTER)
			strbuf_addch(p->out, '*');
		else if (type->kind == FACT__TYPE_KIND__TYPE_ARRAY && type->count)
			strbuf_addf(p->out, "[%" PRIu64 "]", type->count);
		else if (type->kind == FACT__TYPE_KIND__TYPE_ARRAY)
			strbuf_addstr(p->out, "[?]");
		else if (type->kind == FACT__TYPE_KIND__TYPE_FUNCTION)
			strbuf_addstr(p->out, "fn() ");
		else if (type->kind == FACT__TYPE_KIND__TYPE_VECTOR)
			strbuf_addf(p->out, "vector%" PRIu64 " ", type->size * 8);
		else if (type->kind == FACT__TYPE_KIND__TYPE_BOOL)
			strbuf_addstr(p->out, "bool");
		else
			strbuf_addstr(p->out, type->kind == FACT__TYPE_KIND__TYPE_VOID ? "void" : "?");
	}
}

static const char *symbol_name(const struct printer *p, uint32_t symbol)
{
	return p->unit->symbols[symbol]->name;
}

static const char *field_name(const struct printer *p, uint32_t record, uint32_t field)
{
	const char *name = p->unit->records[record]->fields[field]->name;

	return name[0] ? name : "?";
}

/* Without the folder: a dump doesn't depend on the machine. */
static void print_place(const struct printer *p, const Fact__Place *place)
{
	if (!place || !place->line || place->file >= p->unit->n_files)
		return;
	strbuf_addf(p->out, " at %s:%" PRIu32 ":%" PRIu32, path_base(p->unit->files[place->file]->path), place->line,
		    place->column);
	if (place->macro[0])
		strbuf_addf(p->out, " %s", place->macro);
}

/* --- origins ---------------------------------------------------------------- */

static void print_origin(struct printer *p, uint32_t index);

static void print_args(struct printer *p, const Fact__Origin *origin)
{
	for (size_t i = 0; i < origin->n_args; i++) {
		if (i > 0)
			strbuf_addstr(p->out, ", ");
		if (p->out->len - p->start > LENGTH_LIMIT) {
			strbuf_addstr(p->out, "…");
			break;
		}
		print_origin(p, origin->args[i]);
	}
}

/* `#3 getenv`: the event, and whom it calls where that is one function. */
static void print_event_name(const struct printer *p, int64_t event)
{
	const Fact__Operand *callee = p->function->events[event]->callee;
	const Fact__Origin *origin = callee ? p->function->origins[callee->origin] : NULL;

	strbuf_addf(p->out, "#%" PRId64, event);
	if (origin && origin->kind == FACT__ORIGIN_KIND__ORIGIN_FUNCTION)
		strbuf_addf(p->out, " %s", symbol_name(p, origin->symbol));
}

static void print_leaf(const struct printer *p, const Fact__Origin *origin)
{
	switch (origin->kind) {
	case FACT__ORIGIN_KIND__ORIGIN_UNDEFINED:
		strbuf_addstr(p->out, "undefined");
		break;
	case FACT__ORIGIN_KIND__ORIGIN_INT:
		strbuf_addf(p->out, "%" PRId64, origin->number);
		break;
	case FACT__ORIGIN_KIND__ORIGIN_FLOAT:
		strbuf_addstr(p->out, "float");
		break;
	case FACT__ORIGIN_KIND__ORIGIN_STRING:
		print_quoted(p->out, (const char *)origin->text.data, origin->text.len);
		break;
	case FACT__ORIGIN_KIND__ORIGIN_FUNCTION:
		strbuf_addf(p->out, "@%s", symbol_name(p, origin->symbol));
		break;
	case FACT__ORIGIN_KIND__ORIGIN_PARAM:
		strbuf_addf(p->out, "param(%" PRId64 ")", origin->number);
		break;
	case FACT__ORIGIN_KIND__ORIGIN_LOCAL:
		strbuf_addf(p->out, "&o%" PRId64 "_%s", origin->number, p->function->objects[origin->number]->name);
		break;
	case FACT__ORIGIN_KIND__ORIGIN_GLOBAL:
		strbuf_addf(p->out, "&%s", symbol_name(p, origin->symbol));
		break;
	default:
		strbuf_addstr(p->out, "unknown");
	}
}

/* The word before the parenthesis, and what stands in it besides the arguments. */
static void print_compound(struct printer *p, const Fact__Origin *origin)
{
	switch (origin->kind) {
	case FACT__ORIGIN_KIND__ORIGIN_FIELD:
		strbuf_addf(p->out, "field(%s, ", field_name(p, origin->record, origin->field));
		break;
	case FACT__ORIGIN_KIND__ORIGIN_ELEMENT:
		strbuf_addstr(p->out, "element(");
		break;
	case FACT__ORIGIN_KIND__ORIGIN_LOAD:
		strbuf_addstr(p->out, "load(");
		break;
	case FACT__ORIGIN_KIND__ORIGIN_RESULT:
		strbuf_addstr(p->out, "result(");
		print_event_name(p, origin->number);
		break;
	case FACT__ORIGIN_KIND__ORIGIN_OUT:
		strbuf_addstr(p->out, "out(");
		print_event_name(p, origin->number);
		strbuf_addstr(p->out, ", ");
		break;
	case FACT__ORIGIN_KIND__ORIGIN_CAST:
		strbuf_addstr(p->out, "cast(");
		print_type(p, origin->type);
		strbuf_addstr(p->out, ", ");
		break;
	case FACT__ORIGIN_KIND__ORIGIN_UNARY:
	case FACT__ORIGIN_KIND__ORIGIN_BINARY:
		strbuf_addf(p->out, "%s(", ir_op_name((enum ir_op)origin->op));
		break;
	default:
		strbuf_addstr(p->out, "any(");
	}
	print_args(p, origin);
	strbuf_addch(p->out, ')');
}

static bool is_around(const struct printer *p, uint32_t index)
{
	for (size_t i = 0; i < p->depth; i++)
		if (p->around[i] == index)
			return true;
	return false;
}

/* Calls itself at most DEPTH_LIMIT deep. */
static void print_origin(struct printer *p, uint32_t index)
{
	const Fact__Origin *origin = p->function->origins[index];

	if (origin->kind < FACT__ORIGIN_KIND__ORIGIN_FIELD) {
		print_leaf(p, origin);
		return;
	}
	if (p->depth == DEPTH_LIMIT || is_around(p, index)) {
		strbuf_addstr(p->out, "…");
		return;
	}
	p->around[p->depth++] = index;
	print_compound(p, origin);
	p->depth--;
}

void facts_print_origin(const Fact__Unit *unit, const Fact__Function *function, uint32_t origin, struct strbuf *out)
{
	struct printer p = { .unit = unit, .function = function, .out = out, .start = out->len };

	print_origin(&p, origin);
}

/* --- events ------------------------------------------------------------------ */

static void print_number(const struct printer *p, uint32_t origin)
{
	facts_print_origin(p->unit, p->function, origin, p->out);
}

/* Whether a range says more than the type does. */
static bool range_tells(const struct printer *p, const Fact__Operand *operand)
{
	const Fact__Type *type = p->unit->types[operand->type];
	uint64_t bits = type->size * 8;

	if (!operand->has_range || p->function->origins[operand->origin]->kind == FACT__ORIGIN_KIND__ORIGIN_INT)
		return false;
	if (type->kind != FACT__TYPE_KIND__TYPE_INT || bits == 0 || bits > 32)
		return true;
	if (type->is_signed)
		return operand->low != -((int64_t)1 << (bits - 1)) || operand->high != ((int64_t)1 << (bits - 1)) - 1;
	return operand->low != 0 || operand->high != ((int64_t)1 << bits) - 1;
}

static void print_operand(const struct printer *p, const Fact__Operand *operand)
{
	if (!operand)
		return;
	print_number(p, operand->origin);
	if (!range_tells(p, operand))
		return;
	if (operand->low == operand->high)
		strbuf_addf(p->out, " is %" PRId64, operand->low);
	else
		strbuf_addf(p->out, " in %" PRId64 "..%" PRId64, operand->low, operand->high);
}

static void print_event(const struct printer *p, size_t index)
{
	const Fact__Event *event = p->function->events[index];

	strbuf_addf(p->out, "    #%zu ", index);
	switch (event->kind) {
	case FACT__EVENT_KIND__EVENT_CALL:
		strbuf_addstr(p->out, event->is_virtual ? "call virtual " : "call ");
		print_operand(p, event->callee);
		strbuf_addch(p->out, '(');
		for (size_t i = 0; i < event->n_args; i++) {
			strbuf_addstr(p->out, i > 0 ? ", " : "");
			print_operand(p, event->args[i]);
		}
		strbuf_addch(p->out, ')');
		break;
	case FACT__EVENT_KIND__EVENT_STORE:
		strbuf_addstr(p->out, "store ");
		print_operand(p, event->target);
		strbuf_addstr(p->out, " = ");
		print_operand(p, event->value);
		break;
	case FACT__EVENT_KIND__EVENT_LOAD:
		strbuf_addstr(p->out, "load ");
		print_operand(p, event->target);
		break;
	case FACT__EVENT_KIND__EVENT_NAMED:
		strbuf_addf(p->out, "named %s = ", event->text);
		print_operand(p, event->value);
		break;
	case FACT__EVENT_KIND__EVENT_RETURN:
		strbuf_addstr(p->out, event->value ? "return " : "return");
		print_operand(p, event->value);
		break;
	default:
		strbuf_addf(p->out, "opaque '%s'", event->text);
	}
	print_place(p, event->place);
	strbuf_addch(p->out, '\n');
}

static void print_edge(const struct printer *p, const Fact__Edge *edge)
{
	strbuf_addf(p->out, "    -> b%" PRIu32, edge->to);
	if (edge->has_condition) {
		strbuf_addstr(p->out, " if ");
		print_number(p, edge->left);
		strbuf_addf(p->out, " %s ", ir_op_name((enum ir_op)edge->op));
		print_number(p, edge->right);
	}
	print_flag(p->out, edge->is_default, "default");
	print_flag(p->out, edge->is_back, "back");
	strbuf_addch(p->out, '\n');
}

static void print_block(const struct printer *p, size_t index)
{
	const Fact__Block *block = p->function->blocks[index];

	strbuf_addf(p->out, "  b%zu:", index);
	if (block->dominator)
		strbuf_addf(p->out, " after b%" PRIu32, block->dominator - 1);
	if (block->loop)
		strbuf_addf(p->out, " in loop %" PRIu32, block->loop);
	strbuf_addch(p->out, '\n');
	for (size_t i = 0; i < block->event_count; i++)
		print_event(p, block->first_event + i);
	for (size_t i = 0; i < block->n_edges; i++)
		print_edge(p, block->edges[i]);
}

/* --- functions ------------------------------------------------------------ */

static void print_heading(const struct printer *p)
{
	const Fact__Function *f = p->function;

	strbuf_addf(p->out, "\nfunction %s(", symbol_name(p, f->symbol));
	for (size_t i = 0; i < f->n_parameter_types; i++) {
		strbuf_addstr(p->out, i > 0 ? ", " : "");
		print_type(p, f->parameter_types[i]);
	}
	strbuf_addstr(p->out, f->variadic ? ", ...) -> " : ") -> ");
	print_type(p, f->return_type);
	print_flag(p->out, p->unit->symbols[f->symbol]->linkage == FACT__LINKAGE__LINKAGE_INTERNAL, "static");
	print_flag(p->out, p->unit->symbols[f->symbol]->address_taken, "address taken");
	print_flag(p->out, f->noreturn, "noreturn");
	print_flag(p->out, f->constructor, "constructor");
	if (f->priority)
		strbuf_addf(p->out, " priority %" PRIu32, f->priority);
	print_flag(p->out, f->destructor, "destructor");
	print_place(p, f->place);
	strbuf_addch(p->out, '\n');
	if (f->partial)
		strbuf_addf(p->out, "  partial: %s\n", f->partial_reason);
	for (size_t i = 0; i < f->n_overrides; i++)
		strbuf_addf(p->out, "  overrides %s\n", symbol_name(p, f->overrides[i]));
}

static void print_object(const struct printer *p, size_t index)
{
	const Fact__Object *object = p->function->objects[index];

	strbuf_addf(p->out, "  object o%zu_%s ", index, object->name);
	print_type(p, object->type);
	print_flag(p->out, object->is_parameter, "parameter");
	print_flag(p->out, object->compound_literal, "literal");
	print_flag(p->out, object->variable_length, "vla");
	print_flag(p->out, object->escapes, "escapes");
	print_flag(p->out, object->read_at_constant, "read at constant");
	print_flag(p->out, object->read_at_variable, "read at variable");
	for (size_t i = 0; i < object->n_ended_in; i++)
		strbuf_addf(p->out, " (ends in b%" PRIu32 ")", object->ended_in[i]);
	strbuf_addch(p->out, '\n');
}

static void print_loop(const struct printer *p, size_t index)
{
	static const char *const kinds[] = { "goto", "while", "do", "for", "range" };
	const Fact__Loop *loop = p->function->loops[index];

	strbuf_addf(p->out, "  loop %zu %s b%" PRIu32, index + 1, kinds[loop->kind], loop->header);
	if (loop->parent)
		strbuf_addf(p->out, " in loop %" PRIu32, loop->parent);
	if (loop->trips >= 0)
		strbuf_addf(p->out, " rounds %" PRId64, loop->trips);
	print_place(p, loop->place);
	strbuf_addch(p->out, '\n');
}

static void print_function(const struct printer *p)
{
	print_heading(p);
	for (size_t i = 0; i < p->function->n_objects; i++)
		print_object(p, i);
	for (size_t i = 0; i < p->function->n_loops; i++)
		print_loop(p, i);
	for (size_t i = 0; i < p->function->n_blocks; i++)
		print_block(p, i);
}

/* --- the unit -------------------------------------------------------------- */

static void print_static_init(const struct printer *p, const Fact__StaticInit *init)
{
	const Fact__Function only_value = { .n_origins = 1, .origins = (Fact__Origin *[]){ init->value } };

	strbuf_addf(p->out, "init %s", symbol_name(p, init->symbol));
	for (size_t i = 0; i < init->n_fields; i++)
		strbuf_addf(p->out, ".%s", field_name(p, init->records[i], init->fields[i]));
	strbuf_addstr(p->out, " = ");
	facts_print_origin(p->unit, &only_value, 0, p->out);
	strbuf_addch(p->out, '\n');
}

static void print_global(const struct printer *p, const Fact__Symbol *symbol)
{
	if (symbol->is_function || !symbol->defined)
		return;
	strbuf_addf(p->out, "global %s ", symbol->name);
	print_type(p, symbol->type);
	print_flag(p->out, symbol->linkage == FACT__LINKAGE__LINKAGE_INTERNAL, "static");
	print_flag(p->out, symbol->linkage == FACT__LINKAGE__LINKAGE_LOCAL, "static local");
	strbuf_addch(p->out, '\n');
}

void facts_print(const Fact__Unit *unit, struct strbuf *out)
{
	struct printer p = { .unit = unit, .out = out };

	strbuf_addf(out, "unit %s %s\n", path_base(unit->main_file), facts_status_name(unit->status));
	if (unit->note[0])
		strbuf_addf(out, "note %s\n", unit->note);
	for (size_t i = 0; i < unit->n_diagnostics; i++) {
		strbuf_addf(out, "%s", unit->diagnostics[i]->is_error ? "error" : "warning");
		print_place(&p, unit->diagnostics[i]->place);
		strbuf_addf(out, ": %s\n", unit->diagnostics[i]->text);
	}
	for (size_t i = 0; i < unit->n_opaques; i++)
		strbuf_addf(out, "opaque %" PRIu32 " '%s'\n", unit->opaques[i]->count, unit->opaques[i]->what);
	for (size_t i = 0; i < unit->n_symbols; i++)
		print_global(&p, unit->symbols[i]);
	for (size_t i = 0; i < unit->n_static_inits; i++)
		print_static_init(&p, unit->static_inits[i]);
	for (size_t i = 0; i < unit->n_functions; i++) {
		p.function = unit->functions[i];
		print_function(&p);
	}
}
