/* Coroutines: the body as straight-line code, in which each suspension is what its awaitable's methods do. */
#include "front/lower_class.h"

#include <string.h>

CXCursor coroutine_body(struct front *front, CXCursor statement)
{
	struct kids kids = front_kids(front, statement);

	if (!front->cplusplus || statement.kind != CXCursor_UnexposedStmt || kids.count < 2 ||
	    kids.at[0].kind != CXCursor_CompoundStmt || !cursor_same_extent(statement, kids.at[0]))
		return clang_getNullCursor();
	return kids.at[0];
}

/* The promise, which `co_yield` and `co_return` hand values to: libclang doesn't show where it is declared. */
bool coroutine_promise(struct builder *b, CXCursor variable, struct ir_memory *memory)
{
	CXString name = clang_getCursorSpelling(variable);
	bool is = variable.kind == CXCursor_VarDecl && !strcmp(clang_getCString(name), "__promise");

	clang_disposeString(name);
	if (is)
		*memory = ir_memory_local(b, lower_local(b, variable));
	return is;
}

bool coroutine_returns(struct front *front, CXCursor statement)
{
	return front->cplusplus && statement.kind == CXCursor_UnexposedStmt &&
	       !strcmp(front_first_word(front, statement), "co_return");
}

/* The last child hands the value to the promise, or tells it that there is none. */
void lower_co_return(struct builder *b, CXCursor statement)
{
	struct kids kids = front_kids(b->front, statement);
	struct full_expression was = build_set_full(b, statement);
	struct scope *outer = b->scope;

	if (kids.count && clang_isExpression(kids_last(&kids).kind))
		lower_effects(b, kids_last(&kids));
	lower_end_temporaries(b, outer);
	if (build_is_open(b)) {
		build_leave_function(b, front_place(b->front, statement));
		build_insn(b, IR_RETURN, statement)->a = ir_value_unknown(b->function->return_type);
	}
	build_restore_full(b, was);
}

/* `await_ready`, `await_suspend` or `await_resume`, called with the operand of the expression; false for others. */
static bool awaits(struct front *front, CXCursor expression, CXCursor *method)
{
	CXString name;
	bool is;

	while (expression.kind == CXCursor_UnexposedExpr && unexposed_inner(front, expression, &expression))
		;
	*method = clang_getCursorReferenced(expression);
	if (expression.kind != CXCursor_CallExpr || method->kind != CXCursor_CXXMethod)
		return false;
	name = clang_getCursorSpelling(*method);
	is = !strncmp(clang_getCString(name), "await_", 6);
	clang_disposeString(name);
	return is;
}

static struct ir_value call_awaitable(struct builder *b, CXCursor method, struct ir_memory awaitable, CXCursor at)
{
	uint32_t symbol = front_symbol(b->front, method);
	uint32_t type = front_type(b->front, clang_getCursorResultType(method));
	struct ir_value args[2] = {build_address(b, awaitable, front_pointer_to(b->front, awaitable.type), at)};
	uint32_t count = 1;
	bool yields = front_type_at(b->front, type)->kind != IR_T_VOID;
	struct ir_insn *insn;

	if (clang_Cursor_getNumArguments(method) == 1) /* the coroutine's own handle */
		args[count++] = ir_value_unknown(front_cursor_type(b->front, clang_Cursor_getArgument(method, 0)));
	insn = yields ? build_result(b, IR_CALL, type, at) : build_insn(b, IR_CALL, at);
	insn->a = ir_value_function(b->front, symbol);
	build_arguments(b, insn, args, count);
	return yields ? build_temp(insn) : ir_value_none();
}

/* The first child is the operand as written; the second what is awaited, which has it inside. */
bool lower_suspension(struct builder *b, CXCursor expression, const struct kids *kids, struct ir_value *value)
{
	const char *word = front_first_word(b->front, expression);
	struct ir_memory awaitable;
	CXCursor method;

	if (!b->front->cplusplus || kids->count < 3 || (strcmp(word, "co_await") != 0 && strcmp(word, "co_yield") != 0))
		return false;
	awaitable = lower_memory(b, kids->at[1]);
	*value = ir_value_none();
	for (uint32_t i = 2; i < kids->count && build_is_open(b); i++)
		if (awaits(b->front, kids->at[i], &method))
			*value = call_awaitable(b, method, awaitable, expression);
	lower_may_throw(b, expression);
	if (value->kind == IR_V_TEMP && front_type_at(b->front, value->type)->is_reference)
		*value = lower_content(b, ir_memory_deref(b->front, *value, front_type_at(b->front, value->type)->element),
				       expression);
	return true;
}
