/* `for (variable : range)`, whose iterators are hidden, and the names that `auto [a, b]` gives to parts. */
#include "front/classes.h"
#include "front/lower_callable.h"

#include <string.h>

/* --- structured bindings ---------------------------------------------------------------- */

/* Part `index` of the object behind the names; false where its type has other ways to take it apart. */
static bool part_of(struct builder *b, struct ir_memory object, uint32_t index, uint32_t names, struct ir_memory *part)
{
	const struct ir_type *type = front_type_at(b->front, object.type);
	struct ir_value number = ir_value_int(front_type_int(b->front, 4, true), index);

	if (type->kind == IR_T_ARRAY && type->element != IR_NONE) {
		*part = ir_memory_index(b->front, object, number, type->element);
		return true;
	}
	if (type->kind != IR_T_RECORD || type->record == IR_NONE ||
	    front_record(b->front, type->record)->fields.len != names)
		return false;
	*part = ir_memory_field(b->front, object, type->record, index);
	return true;
}

/* Each name is a reference to its part. */
static void bind_names(struct builder *b, CXCursor declaration, struct ir_memory object)
{
	struct kids kids = front_kids(b->front, declaration);
	uint32_t names = 0, index = 0;

	for (uint32_t i = 0; i < kids.count; i++)
		names += kids.at[i].kind == CXCursor_UnexposedDecl;
	for (uint32_t i = 0; i < kids.count; i++) {
		uint32_t local, type;
		struct ir_memory part;
		struct ir_value address;

		if (kids.at[i].kind != CXCursor_UnexposedDecl)
			continue;
		local = lower_local(b, kids.at[i]);
		type = b->function->locals.items[local].type;
		if (part_of(b, object, index++, names, &part))
			address = build_address(b, part, front_reference_to(b->front, part.type), kids.at[i]);
		else
			address = ir_value_unknown(front_reference_to(b->front, type));
		b->function->locals.items[local].type = address.type;
		build_store(b, ir_memory_local(b, local), address, kids.at[i]);
		build_enter(b, local, IR_NONE);
	}
}

static bool has_names(struct builder *b, CXCursor declaration)
{
	struct kids kids = front_kids(b->front, declaration);

	for (uint32_t i = 0; i < kids.count; i++)
		if (kids.at[i].kind == CXCursor_UnexposedDecl)
			return true;
	return false;
}

static struct ir_memory looked_through(struct builder *b, struct ir_memory memory, CXCursor at)
{
	if (!front_type_at(b->front, memory.type)->is_reference)
		return memory;
	return ir_memory_deref(b->front, build_load(b, memory, at), front_type_at(b->front, memory.type)->element);
}

/* An array is copied as a whole; libclang shows the array, then how each element is copied. */
static void fill_object(struct builder *b, struct ir_memory object, CXCursor initializer)
{
	struct kids kids = front_kids(b->front, initializer);

	if (front_type_at(b->front, object.type)->kind == IR_T_ARRAY && kids.count > 1 &&
	    front_cursor_type(b->front, kids.at[0]) == object.type)
		build_store(b, object, build_load(b, lower_memory(b, kids.at[0]), initializer), initializer);
	else
		lower_into(b, object, initializer);
}

void lower_bindings(struct builder *b, CXCursor declaration)
{
	struct kids kids = front_kids(b->front, declaration);
	struct full_expression was = build_set_full(b, declaration);
	CXCursor initializer = kids_last(&kids);
	struct ir_memory object;

	if (!has_names(b, declaration)) {
		if (kids.count)
			lower_not_understood(b, declaration);
	} else {
		object = ir_memory_local(b, build_made_local(b, front_cursor_type(b->front, declaration)));
		if (clang_isExpression(initializer.kind))
			fill_object(b, object, initializer);
		build_enter(b, object.index, IR_NONE);
		bind_names(b, declaration, looked_through(b, object, declaration));
	}
	build_restore_full(b, was);
}

/* --- range-for -------------------------------------------------------------------------------- */

struct range_parts {
	CXCursor variable, range, body;
};

static struct range_parts range_parts(struct builder *b, CXCursor statement)
{
	struct kids kids = front_kids(b->front, statement);
	CXCursor none = clang_getNullCursor();
	struct range_parts parts = {none, none, kids_last(&kids)};

	for (uint32_t i = 0; i + 1 < kids.count; i++) {
		if (kids.at[i].kind == CXCursor_VarDecl || kids.at[i].kind == CXCursor_UnexposedDecl)
			parts.variable = kids.at[i];
		else if (clang_isExpression(kids.at[i].kind))
			parts.range = kids.at[i];
	}
	return parts;
}

static bool is_library_range(CXCursor range)
{
	CXType type = clang_getCanonicalType(clang_getCursorType(range));
	CXCursor class_ = clang_getTypeDeclaration(type);

	return type.kind != CXType_Record || front_is_system(class_);
}

/* The method of that name that needs nothing but its object; the null cursor where there is none. */
static CXCursor plain_method(struct front *front, CXCursor class_, const char *name)
{
	struct kids kids = class_members(front, class_);
	CXCursor found = clang_getNullCursor();

	for (uint32_t i = 0; i < kids.count && clang_Cursor_isNull(found); i++) {
		CXString spelling = clang_getCursorSpelling(kids.at[i]);

		if (kids.at[i].kind == CXCursor_CXXMethod && clang_Cursor_getNumArguments(kids.at[i]) == 0 &&
		    !strcmp(clang_getCString(spelling), name))
			found = kids.at[i];
		clang_disposeString(spelling);
	}
	return found;
}

/* Whether the iterators of a class of the project are pointers: then its begin() says all. */
static bool begins_with_pointer(struct builder *b, CXCursor range, CXCursor *begin)
{
	CXCursor class_ = class_of_type(clang_getCursorType(range));

	if (clang_Cursor_isNull(class_))
		return false;
	*begin = plain_method(b->front, class_, "begin");
	return !clang_Cursor_isNull(*begin) &&
	       clang_getCanonicalType(clang_getCursorResultType(*begin)).kind == CXType_Pointer;
}

static struct ir_memory first_element(struct builder *b, CXCursor begin, struct ir_memory range, uint32_t type,
				      CXCursor at)
{
	struct ir_value any = ir_value_unknown(front_type_int(b->front, 8, true)), object;
	struct ir_insn *insn;

	object = build_address(b, range, front_pointer_to(b->front, range.type), at);
	insn = build_result(b, IR_CALL, front_pointer_to(b->front, type), at);
	insn->a = ir_value_function(b->front, front_symbol(b->front, begin));
	build_arguments(b, insn, &object, 1);
	return ir_memory_index(b->front, ir_memory_deref(b->front, build_temp(insn), type), any, type);
}

/* An element of an array, or what std::begin() of a library's container points to. Other classes don't tell. */
static struct ir_memory element_of(struct builder *b, struct ir_memory range, uint32_t type, CXCursor at)
{
	const struct ir_type *t;
	struct ir_value any = ir_value_unknown(front_type_int(b->front, 8, true)), container;
	struct ir_memory elements;
	struct ir_insn *insn;
	CXCursor begin;

	if (b->front->cplusplus && callable_elements(b, range, clang_getCursorType(at), &elements) &&
	    elements.type == type)
		return elements;
	t = front_type_at(b->front, range.type);
	if (t->kind == IR_T_ARRAY && t->element != IR_NONE)
		return ir_memory_index(b->front, range, any, t->element);
	if (!is_library_range(at) && begins_with_pointer(b, at, &begin))
		return first_element(b, begin, range, type, at);
	if (!is_library_range(at))
		return ir_memory_deref(b->front, ir_value_unknown(front_pointer_to(b->front, type)), type);
	container = build_address(b, range, front_pointer_to(b->front, range.type), at);
	insn = build_result(b, IR_CALL, front_pointer_to(b->front, type), at);
	insn->a = ir_value_function(b->front, front_library_symbol(b->front, "std::begin"));
	build_arguments(b, insn, &container, 1);
	return ir_memory_deref(b->front, build_temp(insn), type);
}

static void set_variable(struct builder *b, const struct range_parts *parts, struct ir_memory range)
{
	uint32_t type = front_cursor_type(b->front, parts->variable), element_type = type;
	struct ir_memory element, object;
	bool bindings = parts->variable.kind == CXCursor_UnexposedDecl;

	if (front_type_at(b->front, type)->is_reference)
		element_type = front_type_at(b->front, type)->element;
	element = element_of(b, range, element_type, parts->range);
	object = ir_memory_local(b, bindings ? build_made_local(b, type) : lower_local(b, parts->variable));
	if (element_type != type)
		build_store(b, object, build_address(b, element, type, parts->variable), parts->variable);
	else
		build_store(b, object,
			    build_cast(b, build_load(b, element, parts->variable), type, true, parts->variable),
			    parts->variable);
	build_enter(b, object.index, IR_NONE);
	if (bindings)
		bind_names(b, parts->variable, looked_through(b, object, parts->variable));
}

/* How often it runs isn't known. Iterators of the project's own may do anything. */
void lower_range_for(struct builder *b, CXCursor statement)
{
	struct range_parts parts = range_parts(b, statement);
	uint32_t test = build_block(b), body = build_block(b), end = build_block(b);
	struct scope *outer = b->scope, *head;
	struct full_expression was = build_set_full(b, parts.range);
	struct ir_memory range;
	CXCursor begin;

	if (clang_Cursor_isNull(parts.range) || clang_Cursor_isNull(parts.variable)) {
		lower_not_understood(b, statement);
		build_restore_full(b, was);
		return;
	}
	range = lower_memory(b, parts.range);
	head = b->scope; /* what is made in the head lives as long as the loop */
	b->here = front_place(b->front, statement);
	build_begin(b, test);
	loop_mark(b, test, IR_LOOP_RANGE, statement);
	if (!is_library_range(parts.range) && !begins_with_pointer(b, parts.range, &begin))
		build_opaque(b, front_type_plain(b->front, IR_T_VOID), "range-for", statement);
	build_branch(b, ir_value_unknown(front_type_int(b->front, 4, true)), body, end, statement);
	build_begin(b, body);
	build_set_full(b, parts.variable);
	set_variable(b, &parts, range);
	build_restore_full(b, was);
	loop_body(b, parts.body, end, test, head);
	build_end_scope(b, head, b->here);
	if (build_is_open(b))
		build_jump(b, test);
	build_begin(b, end);
	build_end_scope(b, outer, b->here);
}
