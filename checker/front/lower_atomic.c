/* Builtins on atomic objects: plain loads, stores and operations, since the order of accesses is of no interest. */
#include "front/lower.h"

#include <string.h>

/* One of them. Its children are the pointer, the order, then the values. */
struct atomic {
	struct builder *b;
	CXCursor expression;
	const struct kids *kids;
	const char *name; /* without prefix and `_n` */
	bool by_value;	  /* values are handed over as they are, not by their address */
	struct ir_memory memory;
};

static bool begins_with(const char *text, const char *start)
{
	return !strncmp(text, start, strlen(start));
}

/* fetch_add, add_fetch and the like: which operation, and whether the new value is the result. */
static bool fetch_op(const char *word, enum ir_op *op, bool *yields_new)
{
	static const struct {
		const char *name;
		enum ir_op op;
	} ops[] = {{"add", IR_ADD}, {"sub", IR_SUB}, {"and", IR_AND}, {"or", IR_OR}, {"xor", IR_XOR}};
	bool is_new = !begins_with(word, "fetch_");
	const char *name = is_new ? word : word + 6;

	*yields_new = is_new;
	for (size_t i = 0; i < sizeof ops / sizeof *ops; i++) {
		size_t length = strlen(ops[i].name);

		*op = ops[i].op;
		if (!strncmp(name, ops[i].name, length) && !strcmp(name + length, is_new ? "_fetch" : ""))
			return true;
	}
	return false;
}

static struct ir_memory pointed(const struct atomic *a, uint32_t kid)
{
	struct ir_value pointer = lower_value(a->b, a->kids->at[kid]);

	return ir_memory_deref(a->b->front, pointer, a->memory.type);
}

/* The value that child `kid` is or points to. */
static struct ir_value handed(const struct atomic *a, uint32_t kid)
{
	if (!a->by_value)
		return build_load(a->b, pointed(a, kid), a->expression);
	return build_cast(a->b, lower_value(a->b, a->kids->at[kid]), a->memory.type, true, a->expression);
}

/* What was there is the result, or goes where child `kid` points. */
static struct ir_value hand_back(const struct atomic *a, struct ir_value old, uint32_t kid)
{
	if (a->by_value)
		return build_cast(a->b, old, front_cursor_type(a->b->front, a->expression), true, a->expression);
	build_store(a->b, pointed(a, kid), old, a->expression);
	return ir_value_none();
}

static struct ir_value lower_exchange(const struct atomic *a)
{
	struct ir_value value = handed(a, 2), old = build_load(a->b, a->memory, a->expression);

	build_store(a->b, a->memory, value, a->expression);
	return hand_back(a, old, 3);
}

/* Where it isn't what was expected, that becomes what is there. */
static struct ir_value lower_compare_exchange(const struct atomic *a)
{
	struct builder *b = a->b;
	uint32_t type = front_cursor_type(b->front, a->expression);
	struct ir_memory expected = pointed(a, 2), result = ir_memory_local(b, build_made_local(b, type));
	struct ir_value desired = handed(a, 4), old = build_load(b, a->memory, a->expression), same;
	uint32_t equal = build_block(b), other = build_block(b), end = build_block(b);

	same = build_binary(b, IR_EQ, front_type_int(b->front, 4, true), old, build_load(b, expected, a->expression),
			    a->expression);
	build_branch(b, same, equal, other, a->expression);
	build_begin(b, equal);
	build_store(b, a->memory, desired, a->expression);
	build_store(b, result, ir_value_int(type, 1), a->expression);
	build_jump(b, end);
	build_begin(b, other);
	build_store(b, expected, old, a->expression);
	build_store(b, result, ir_value_int(type, 0), a->expression);
	build_begin(b, end);
	return build_load(b, result, a->expression);
}

static struct ir_value lower_fetch(const struct atomic *a)
{
	struct builder *b = a->b;
	uint32_t type = front_cursor_type(b->front, a->expression);
	struct ir_value value = handed(a, 2), old = build_load(b, a->memory, a->expression);
	bool yields_new = false;
	enum ir_op op;

	if (fetch_op(a->name, &op, &yields_new))
		value = build_binary(b, op, a->memory.type, old, value, a->expression);
	else
		value = ir_value_unknown(a->memory.type); /* nand, min, max */
	build_store(b, a->memory, value, a->expression);
	return build_cast(b, yields_new ? value : old, type, true, a->expression);
}

static struct ir_value lower_by_name(struct atomic *a)
{
	struct ir_value value;

	if (begins_with(a->name, "compare_exchange") && a->kids->count >= 5)
		return lower_compare_exchange(a);
	if (!strcmp(a->name, "load") && a->kids->count >= (a->by_value ? 2 : 3))
		return hand_back(a, build_load(a->b, a->memory, a->expression), 2);
	if (!strcmp(a->name, "exchange") && a->kids->count >= (a->by_value ? 3 : 4))
		return lower_exchange(a);
	if (!strcmp(a->name, "store") || !strcmp(a->name, "init")) {
		value = handed(a, a->kids->count - 1);
		build_store(a->b, a->memory, value, a->expression);
		return ir_value_none();
	}
	if (strstr(a->name, "fetch") && a->kids->count >= 3) {
		a->by_value = true;
		return lower_fetch(a);
	}
	return lower_unknown_builtin(a->b, a->expression, a->kids, a->name);
}

struct ir_value lower_atomic(struct builder *b, CXCursor expression, const struct kids *kids, const char *word)
{
	static const char c11[] = "__c11_atomic_", gnu[] = "__atomic_";
	struct atomic a = {.b = b, .expression = expression, .kids = kids};
	struct ir_value pointer = lower_value(b, kids->at[0]);
	size_t length;

	a.by_value = begins_with(word, c11);
	a.name = word + (a.by_value ? sizeof c11 : sizeof gnu) - 1;
	length = strlen(a.name);
	if (length > 2 && !strcmp(a.name + length - 2, "_n")) {
		a.by_value = true;
		a.name = arena_strndup(b->front->arena, a.name, length - 2);
	}
	a.memory = ir_memory_deref(b->front, pointer, front_type_at(b->front, pointer.type)->element);
	if (a.memory.type == IR_NONE)
		return lower_unknown_builtin(b, expression, kids, word);
	return lower_by_name(&a);
}
