/* Objects that `new` makes and `delete` ends: storage from a library function, constructor and destructor. */
#include "front/lower_class.h"

#include "front/text.h"

static struct ir_value call_library(struct builder *b, const char *name, uint32_t type, struct ir_value argument,
				    CXCursor at)
{
	bool no_result = front_type_at(b->front, type)->kind == IR_T_VOID;
	struct ir_insn *insn = no_result ? build_insn(b, IR_CALL, at) : build_result(b, IR_CALL, type, at);

	insn->a = ir_value_function(b->front, front_library_symbol(b->front, name));
	build_arguments(b, insn, &argument, 1);
	return no_result ? ir_value_none() : build_temp(insn);
}

/* `new (place) T`: the first expression is a pointer that nothing constructs from. */
static bool placement(struct builder *b, const struct kids *kids, CXCursor *place)
{
	for (uint32_t i = 0; i < kids->count; i++) {
		if (kids->at[i].kind == CXCursor_TypeRef)
			return false;
		if (!clang_isExpression(kids->at[i].kind))
			continue;
		*place = kids->at[i];
		return front_type_at(b->front, front_cursor_type(b->front, *place))->kind == IR_T_POINTER;
	}
	return false;
}

/* Whether the expression is the `n` of `new T[n]`. */
static bool is_count(struct builder *b, CXCursor expression)
{
	const char *at, *end;

	if (!clang_isExpression(expression.kind) || call_constructs(expression) ||
	    !front_spelled(b->front, expression, &at, &end))
		return false;
	/* The word `new` stands before it, so the text doesn't begin here. */
	for (at--; *at == ' ' || *at == '('; at--)
		;
	return *at == '[';
}

/* Elements of an array aren't made one by one: what they hold isn't known. */
static struct ir_value new_array(struct builder *b, CXCursor expression, CXCursor count, uint32_t type, uint64_t size)
{
	uint32_t size_type = front_type_int(b->front, b->front->unit->pointer_size, false);
	struct ir_value bytes = lower_value(b, count);
	int64_t number;

	if (cursor_constant(count, &number))
		bytes = ir_value_int(size_type, number * (int64_t)size);
	else
		bytes = build_binary(b, IR_MUL, size_type, bytes, ir_value_int(size_type, (int64_t)size), expression);
	return call_library(b, "operator new[]", type, bytes, expression);
}

/* All elements are made alike: one of any index stands for them. */
static void make_elements(struct builder *b, struct ir_value pointer, CXCursor initializer)
{
	uint32_t element = front_type_at(b->front, pointer.type)->element;
	struct ir_value any = ir_value_unknown(front_type_int(b->front, 8, true));
	struct ir_memory memory = ir_memory_deref(b->front, pointer, element);

	if (call_constructs(initializer) && build_is_open(b))
		lower_into(b, ir_memory_index(b->front, memory, any, element), initializer);
}

struct ir_value lower_new(struct builder *b, CXCursor expression)
{
	struct kids kids = front_kids(b->front, expression);
	uint32_t type = front_cursor_type(b->front, expression);
	struct ir_type element;
	uint32_t size_type = front_type_int(b->front, b->front->unit->pointer_size, false);
	struct ir_value pointer, size;
	CXCursor last = kids_last(&kids), place;
	bool record, placed = placement(b, &kids, &place);

	if (front_type_at(b->front, type)->element == IR_NONE)
		return lower_not_understood(b, expression);
	element = *front_type_at(b->front, front_type_at(b->front, type)->element);
	record = element.kind == IR_T_RECORD;
	size = ir_value_int(size_type, (int64_t)element.size);
	for (uint32_t i = 0; i < kids.count; i++)
		if (is_count(b, kids.at[i])) {
			pointer = new_array(b, expression, kids.at[i], type, element.size);
			make_elements(b, pointer, last);
			return pointer;
		}
	if (placed && !clang_equalCursors(place, last) && record)
		pointer = build_cast(b, lower_value(b, place), type, true, expression);
	else
		pointer = call_library(b, "operator new", type, size, expression);
	lower_may_throw(b, expression);
	if (!kids.count || !clang_isExpression(last.kind) || !build_is_open(b))
		return pointer;
	if (call_constructs(last) || last.kind == CXCursor_InitListExpr || !record)
		lower_into(b, ir_memory_deref(b->front, pointer, front_type_at(b->front, type)->element), last);
	return pointer;
}

void lower_delete(struct builder *b, CXCursor expression)
{
	struct kids kids = front_kids(b->front, expression);
	struct ir_value pointer = kids.count ? lower_value(b, kids_last(&kids)) : ir_value_none();
	bool array = false;
	const char *at, *end;
	CXType type;

	if (pointer.kind == IR_V_NONE)
		return;
	type = clang_getPointeeType(clang_getCanonicalType(clang_getCursorType(kids_last(&kids))));
	lower_destroy(b, pointer, type, expression);
	if (front_spelled(b->front, expression, &at, &end)) {
		for (at += identifier_length(at, end); at < end && *at == ' '; at++)
			;
		array = at < end && *at == '[';
	}
	call_library(b, array ? "operator delete[]" : "operator delete", front_type_plain(b->front, IR_T_VOID), pointer,
		     expression);
}
