/* One function definition: parameters, attributes, body, and the loose ends. */
#include "front/lower_class.h"

#include <stdlib.h>

static CXCursor body_of(struct front *front, CXCursor definition)
{
	struct kids kids = front_kids(front, definition);
	CXCursor last = kids_last(&kids);

	if (last.kind == CXCursor_CompoundStmt || last.kind == CXCursor_CXXTryStmt ||
	    !clang_Cursor_isNull(coroutine_body(front, last)))
		return last;
	return clang_getNullCursor();
}

/* libclang prints the default where nobody wrote one. */
#define DEFAULT_PRIORITY 65535

static uint32_t priority(struct front *front, CXCursor definition, const char *attribute)
{
	const char *argument = front_attribute_argument(front, definition, attribute);
	unsigned long number = argument ? strtoul(argument, NULL, 10) : 0;

	return number < DEFAULT_PRIORITY ? (uint32_t)number : 0;
}

static void read_attributes(struct front *front, CXCursor definition, const struct symbol_info *info,
			    struct ir_attributes *attributes)
{
	attributes->noreturn_ = info->noreturn_;
	if (!clang_Cursor_hasAttrs(definition))
		return;
	attributes->constructor = front_has_attribute(front, definition, "constructor");
	attributes->destructor = front_has_attribute(front, definition, "destructor");
	attributes->priority = priority(front, definition, attributes->destructor ? "destructor" : "constructor");
	attributes->malloc_ = front_has_attribute(front, definition, "malloc");
	attributes->pure =
		front_has_attribute(front, definition, "pure") || front_has_attribute(front, definition, "const");
	attributes->cold = front_has_attribute(front, definition, "cold");
	attributes->used = front_has_attribute(front, definition, "used");
}

static bool is_instance_method(struct front *front, CXCursor definition)
{
	return definition.kind == CXCursor_Constructor || definition.kind == CXCursor_Destructor ||
	       definition.kind == CXCursor_ConversionFunction ||
	       (definition.kind == CXCursor_CXXMethod && !front_has_no_object(front, definition));
}

static void add_parameters(struct builder *b, CXCursor definition)
{
	int count = clang_Cursor_getNumArguments(definition);
	uint32_t type;

	if (is_instance_method(b->front, definition)) {
		type = front_cursor_type(b->front, clang_getCursorSemanticParent(definition));
		build_parameter(b, "this", front_pointer_to(b->front, type), front_name_place(b->front, definition));
		b->has_this = true;
	}
	for (int i = 0; i < count; i++) {
		CXCursor parameter = clang_Cursor_getArgument(definition, (unsigned)i);
		const char *name = front_string(b->front, clang_getCursorSpelling(parameter));

		type = front_cursor_type(b->front, parameter);
		*map_put(&b->locals, cursor_key(parameter), 0, NULL) = b->function->locals.len;
		build_parameter(b, name, type, front_name_place(b->front, parameter));
		b->function->locals.items[b->function->locals.len - 1].is_volatile =
			clang_isVolatileQualifiedType(clang_getCursorType(parameter));
	}
}

/* `int n, int a[f(n)]`: sizes of parameters are evaluated on entry. */
static void lower_parameter_sizes(struct builder *b, CXCursor definition)
{
	int count = clang_Cursor_getNumArguments(definition);

	for (int i = 0; i < count; i++) {
		CXCursor parameter = clang_Cursor_getArgument(definition, (unsigned)i);
		struct full_expression was = build_set_full(b, parameter);

		lower_sizes(b, parameter, clang_getNullCursor());
		build_restore_full(b, was);
	}
}

/* --- computed gotos --------------------------------------------------------------- */

static enum CXChildVisitResult note_label_address(CXCursor cursor, CXCursor parent, CXClientData data)
{
	struct builder *b = data;

	if (cursor.kind == CXCursor_LabelRef && parent.kind == CXCursor_AddrLabelExpr) {
		CXCursor label = clang_getCursorReferenced(cursor);
		uint64_t *known = map_get(&b->label_of, cursor_key(label));

		if (known)
			b->labels.items[*known].address_taken = true;
	}
	return CXChildVisit_Recurse;
}

/* A computed goto leads to the labels whose address is taken; to all of them where none is seen. */
static void note_label_addresses(struct builder *b, CXCursor definition)
{
	bool any = false;

	if (!b->indirects.len)
		return;
	clang_visitChildren(definition, note_label_address, b);
	for (size_t i = 0; i < b->labels.len; i++)
		any |= b->labels.items[i].address_taken;
	for (size_t i = 0; !any && i < b->labels.len; i++)
		b->labels.items[i].address_taken = true;
}

/* --- all of it ------------------------------------------------------------------------- */

static struct ir_place closing_place(struct front *front, CXCursor body)
{
	CXSourceRange extent = clang_getCursorExtent(body);
	struct ir_place place = front_location_place(front, clang_getRangeEnd(extent));

	if (place.file != IR_NONE && place.column > 1)
		place.column--; /* the brace itself */
	return place;
}

static void lower_body(struct builder *b, CXCursor definition, CXCursor body)
{
	CXCursor inner = coroutine_body(b->front, body);

	build_begin(b, build_block(b));
	lower_parameter_sizes(b, definition);
	if (!clang_Cursor_isNull(inner))
		body = inner;
	if (definition.kind == CXCursor_Constructor)
		lower_begin_parts(b, definition);
	else if (definition.kind == CXCursor_Destructor)
		lower_enter_parts(b, clang_getCursorSemanticParent(definition));
	if (body.kind == CXCursor_CompoundStmt) {
		struct kids kids = front_kids(b->front, body);

		for (uint32_t i = 0; i < kids.count; i++)
			lower_statement(b, kids.at[i]);
	} else if (!clang_Cursor_isNull(body)) {
		lower_statement(b, body);
	}
	if (build_is_open(b)) {
		struct ir_place place = clang_Cursor_isNull(body) ? b->here : closing_place(b->front, body);

		build_leave_function(b, place);
		build_set_full(b, clang_getNullCursor());
		build_insn_at(b, IR_RETURN, place);
	}
}

/* `= default`, where that does something. */
static bool has_implicit_body(struct front *front, CXCursor definition)
{
	CXType type = clang_getCursorType(clang_getCursorSemanticParent(definition));
	uint32_t symbol = IR_NONE;

	if (!clang_CXXMethod_isDefaulted(definition))
		return false;
	if (definition.kind == CXCursor_Destructor)
		symbol = class_destructor(front, type);
	else if (definition.kind == CXCursor_Constructor && clang_CXXConstructor_isDefaultConstructor(definition))
		symbol = class_constructor(front, type);
	return symbol != IR_NONE && symbol == front_symbol(front, definition);
}

void lower_function(struct front *front, CXCursor definition)
{
	struct arena_mark mark = arena_mark(&front->scratch);
	CXCursor body = body_of(front, definition);
	struct ir_function function = {0};
	struct builder b;
	const struct ir_type *type;

	if (clang_Cursor_isNull(body) && !has_implicit_body(front, definition))
		goto out;
	function.symbol = front_symbol(front, definition);
	build_init(&b, front, &function);
	if (definition.kind == CXCursor_CXXMethod || definition.kind == CXCursor_Destructor)
		class_overridden(front, definition, &function);
	b.lambda = lambda_of_operator(front, definition);
	function.place = b.here = front_name_place(front, definition);
	type = front_type_at(front, front->unit->symbols.items[function.symbol].type);
	function.return_type = type->kind == IR_T_FUNCTION ? type->element : front_type_plain(front, IR_T_UNKNOWN);
	function.variadic = clang_Cursor_isVariadic(definition);
	read_attributes(front, definition, &front->symbol_infos.items[function.symbol], &function.attributes);
	add_parameters(&b, definition);
	lower_body(&b, definition, body);
	note_label_addresses(&b, definition);
	build_finish(&b);
	vec_push(front->arena, &front->unit->functions, function);
	hvec_push(&front->extents, front_place(front, definition));
	build_release(&b);
out:
	arena_rewind(&front->scratch, mark);
}
