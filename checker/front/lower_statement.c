/* Statements other than loops and switches, and the declarations among them. */
#include "front/lower_class.h"

#include "front/openmp.h"
#include "front/text.h"

/* --- declarations ----------------------------------------------------------------- */

static bool is_variable_array(CXType type)
{
	type = clang_getCanonicalType(type);
	while (type.kind == CXType_Pointer)
		type = clang_getCanonicalType(clang_getPointeeType(type));
	return type.kind == CXType_VariableArray;
}

void lower_sizes(struct builder *b, CXCursor declaration, CXCursor initializer)
{
	struct kids kids;

	if (!is_variable_array(clang_getCursorType(declaration)))
		return;
	kids = front_kids(b->front, declaration);
	for (uint32_t i = 0; i < kids.count; i++)
		if (clang_isExpression(kids.at[i].kind) && !clang_equalCursors(kids.at[i], initializer))
			lower_effects(b, kids.at[i]);
}

static uint32_t cleanup_of(struct builder *b, CXCursor declaration)
{
	uint32_t symbol;
	const char *name;
	CXCursor function;

	symbol = class_destructor(b->front, clang_getCursorType(declaration));
	if (symbol != IR_NONE)
		return symbol;
	if (!front_has_attribute(b->front, declaration, "cleanup"))
		return IR_NONE;
	name = front_attribute_argument(b->front, declaration, "cleanup");
	function = name ? front_top_level(b->front, name) : clang_getNullCursor();
	return clang_Cursor_isNull(function) ? IR_NONE : front_symbol(b->front, function);
}

uint32_t lower_local(struct builder *b, CXCursor declaration)
{
	const char *name = front_string(b->front, clang_getCursorSpelling(declaration));
	CXType type = clang_getCursorType(declaration);
	uint32_t local = build_local(b, name, front_type(b->front, type), front_name_place(b->front, declaration));

	b->function->locals.items[local].bound = front_bound_extent(b->front, declaration);
	b->function->locals.items[local].is_volatile = clang_isVolatileQualifiedType(clang_getCanonicalType(type));
	b->function->locals.items[local].variable_length = clang_getCanonicalType(type).kind == CXType_VariableArray;
	*map_put(&b->locals, cursor_key(declaration), local, NULL) = local;
	return local;
}

/* Once it is made, it is ended when the program is left. */
static void end_at_exit(struct builder *b, CXCursor declaration, uint32_t object)
{
	struct ir_value function;
	struct ir_insn *insn;

	if (class_destructor(b->front, clang_getCursorType(declaration)) == IR_NONE || !build_is_open(b) ||
	    b->front->unit->symbols.items[object].thread_local_)
		return;
	function = ir_value_function(b->front, front_code_symbol(b->front, object, "finalizer"));
	insn = build_insn(b, IR_CALL, declaration);
	insn->a = ir_value_function(b->front, front_library_symbol(b->front, "atexit"));
	build_arguments(b, insn, &function, 1);
}

/* What is static and needs code is made when control first comes here. */
static void lower_static_local(struct builder *b, CXCursor declaration, CXCursor initializer)
{
	uint32_t symbol = front_symbol(b->front, declaration), first, next;
	struct full_expression was;
	struct scope *outer = b->scope;

	if (clang_Cursor_isNull(initializer) || !static_needs_code(b->front, initializer) ||
	    clang_Cursor_getStorageClass(declaration) == CX_SC_Extern)
		return;
	first = build_block(b);
	next = build_block(b);
	was = build_set_full(b, declaration);
	build_branch(b, ir_value_unknown(front_type_int(b->front, 4, true)), first, next, declaration);
	build_begin(b, first);
	lower_into(b, ir_memory_global(b->front, symbol), initializer);
	lower_end_temporaries(b, outer);
	end_at_exit(b, declaration, symbol);
	build_begin(b, next);
	build_restore_full(b, was);
}

void lower_declaration(struct builder *b, CXCursor declaration)
{
	CXCursor initializer;
	struct full_expression was;
	struct scope *outer = b->scope;
	uint32_t local;

	if (declaration.kind == CXCursor_UnexposedDecl && b->front->cplusplus) /* in C, a label */
		lower_bindings(b, declaration);
	if (declaration.kind != CXCursor_VarDecl)
		return;
	initializer = clang_Cursor_getVarDeclInitializer(declaration);
	if (front_is_static_object(declaration)) {
		lower_static_local(b, declaration, initializer);
		return;
	}
	was = build_set_full(b, declaration);
	lower_sizes(b, declaration, initializer);
	local = lower_local(b, declaration);
	if (!clang_Cursor_isNull(initializer))
		lower_into(b, ir_memory_local(b, local), initializer);
	if (!front_type_at(b->front, b->function->locals.items[local].type)->is_reference)
		lower_end_temporaries(b, outer); /* those that a reference is bound to live on */
	build_enter(b, local, cleanup_of(b, declaration));
	build_restore_full(b, was);
}

static void lower_declarations(struct builder *b, CXCursor statement)
{
	struct kids kids = front_kids(b->front, statement);

	for (uint32_t i = 0; i < kids.count; i++)
		lower_declaration(b, kids.at[i]);
}

/* --- blocks ------------------------------------------------------------------------- */

static struct ir_place end_place(struct builder *b, CXCursor statement)
{
	CXSourceRange extent = clang_getCursorExtent(statement);
	struct ir_place place = front_location_place(b->front, clang_getRangeEnd(extent));

	return place.file == IR_NONE ? b->here : place;
}

void lower_compound(struct builder *b, CXCursor compound)
{
	struct scope *outer = b->scope;
	struct kids kids = front_kids(b->front, compound);

	for (uint32_t i = 0; i < kids.count; i++)
		lower_statement(b, kids.at[i]);
	if (b->scope != outer)
		build_end_scope(b, outer, end_place(b, compound));
}

static void place_label(struct builder *b, CXCursor statement)
{
	uint32_t index = build_label(b, statement);
	struct label *label = &b->labels.items[index];

	build_begin(b, label->block);
	label->scope = b->scope;
	label->placed = true;
}

/* Through labels and attributes to the statement they stand before; the null cursor where none does. */
static CXCursor behind_labels(struct builder *b, CXCursor statement)
{
	struct kids kids;

	for (;;) {
		if (statement.kind == CXCursor_CaseStmt || statement.kind == CXCursor_DefaultStmt) {
			statement = lower_case_labels(b, statement);
			continue;
		}
		if ((statement.kind != CXCursor_LabelStmt && statement.kind != CXCursor_UnexposedStmt) ||
		    coroutine_returns(b->front, statement))
			return statement;
		if (statement.kind == CXCursor_LabelStmt)
			place_label(b, statement);
		kids = front_kids(b->front, statement);
		if (!kids.count)
			return clang_getNullCursor();
		statement = kids_last(&kids);
	}
}

struct ir_value lower_statement_expression(struct builder *b, CXCursor expression, bool wanted)
{
	struct kids kids = front_kids(b->front, expression);
	struct full_expression was = {b->full, b->full_statement, b->full_known};
	uint32_t type = front_cursor_type(b->front, expression);
	struct ir_value value = ir_value_none();
	struct scope *outer = b->scope;
	struct ir_memory result = {0};
	CXCursor last;

	if (!kids.count)
		return ir_value_none();
	kids = front_kids(b->front, kids.at[0]);
	wanted &= front_type_at(b->front, type)->kind != IR_T_VOID;
	for (uint32_t i = 0; i + 1 < kids.count; i++)
		lower_statement(b, kids.at[i]);
	last = kids.count ? behind_labels(b, kids_last(&kids)) : clang_getNullCursor();
	if (wanted && clang_isExpression(last.kind)) {
		value = lower_full_value(b, last);
		build_set_full(b, last);
		result = ir_memory_local(b, build_made_local(b, type));
		if (build_is_open(b))
			build_store(b, result, value, last);
	} else if (!clang_Cursor_isNull(last)) {
		lower_statement(b, last);
	}
	build_end_scope(b, outer, end_place(b, expression));
	build_restore_full(b, was);
	if (!wanted)
		return ir_value_none();
	return value.kind == IR_V_NONE ? ir_value_unknown(type) : build_load(b, result, expression);
}

/* --- if -------------------------------------------------------------------------------- */

struct if_parts {
	CXCursor condition, then, otherwise;
};

/* What stands before the condition (C++) is lowered on the way. */
static bool if_parts(struct builder *b, CXCursor statement, struct if_parts *parts)
{
	struct kids kids = front_kids(b->front, statement);
	const char *at, *end;
	uint32_t i = 0;

	while (i < kids.count && (kids.at[i].kind == CXCursor_DeclStmt || kids.at[i].kind == CXCursor_VarDecl)) {
		if (kids.at[i].kind == CXCursor_DeclStmt)
			lower_declarations(b, kids.at[i]);
		else
			lower_declaration(b, kids.at[i]);
		i++;
	}
	if (b->front->cplusplus && i == 0 && kids.count >= 3 && front_spelled(b->front, statement, &at, &end) &&
	    text_has_init(at, end))
		lower_full_effects(b, kids.at[i++]);
	if (kids.count < i + 2)
		return false;
	parts->condition = kids.at[i];
	parts->then = kids.at[i + 1];
	parts->otherwise = i + 2 < kids.count ? kids.at[i + 2] : clang_getNullCursor();
	return true;
}

/* A chain of else-ifs is one loop: generated ones have thousands of links. */
static void lower_if(struct builder *b, CXCursor statement)
{
	struct scope *outer = b->scope;
	uint32_t end = build_block(b);

	while (statement.kind == CXCursor_IfStmt) {
		uint32_t on_true = build_block(b), on_false = build_block(b);
		struct if_parts parts;

		if (!if_parts(b, statement, &parts)) {
			lower_not_understood(b, statement);
			build_begin(b, on_false);
			statement = clang_getNullCursor();
			break;
		}
		lower_full_condition(b, parts.condition, on_true, on_false);
		build_begin(b, on_true);
		lower_statement(b, parts.then);
		if (build_is_open(b))
			build_jump(b, end);
		build_begin(b, on_false);
		statement = parts.otherwise;
	}
	if (!clang_Cursor_isNull(statement))
		lower_statement(b, statement);
	build_begin(b, end);
	build_end_scope(b, outer, b->here);
}

/* --- jumps -------------------------------------------------------------------------------- */

/* What is returned is made where the caller wants it. */
static struct ir_value returned_value(struct builder *b, CXCursor expression)
{
	struct ir_memory memory;

	if (class_destructor(b->front, clang_getCursorType(expression)) == IR_NONE)
		return lower_value(b, expression);
	memory = ir_memory_local(b, build_made_local(b, front_cursor_type(b->front, expression)));
	lower_into(b, memory, expression);
	return build_load(b, memory, expression);
}

static void lower_return(struct builder *b, CXCursor statement)
{
	struct kids kids = front_kids(b->front, statement);
	CXCursor expression = kids_last(&kids);
	bool has_value = kids.count && clang_isExpression(expression.kind);
	struct full_expression was = build_set_full(b, has_value ? expression : statement);
	struct ir_value value = ir_value_none();
	struct ir_memory memory;
	uint32_t moved = IR_NONE;

	if (has_value && front_type_at(b->front, b->function->return_type)->is_reference) {
		memory = lower_memory(b, expression);
		value = build_address(b, memory, b->function->return_type, expression);
	} else if (has_value) {
		value = returned_value(b, expression);
		if (class_destructor(b->front, clang_getCursorType(expression)) != IR_NONE)
			moved = lower_moved_local(b, expression);
	}
	if (build_is_open(b)) {
		*map_put(&b->gone, moved, 0, NULL) += 1;
		build_leave_function(b, front_place(b->front, statement));
		*map_put(&b->gone, moved, 0, NULL) -= 1;
		build_insn(b, IR_RETURN, statement)->a = value;
	}
	build_restore_full(b, was);
}

static void lower_jump(struct builder *b, CXCursor statement, struct jump_goal goal)
{
	if (!build_is_open(b))
		return;
	b->here = front_place(b->front, statement);
	if (goal.block == IR_NONE) {
		lower_not_understood(b, statement);
		return;
	}
	build_leave(b, goal.scope, b->here);
	build_jump(b, goal.block);
}

static void lower_goto(struct builder *b, CXCursor statement)
{
	struct pending_goto pending = {.block = b->block, .scope = b->scope, .place = front_place(b->front, statement)};
	CXCursor label = clang_getCursorReferenced(statement);

	if (!build_is_open(b))
		return;
	if (label.kind != CXCursor_LabelStmt) {
		lower_not_understood(b, statement);
		return;
	}
	pending.label = build_label(b, label);
	hvec_push(&b->gotos, pending);
	b->block = IR_NONE;
}

static void lower_computed_goto(struct builder *b, CXCursor statement)
{
	struct kids kids = front_kids(b->front, statement);
	struct pending_indirect pending = {.next = IR_NONE};

	if (!kids.count) {
		lower_not_understood(b, statement);
		return;
	}
	pending.value = lower_full_value(b, kids_last(&kids));
	if (!build_is_open(b))
		return;
	pending.block = b->block;
	pending.place = front_place(b->front, statement);
	hvec_push(&b->indirects, pending);
	b->block = IR_NONE;
}

/* --- asm ------------------------------------------------------------------------------------ */

/* Operands that are read show a conversion; one that still names memory is written (or might be). */
void lower_asm(struct builder *b, CXCursor statement)
{
	struct kids kids = front_kids(b->front, statement);
	VEC(struct ir_memory) outputs = {0};
	struct pending_indirect pending;
	const char *at, *end;

	for (uint32_t i = 0; i < kids.count; i++) {
		CXCursor operand = kids.at[i];

		if (operand.kind == CXCursor_DeclRefExpr || operand.kind == CXCursor_MemberRefExpr ||
		    operand.kind == CXCursor_ArraySubscriptExpr || operand.kind == CXCursor_ParenExpr ||
		    (operand.kind == CXCursor_UnaryOperator &&
		     clang_getCursorUnaryOperatorKind(operand) == CXUnaryOperator_Deref))
			vec_push(&b->front->scratch, &outputs, lower_memory(b, operand));
		else if (clang_isExpression(operand.kind))
			lower_value(b, operand);
	}
	build_opaque(b, front_type_plain(b->front, IR_T_VOID), "asm", statement);
	for (size_t i = 0; i < outputs.len; i++)
		build_store(b, outputs.items[i], ir_value_unknown(outputs.items[i].type), statement);
	if (!front_spelled(b->front, statement, &at, &end) || !text_asm_jumps(at, end))
		return;
	pending = (struct pending_indirect){
		b->block, build_block(b),
		ir_value_unknown(front_pointer_to(b->front, front_type_plain(b->front, IR_T_VOID))), b->here};
	hvec_push(&b->indirects, pending);
	b->block = IR_NONE;
	build_begin(b, pending.next);
}

/* --- all of them -------------------------------------------------------------------------------- */

static void lower_kind(struct builder *b, CXCursor statement)
{
	switch (statement.kind) {
	case CXCursor_CompoundStmt:
		lower_compound(b, statement);
		return;
	case CXCursor_DeclStmt:
		lower_declarations(b, statement);
		return;
	case CXCursor_IfStmt:
		lower_if(b, statement);
		return;
	case CXCursor_ForStmt:
		lower_for(b, statement);
		return;
	case CXCursor_CXXForRangeStmt:
		lower_range_for(b, statement);
		return;
	case CXCursor_WhileStmt:
		lower_while(b, statement);
		return;
	case CXCursor_DoStmt:
		lower_do(b, statement);
		return;
	case CXCursor_SwitchStmt:
		lower_switch(b, statement);
		return;
	case CXCursor_UnexposedStmt: /* any other one is behind_labels' */
		lower_co_return(b, statement);
		return;
	case CXCursor_ReturnStmt:
		lower_return(b, statement);
		return;
	case CXCursor_BreakStmt:
		lower_jump(b, statement, b->on_break);
		return;
	case CXCursor_ContinueStmt:
		lower_jump(b, statement, b->on_continue);
		return;
	case CXCursor_GotoStmt:
		lower_goto(b, statement);
		return;
	case CXCursor_IndirectGotoStmt:
		lower_computed_goto(b, statement);
		return;
	case CXCursor_AsmStmt:
	case CXCursor_MSAsmStmt:
		lower_asm(b, statement);
		return;
	case CXCursor_CXXTryStmt:
		lower_try(b, statement);
		return;
	case CXCursor_NullStmt:
		return;
	default:
		if (clang_isExpression(statement.kind))
			lower_full_effects(b, statement);
		else if (clang_isDeclaration(statement.kind))
			lower_declaration(b, statement);
		else
			build_opaque(b, front_type_plain(b->front, IR_T_VOID),
				     front_string(b->front, clang_getCursorKindSpelling(statement.kind)), statement);
	}
}

void lower_statement(struct builder *b, CXCursor statement)
{
	struct arena_mark mark = arena_mark(&b->front->scratch);

	statement = behind_labels(b, statement);
	if (clang_Cursor_isNull(statement)) {
		arena_rewind(&b->front->scratch, mark);
		return;
	}
	if (b->depth >= LOWERING_DEPTH_LIMIT) {
		build_opaque(b, front_type_plain(b->front, IR_T_VOID), "nesting too deep", statement);
	} else {
		b->depth++;
		if (!openmp_lower_region(b, statement))
			lower_kind(b, statement);
		b->depth--;
	}
	arena_rewind(&b->front->scratch, mark);
}
