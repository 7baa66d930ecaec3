/* Nodes that libclang doesn't expose: silent conversions, and builtins that are known by their first word. */
#include "front/lower.h"

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

/* --- atomics ----------------------------------------------------------------------- */

/* fetch_add, add_fetch and the like: which operation, and whether the new value is the result. */
static bool fetch_op(const char *word, enum ir_op *op, bool *yields_new)
{
	static const struct {
		const char *name;
		enum ir_op op;
	} ops[] = {{"add", IR_ADD}, {"sub", IR_SUB}, {"and", IR_AND}, {"or", IR_OR}, {"xor", IR_XOR}};
	const char *fetch = strstr(word, "fetch_"), *name;
	const char *tail = strstr(word, "_fetch");

	if (!fetch && !tail)
		return false;
	for (size_t i = 0; i < sizeof ops / sizeof *ops; i++) {
		size_t length = strlen(ops[i].name);

		*op = ops[i].op;
		*yields_new = !fetch;
		name = fetch ? fetch + 6 : tail - length;
		if (fetch ? !strcmp(name, ops[i].name)
			  : (name > word && name[-1] == '_' && !strncmp(name, ops[i].name, length)))
			return true;
	}
	return false;
}

static bool ends_in(const char *text, const char *end)
{
	size_t length = strlen(text), tail = strlen(end);

	return length >= tail && !strcmp(text + length - tail, end);
}

static struct ir_value lower_unknown_builtin(struct builder *b, CXCursor expression, const struct kids *kids,
					     const char *word)
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

/* Children are the pointer, the order, then the values. Orders are of no interest here. */
static struct ir_value lower_atomic(struct builder *b, CXCursor expression, const struct kids *kids, const char *word)
{
	uint32_t type = front_cursor_type(b->front, expression);
	struct ir_memory memory;
	struct ir_value pointer, value = ir_value_none(), old;
	bool yields_new = false, fetches;
	enum ir_op op = IR_ADD;

	fetches = fetch_op(word, &op, &yields_new);
	if (!fetches && !ends_in(word, "load_n") && !ends_in(word, "c11_atomic_load") && !ends_in(word, "store_n") &&
	    !ends_in(word, "c11_atomic_store") && !ends_in(word, "exchange_n") && !ends_in(word, "c11_atomic_exchange"))
		return lower_unknown_builtin(b, expression, kids, word);
	if (strstr(word, "compare"))
		return lower_unknown_builtin(b, expression, kids, word);
	pointer = lower_value(b, kids->at[0]);
	memory = ir_memory_deref(b->front, pointer, front_type_at(b->front, pointer.type)->element);
	if (memory.type == IR_NONE)
		return lower_unknown_builtin(b, expression, kids, word);
	if (ends_in(word, "load_n") || ends_in(word, "load"))
		return build_load(b, memory, expression);
	value = build_cast(b, lower_value(b, kids_last(kids)), memory.type, true, expression);
	if (ends_in(word, "store_n") || ends_in(word, "store")) {
		build_store(b, memory, value, expression);
		return ir_value_none();
	}
	old = build_load(b, memory, expression);
	if (fetches)
		value = build_binary(b, op, memory.type, old, value, expression);
	build_store(b, memory, value, expression);
	return build_cast(b, yields_new ? value : old, type, true, expression);
}

/* --- known by their first word --------------------------------------------------------- */

static struct ir_value lower_choose(struct builder *b, CXCursor expression, const struct kids *kids)
{
	int64_t condition;

	if (kids->count != 3 || !cursor_constant(kids->at[0], &condition))
		return lower_not_understood(b, expression);
	return lower_value(b, kids->at[condition ? 1 : 2]);
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
	return lower_unknown_builtin(b, expression, kids, word[0] ? word : "UnexposedExpr");
}

struct ir_value lower_unexposed(struct builder *b, CXCursor expression)
{
	struct kids kids;
	CXCursor inner;

	if (unexposed_inner(b->front, expression, &inner))
		return lower_conversion(b, expression, inner);
	kids = front_kids(b->front, expression);
	if (kids.count == 4 && clang_equalCursors(kids.at[0], kids.at[1]))
		return lower_elvis(b, expression, &kids);
	return lower_by_word(b, expression, &kids);
}
