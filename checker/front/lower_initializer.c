/* Initialisers of variables and literal objects inside functions, and string literals. */
#include "front/lower_call.h"
#include "front/lower_class.h"
#include "front/lower_thread.h"

#include "front/text.h"

#include <string.h>

uint32_t front_string_literal(struct front *front, CXCursor literal)
{
	struct arena_mark mark = arena_mark(&front->scratch);
	CXString spelling = clang_getCursorSpelling(literal);
	struct ir_string string;
	char *key, *bytes;
	uint32_t index;

	bytes = text_unescape(&front->scratch, clang_getCString(spelling), &string.length, &string.char_size);
	key = arena_alloc(&front->scratch, string.length + 1);
	key[0] = (char)string.char_size;
	memcpy(key + 1, bytes, string.length);
	index = names_add_n(&front->strings, key, string.length + 1);
	if (index == front->unit->strings.len) {
		string.bytes = arena_strndup(front->arena, bytes, string.length);
		vec_push(front->arena, &front->unit->strings, string);
	}
	clang_disposeString(spelling);
	arena_rewind(&front->scratch, mark);
	return index;
}

static void element(void *context, struct ir_memory memory, CXCursor expression)
{
	lower_into(context, memory, expression);
}

static void zero(void *context, struct ir_memory memory, CXCursor list)
{
	build_insn(context, IR_ZERO, list)->memory = memory;
	if (((struct builder *)context)->front->cplusplus)
		lower_default_members(context, memory, clang_getCursorType(list), list);
}

/* The string that initialises a whole array of characters. */
static bool initializing_string(struct front *front, uint32_t type, CXCursor initializer, CXCursor *literal)
{
	if (front_type_at(front, type)->kind != IR_T_ARRAY)
		return false;
	*literal = cursor_stripped(front, initializer);
	return literal->kind == CXCursor_StringLiteral;
}

static struct ir_value array_value(struct builder *b, struct ir_memory memory, CXCursor initializer)
{
	CXCursor inner = cursor_stripped(b->front, initializer), literal;
	struct ir_value value = {.kind = IR_V_STRING};

	if (initializing_string(b->front, memory.type, initializer, &literal)) {
		value.index = front_string_literal(b->front, literal);
		value.type = front_pointer_to(b->front, front_type_at(b->front, memory.type)->element);
		return value;
	}
	return build_load(b, lower_memory(b, inner), initializer);
}

/* `T object = T(…)` makes one object, not two. */
static CXCursor made_in_place(struct builder *b, CXCursor inner)
{
	struct kids kids;
	CXCursor made;

	if (inner.kind != CXCursor_CXXFunctionalCastExpr)
		return inner;
	kids = front_kids(b->front, inner);
	made = kids_last(&kids);
	while (made.kind == CXCursor_UnexposedExpr && unexposed_inner(b->front, made, &made))
		;
	return call_constructs(made) ? made : inner;
}

/* A list for the whole object, with conversions around where its elements leave temporaries behind. */
static bool is_list_of(struct builder *b, CXCursor inner, uint32_t type)
{
	return inner.kind == CXCursor_InitListExpr && front_cursor_type(b->front, inner) == type;
}

void lower_into(struct builder *b, struct ir_memory memory, CXCursor initializer)
{
	struct initializer walk = {.front = b->front, .context = b, .element = element, .zero = zero};
	const struct ir_type *type = front_type_at(b->front, memory.type);
	CXCursor inner = initializer;
	struct ir_value value;
	uint32_t pointer;

	while (inner.kind == CXCursor_ParenExpr || inner.kind == CXCursor_UnexposedExpr)
		if (!unexposed_inner(b->front, inner, &inner))
			break;
	inner = made_in_place(b, inner);
	if (b->depth >= LOWERING_DEPTH_LIMIT) {
		build_opaque(b, front_type_plain(b->front, IR_T_VOID), "nesting too deep", initializer);
		return;
	}
	b->depth++;
	if (type->is_reference) {
		pointer = memory.type;
		value = build_address(b, lower_memory(b, initializer), pointer, initializer);
		build_store(b, memory, value, initializer);
	} else if (inner.kind == CXCursor_LambdaExpr && type->kind == IR_T_RECORD) {
		lower_lambda_into(b, memory, inner);
	} else if (initializer.kind == CXCursor_InitListExpr || is_list_of(b, inner, memory.type)) {
		initializer_walk(&walk, memory, inner);
	} else if (type->kind == IR_T_RECORD && call_constructs(inner)) {
		lower_construct(b, memory, inner);
	} else if (type->kind == IR_T_ARRAY) {
		value = array_value(b, memory, initializer);
		build_store(b, memory, value, initializer);
	} else {
		value = build_cast(b, lower_value(b, initializer), memory.type, true, initializer);
		if (build_is_open(b))
			build_store(b, memory, value, initializer);
		thread_keep(b, memory, value, inner);
	}
	b->depth--;
}
