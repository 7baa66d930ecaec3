/* Nodes that libclang doesn't expose: silent conversions, parts of vectors, and builtins known by their first word. */
#include "front/lower.h"
#include "front/text.h"

#include <string.h>

/*
 * A silent conversion has one child of the same extent. In C++ there are more
 * wrappers (temporaries, clean-ups), and their nodes may have no extent at all.
 */
bool unexposed_inner(struct front *front, CXCursor expression, CXCursor *inner)
{
	struct kids kids = front_kids(front, expression);

	if (kids.count != 1 || !clang_isExpression(kids.at[0].kind))
		return false;
	if (!cursor_same_extent(expression, kids.at[0]) && !cursor_is_null_extent(expression) &&
	    !cursor_is_null_extent(kids.at[0]))
		return false;
	*inner = kids.at[0];
	return true;
}

static struct ir_value lower_conversion(struct builder *b, CXCursor expression, CXCursor inner)
{
	uint32_t type = front_cursor_type(b->front, expression);
	struct ir_value value;

	if (front_type_at(b->front, type)->kind == IR_T_VOID) {
		lower_effects(b, inner);
		return ir_value_none();
	}
	value = lower_value(b, inner);
	if (front_type_at(b->front, type)->kind == IR_T_UNKNOWN)
		return value;
	return build_cast(b, value, type, true, expression);
}

/* --- parts of vectors ------------------------------------------------------------------- */

/* `v.x`, `v.zyx` and, through a pointer, `p->x`: the only child is the vector. */
bool unexposed_lanes(struct front *front, CXCursor expression, CXCursor *vector)
{
	struct kids kids = front_kids(front, expression);
	const struct ir_type *type;

	if (expression.kind != CXCursor_UnexposedExpr || kids.count != 1 || !clang_isExpression(kids.at[0].kind) ||
	    cursor_is_null_extent(expression) || cursor_same_extent(expression, kids.at[0]))
		return false;
	type = front_type_at(front, front_cursor_type(front, kids.at[0]));
	if (type->kind == IR_T_POINTER && type->element != IR_NONE)
		type = front_type_at(front, type->element);
	*vector = kids.at[0];
	return type->kind == IR_T_VECTOR;
}

/* --- known by their first word --------------------------------------------------------- */

struct ir_value lower_unknown_builtin(struct builder *b, CXCursor expression, const struct kids *kids, const char *word)
{
	struct ir_value *args = arena_array(&b->front->scratch, struct ir_value, kids->count);
	uint32_t count = 0;

	for (uint32_t i = 0; i < kids->count; i++) {
		if (!clang_isExpression(kids->at[i].kind))
			continue;
		args[count] = lower_value(b, kids->at[i]);
		count += args[count].kind != IR_V_NONE;
	}
	return build_opaque_of(b, front_cursor_type(b->front, expression), word, args, count, expression);
}

static struct ir_value lower_choose(struct builder *b, CXCursor expression, const struct kids *kids)
{
	int64_t condition;

	if (kids->count != 3 || !cursor_constant(kids->at[0], &condition))
		return lower_not_understood(b, expression);
	return lower_value(b, kids->at[condition ? 1 : 2]);
}

/* Builtins that only make a value, which isn't known. */
static bool only_yields(const char *word)
{
	static const char *const words[] = {
		"__builtin_shufflevector", "__builtin_convertvector", "__builtin_types_compatible_p",
		"__builtin_FILE",	   "__builtin_FILE_NAME",     "__builtin_FUNCTION",
		"__builtin_FUNCSIG",	   "__builtin_bit_cast",      "__builtin_is_constant_evaluated",
		"__builtin_offsetof"};

	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (!strcmp(word, words[i]))
			return true;
	return false;
}

/* `T()`, where that is no object of a class: zero. */
static bool makes_zero(struct builder *b, CXCursor expression, const struct kids *kids)
{
	struct scanner scanner;
	struct token token;
	unsigned words = 0;

	if (!b->front->cplusplus || (kids->count && clang_isExpression(kids_last(kids).kind)) ||
	    !front_spelled(b->front, expression, &scanner.at, &scanner.end))
		return false;
	while (scanner_next(&scanner, &token) && !token_is(&token, "(") && !token_is(&token, ";"))
		words++;
	return words && token_is(&token, "(") && scanner_next(&scanner, &token) && token_is(&token, ")");
}

static struct ir_value zero_of(struct builder *b, uint32_t type)
{
	struct ir_value value = ir_value_int(type, 0);

	if (front_type_at(b->front, type)->kind == IR_T_FLOAT)
		value.kind = IR_V_FLOAT;
	return front_type_at(b->front, type)->kind == IR_T_VOID ? ir_value_none() : value;
}

static struct ir_value lower_by_word(struct builder *b, CXCursor expression, const struct kids *kids)
{
	const char *word = front_first_word(b->front, expression);
	uint32_t type = front_cursor_type(b->front, expression);
	int64_t number;

	if (!strcmp(word, "__builtin_va_arg") && kids->count) {
		lower_effects(b, kids_last(kids));
		return ir_value_unknown(type);
	}
	if (!strcmp(word, "__builtin_choose_expr"))
		return lower_choose(b, expression, kids);
	if ((!strcmp(word, "__builtin_offsetof") || !kids->count) && cursor_constant(expression, &number))
		return ir_value_int(type, number);
	if ((strstr(word, "__atomic_") == word || strstr(word, "__c11_atomic_") == word) && kids->count)
		return lower_atomic(b, expression, kids, word);
	if (only_yields(word)) {
		for (uint32_t i = 0; i < kids->count; i++)
			if (clang_isExpression(kids->at[i].kind) && strcmp(word, "__builtin_types_compatible_p") != 0)
				lower_effects(b, kids->at[i]);
		return ir_value_unknown(type);
	}
	if (strncmp(word, "__builtin_", 10) != 0 && makes_zero(b, expression, kids))
		return zero_of(b, type);
	return lower_unknown_builtin(b, expression, kids, word[0] ? word : "UnexposedExpr");
}

struct ir_value lower_unexposed(struct builder *b, CXCursor expression)
{
	struct kids kids;
	struct ir_value value;
	CXCursor inner;

	if (unexposed_inner(b->front, expression, &inner))
		return lower_conversion(b, expression, inner);
	if (unexposed_lanes(b->front, expression, &inner))
		return build_load(b, lower_memory(b, expression), expression);
	kids = front_kids(b->front, expression);
	if (kids.count == 4 && clang_equalCursors(kids.at[0], kids.at[1]))
		return lower_elvis(b, expression, &kids);
	if (lower_suspension(b, expression, &kids, &value))
		return value;
	return lower_by_word(b, expression, &kids);
}
