/* Types of the IR as short text, outermost part first: `*[4]struct node` is a pointer to an array. */
#include "model/ir.h"

#include <inttypes.h>

/* Types are printed up to this many pointers and arrays deep: a broken unit may hold a circle. */
#define TYPE_DEPTH_LIMIT 32

static void print_record_name(const struct ir_unit *unit, const struct ir_type *type, struct strbuf *out)
{
	const char *word = type->is_union ? "union" : "struct";

	if (type->record >= unit->records.len)
		strbuf_addf(out, "%s ?", word);
	else if (unit->records.items[type->record].name[0])
		strbuf_addf(out, "%s %s", word, unit->records.items[type->record].name);
	else
		strbuf_addf(out, "%s #%" PRIu32, word, type->record);
}

static void print_integer_type(const struct ir_type *type, struct strbuf *out)
{
	if (type->plain_char)
		strbuf_addstr(out, "char");
	else
		strbuf_addf(out, "%s%c%" PRIu64, type->is_enum ? "enum:" : "", type->is_signed ? 'i' : 'u', type->size * 8);
}

/* Prints one part of a type. True where the type goes on with its element. */
static bool print_type_part(const struct ir_unit *unit, const struct ir_type *type, struct strbuf *out)
{
	switch (type->kind) {
	case IR_T_UNKNOWN:
		strbuf_addch(out, '?');
		return false;
	case IR_T_VOID:
		strbuf_addstr(out, "void");
		return false;
	case IR_T_BOOL:
		strbuf_addstr(out, "bool");
		return false;
	case IR_T_INT:
		print_integer_type(type, out);
		return false;
	case IR_T_FLOAT:
		strbuf_addf(out, "f%" PRIu64, type->size * 8);
		return false;
	case IR_T_RECORD:
		print_record_name(unit, type, out);
		return false;
	case IR_T_POINTER:
		strbuf_addch(out, type->is_reference ? '&' : '*');
		return true;
	case IR_T_ARRAY:
		if (type->count == IR_COUNT_UNKNOWN)
			strbuf_addstr(out, "[?]");
		else
			strbuf_addf(out, "[%" PRIu64 "]", type->count);
		return true;
	case IR_T_FUNCTION:
		strbuf_addstr(out, type->variadic ? "fn(...) " : "fn() ");
		return true;
	case IR_T_VECTOR:
		strbuf_addf(out, "vector%" PRIu64 " ", type->size * 8);
		return true;
	}
	strbuf_addch(out, '?');
	return false;
}

void ir_print_type(const struct ir_unit *unit, uint32_t type, struct strbuf *out)
{
	for (int depth = 0; depth < TYPE_DEPTH_LIMIT; depth++) {
		if (type >= unit->types.len) {
			strbuf_addch(out, '?');
			return;
		}
		if (!print_type_part(unit, &unit->types.items[type], out))
			return;
		type = unit->types.items[type].element;
	}
	strbuf_addstr(out, "…");
}
