/* Lambdas: an object with what is captured, and a body that finds it there. */
#include "front/lower.h"

#include <string.h>

/* --- what is captured ---------------------------------------------------------------- */

/* Variables that the body names, in order; `inside`: those that it declares, or that are listed already. */
struct outer_variables {
	struct front *front;
	struct map inside;
	VEC(struct capture) found;
};

static bool declares_itself(CXCursor reference, CXCursor variable)
{
	return clang_equalLocations(clang_getCursorLocation(reference), clang_getCursorLocation(variable));
}

/* Nobody captures these: their value is known. */
static bool is_constant(CXCursor variable)
{
	int64_t number;

	return variable.kind == CXCursor_VarDecl &&
	       clang_isConstQualifiedType(clang_getCanonicalType(clang_getCursorType(variable))) &&
	       cursor_constant(variable, &number);
}

static void note_outer(struct outer_variables *outer, CXCursor variable, bool initialized)
{
	struct capture capture = {.variable = variable, .field = IR_NONE, .initialized = initialized};
	bool added;

	if ((variable.kind != CXCursor_VarDecl && variable.kind != CXCursor_ParmDecl &&
	     variable.kind != CXCursor_UnexposedDecl) ||
	    front_is_static_object(variable) || (!initialized && is_constant(variable)))
		return;
	map_put(&outer->inside, cursor_key(variable), 0, &added);
	if (added)
		vec_push(&outer->front->scratch, &outer->found, capture);
}

static enum CXChildVisitResult note_named(CXCursor cursor, CXCursor parent, CXClientData data)
{
	struct outer_variables *outer = data;
	CXCursor named;

	(void)parent;
	if (cursor.kind == CXCursor_VarDecl || cursor.kind == CXCursor_ParmDecl) {
		map_put(&outer->inside, cursor_key(cursor), 0, NULL);
	} else if (cursor.kind == CXCursor_VariableRef || cursor.kind == CXCursor_DeclRefExpr) {
		named = clang_getCursorReferenced(cursor);
		if (cursor.kind == CXCursor_VariableRef && declares_itself(cursor, named))
			map_put(&outer->inside, cursor_key(named), 0, NULL);
		else
			note_outer(outer, named, false);
	}
	return CXChildVisit_Recurse;
}

/* Written captures first, then what the body names; initialisers of captures belong to the function around. */
static void find_outer(struct outer_variables *outer, CXCursor expression)
{
	struct kids kids = front_kids(outer->front, expression);

	for (uint32_t i = 0; i < kids.count; i++) {
		CXCursor named = clang_getCursorReferenced(kids.at[i]);

		if (kids.at[i].kind == CXCursor_VariableRef)
			note_outer(outer, named, declares_itself(kids.at[i], named));
		else if (kids.at[i].kind == CXCursor_ParmDecl)
			map_put(&outer->inside, cursor_key(kids.at[i]), 0, NULL);
		else if (kids.at[i].kind == CXCursor_CompoundStmt)
			clang_visitChildren(kids.at[i], note_named, outer);
	}
}

static bool holds(struct front *front, uint32_t field, CXCursor variable)
{
	uint32_t type = front_cursor_type(front, variable);

	if (front_type_at(front, type)->is_reference)
		type = front_type_at(front, type)->element;
	return field == type ||
	       (front_type_at(front, field)->is_reference && front_type_at(front, field)->element == type);
}

static bool may_be_this(struct front *front, uint32_t type)
{
	const struct ir_type *t = front_type_at(front, type);

	if (t->kind == IR_T_POINTER && !t->is_reference && t->element != IR_NONE)
		t = front_type_at(front, t->element);
	return t->kind == IR_T_RECORD;
}

/* Fields stand in the order of what they capture but don't name it. One more than there are variables is `this`. */
static void match_fields(struct front *front, struct lambda *lambda, const struct outer_variables *outer)
{
	const struct ir_record *record = front_record(front, lambda->record);
	uint32_t fields = (uint32_t)record->fields.len, variables = (uint32_t)outer->found.len, v = 0;

	lambda->captures = arena_array(front->arena, struct capture, variables);
	for (uint32_t f = 0; f < fields; f++) {
		uint32_t type = front_record(front, lambda->record)->fields.items[f].type;

		if (lambda->this_field == IR_NONE && fields - f > variables - v && may_be_this(front, type)) {
			lambda->this_field = f;
			continue;
		}
		if (v == variables || !holds(front, type, outer->found.items[v].variable))
			continue;
		lambda->captures[lambda->capture_count] = outer->found.items[v++];
		lambda->captures[lambda->capture_count++].field = f;
	}
}

static const struct lambda *lambda_of(struct front *front, CXCursor expression, uint32_t record)
{
	CXCursor class_ = clang_getTypeDeclaration(clang_getCursorType(expression));
	struct outer_variables outer = {.front = front};
	struct lambda lambda = {.record = record, .this_field = IR_NONE};
	struct arena_mark mark = arena_mark(&front->scratch);
	bool added;
	uint64_t index = *map_put(&front->lambdas_seen, cursor_key(class_), front->lambdas.len, &added);

	if (!added)
		return &front->lambdas.items[index];
	find_outer(&outer, expression);
	match_fields(front, &lambda, &outer);
	map_release(&outer.inside);
	arena_rewind(&front->scratch, mark);
	hvec_push(&front->lambdas, lambda);
	return &front->lambdas.items[index];
}

/* --- the object ---------------------------------------------------------------------------- */

static void capture_variable(struct builder *b, struct ir_memory field, const struct capture *capture, CXCursor at)
{
	CXCursor initializer = capture->initialized ? clang_Cursor_getVarDeclInitializer(capture->variable)
						    : clang_getNullCursor();
	struct ir_memory memory;

	if (!clang_Cursor_isNull(initializer)) {
		lower_into(b, field, initializer);
		return;
	}
	if (!memory_of_variable(b, capture->variable, &memory))
		build_store(b, field, ir_value_unknown(field.type), at);
	else if (front_type_at(b->front, field.type)->is_reference)
		build_store(b, field, build_address(b, memory, field.type, at), at);
	else
		build_store(b, field, build_load(b, memory, at), at);
}

static void capture_this(struct builder *b, struct ir_memory field, CXCursor at)
{
	struct ir_value pointer = lower_this_pointer(b, at);

	if (front_type_at(b->front, field.type)->kind == IR_T_RECORD) /* [*this] */
		pointer = build_load(b, ir_memory_deref(b->front, pointer, field.type), at);
	build_store(b, field, pointer, at);
}

void lower_lambda_into(struct builder *b, struct ir_memory memory, CXCursor expression)
{
	struct lambda lambda = *lambda_of(b->front, expression, front_type_at(b->front, memory.type)->record);

	for (uint32_t i = 0; i < lambda.capture_count; i++)
		capture_variable(b, ir_memory_field(b->front, memory, lambda.record, lambda.captures[i].field),
				 &lambda.captures[i], expression);
	if (lambda.this_field != IR_NONE)
		capture_this(b, ir_memory_field(b->front, memory, lambda.record, lambda.this_field), expression);
}

/* --- the body ---------------------------------------------------------------------------------- */

const struct lambda *lambda_of_operator(struct front *front, CXCursor method)
{
	uint64_t *known = map_get(&front->lambdas_seen, cursor_key(clang_getCursorSemanticParent(method)));
	struct lambda *lambda;

	if (!known || !front->cplusplus)
		return NULL;
	lambda = arena_array(&front->scratch, struct lambda, 1); /* the list moves when the body makes one itself */
	*lambda = front->lambdas.items[*known];
	return lambda;
}

static struct ir_memory own_field(struct builder *b, uint32_t field, CXCursor at)
{
	struct ir_memory object = ir_memory_local(b, 0);
	uint32_t type = front_type_at(b->front, object.type)->element;

	object = ir_memory_deref(b->front, build_load(b, object, at), type);
	return ir_memory_field(b->front, object, b->lambda->record, field);
}

/* In the body of a generic lambda, `[x = f()]` is another declaration for each instance. */
static bool same_variable(CXCursor captured, CXCursor variable)
{
	return clang_equalCursors(captured, variable) ||
	       clang_equalLocations(clang_getCursorLocation(captured), clang_getCursorLocation(variable));
}

bool lambda_captured(struct builder *b, CXCursor variable, struct ir_memory *memory)
{
	CXCursor none = clang_getNullCursor();

	for (uint32_t i = 0; b->lambda && b->has_this && i < b->lambda->capture_count; i++) {
		if (!same_variable(b->lambda->captures[i].variable, variable))
			continue;
		*memory = own_field(b, b->lambda->captures[i].field, none);
		if (front_type_at(b->front, memory->type)->is_reference)
			*memory = ir_memory_deref(b->front, build_load(b, *memory, none),
						  front_type_at(b->front, memory->type)->element);
		return true;
	}
	return false;
}

struct ir_value lower_this_pointer(struct builder *b, CXCursor at)
{
	struct ir_memory field;

	if (!b->has_this || (b->lambda && b->lambda->this_field == IR_NONE))
		return ir_value_unknown(front_pointer_to(b->front, front_type_plain(b->front, IR_T_VOID)));
	if (!b->lambda)
		return build_load(b, ir_memory_local(b, 0), at);
	field = own_field(b, b->lambda->this_field, at);
	if (front_type_at(b->front, field.type)->kind == IR_T_RECORD)
		return build_address(b, field, front_pointer_to(b->front, field.type), at);
	return build_load(b, field, at);
}

bool lambda_as_pointer(struct builder *b, CXCursor conversion, struct ir_value *value)
{
	CXCursor class_ = clang_getCursorSemanticParent(conversion), method;

	if (conversion.kind != CXCursor_ConversionFunction || !cursor_is_closure(class_))
		return false;
	method = front_call_operator(b->front, class_);
	if (clang_Cursor_isNull(method))
		return false;
	*value = ir_value_function(b->front, front_symbol(b->front, method));
	return true;
}
