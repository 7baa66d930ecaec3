/* Calls: of functions, through pointers, of methods, operators and constructors, and of builtins that mean something
 * else. */
#include "front/lower_callable.h"
#include "front/lower_class.h"
#include "front/lower_thread.h"

#include <string.h>

static bool is_method(CXCursor named)
{
	return named.kind == CXCursor_CXXMethod || named.kind == CXCursor_ConversionFunction ||
	       named.kind == CXCursor_Destructor;
}

static bool is_function(CXCursor named)
{
	return named.kind == CXCursor_FunctionDecl || named.kind == CXCursor_Constructor || is_method(named);
}

/* --- builtins ----------------------------------------------------------------------- */

static const char *builtin_name(struct builder *b, CXCursor named)
{
	const char *name;
	uint32_t symbol;

	if (named.kind != CXCursor_FunctionDecl)
		return "";
	symbol = front_symbol(b->front, named);
	name = b->front->unit->symbols.items[symbol].name;
	return strncmp(name, "__builtin_", 10) ? "" : name + 10;
}

bool call_expects(struct builder *b, CXCursor call, CXCursor *expected)
{
	const char *name = builtin_name(b, clang_getCursorReferenced(call));

	if ((strcmp(name, "expect") && strcmp(name, "expect_with_probability")) ||
	    clang_Cursor_getNumArguments(call) < 2)
		return false;
	*expected = clang_Cursor_getArgument(call, 0);
	return true;
}

/* Builtins whose operands aren't evaluated, or that are no calls at all. */
static bool lower_builtin(struct builder *b, const struct call *call, struct ir_value *value)
{
	static const char *const unevaluated[] = {"constant_p", "object_size", "dynamic_object_size", "classify_type"};
	const char *name = builtin_name(b, call->named);
	uint32_t type = front_cursor_type(b->front, call->cursor);
	CXCursor expected;
	int64_t number;

	if (!name[0])
		return false;
	if (!strcmp(name, "assume")) { /* its argument isn't evaluated */
		*value = ir_value_none();
		return true;
	}
	if (!strcmp(name, "unreachable")) {
		build_unreachable(b, call->cursor);
		*value = ir_value_none();
		return true;
	}
	if (call_expects(b, call->cursor, &expected)) {
		*value = lower_value(b, expected);
		return true;
	}
	for (size_t i = 0; i < sizeof unevaluated / sizeof *unevaluated; i++) {
		if (strcmp(name, unevaluated[i]))
			continue;
		if (cursor_constant(call->cursor, &number))
			*value = ir_value_int(type, number);
		else
			*value = i == 0 ? ir_value_int(type, 0) : ir_value_unknown(type);
		return true;
	}
	return false;
}

/* --- the callee ------------------------------------------------------------------------- */

void call_add_argument(struct builder *b, struct call *call, struct ir_value value)
{
	if (value.kind == IR_V_NONE)
		value = ir_value_unknown(front_type_plain(b->front, IR_T_UNKNOWN));
	vec_push(&b->front->scratch, &call->args, value);
}

static void direct_callee(struct builder *b, struct call *call)
{
	uint32_t symbol = front_symbol(b->front, call->named);

	call->callee = ir_value_function(b->front, symbol);
	call->noreturn_ = b->front->symbol_infos.items[symbol].noreturn_;
	call->return_type = front_type_at(b->front, b->front->unit->symbols.items[symbol].type)->element;
}

/* `(object.*method)()` and `(pointer->*method)()`; false for any other callee. */
static bool method_pointer(struct builder *b, struct call *call)
{
	CXCursor callee = cursor_stripped(b->front, call->kids.at[0]);
	enum CXBinaryOperatorKind kind;
	struct kids kids;
	struct ir_memory object;

	if (callee.kind != CXCursor_BinaryOperator)
		return false;
	kind = clang_getCursorBinaryOperatorKind(callee);
	kids = front_kids(b->front, callee);
	if ((kind != CXBinaryOperator_PtrMemD && kind != CXBinaryOperator_PtrMemI) || kids.count != 2)
		return false;
	if (kind == CXBinaryOperator_PtrMemI) {
		call_add_argument(b, call, lower_value(b, kids.at[0]));
	} else {
		object = lower_memory(b, kids.at[0]);
		call_add_argument(b, call,
				  build_address(b, object, front_pointer_to(b->front, object.type), kids.at[0]));
	}
	call->callee = lower_value(b, kids.at[1]);
	if (call->callee.kind == IR_V_NONE)
		call->callee = ir_value_unknown(front_cursor_type(b->front, kids.at[1]));
	return true;
}

static void indirect_callee(struct builder *b, struct call *call)
{
	CXType type = clang_getCanonicalType(clang_getCursorType(call->kids.at[0]));
	const struct ir_type *pointer;

	if (type.kind == CXType_Pointer)
		type = clang_getPointeeType(type);
	call->noreturn_ = front_type_is_noreturn(b->front, type);
	call->callee = lower_value(b, call->kids.at[0]);
	if (call->callee.kind == IR_V_NONE)
		call->callee = ir_value_unknown(front_pointer_to(b->front, front_type(b->front, type)));
	pointer = front_type_at(b->front, call->callee.type);
	if (pointer->kind == IR_T_POINTER && pointer->element != IR_NONE &&
	    front_type_at(b->front, pointer->element)->kind == IR_T_FUNCTION)
		call->return_type = front_type_at(b->front, pointer->element)->element;
}

/* The object of `p->f()`, `o.f()` and, within a method, of `f()`. */
static struct ir_value object_address(struct builder *b, CXCursor callee)
{
	struct kids kids = front_kids(b->front, callee);
	CXCursor base = kids.count ? kids.at[0] : clang_getNullCursor();
	struct ir_memory memory;
	uint32_t type;

	if (callee.kind != CXCursor_MemberRefExpr || !clang_isExpression(base.kind))
		return lower_this_pointer(b, callee);
	type = front_cursor_type(b->front, base);
	if (front_type_at(b->front, type)->kind == IR_T_POINTER)
		return lower_value(b, base);
	memory = lower_memory(b, base);
	return build_address(b, memory, front_pointer_to(b->front, memory.type), base);
}

/* An object that is a variable of its class, not a reference, is exactly of that class. */
static bool is_known_object(struct builder *b, CXCursor callee)
{
	struct kids kids = front_kids(b->front, callee);
	CXCursor variable, object, inner;
	CXType type;

	if (callee.kind != CXCursor_MemberRefExpr || !kids.count)
		return false;
	for (object = kids.at[0]; object.kind == CXCursor_UnexposedExpr; object = inner)
		if (!unexposed_inner(b->front, object, &inner))
			return false;
	if (object.kind != CXCursor_DeclRefExpr)
		return false;
	variable = clang_getCursorReferenced(object);
	type = clang_getCanonicalType(clang_getCursorType(variable));
	return type.kind == CXType_Record;
}

/* --- arguments ----------------------------------------------------------------------------- */

bool call_takes_reference(struct builder *b, const struct call *call, unsigned parameter)
{
	CXType type = clang_getArgType(clang_getCursorType(call->named), parameter);

	type = clang_getCanonicalType(type);
	if (front_is_callable(b->front, type))
		return false;
	return b->front->cplusplus && (type.kind == CXType_LValueReference || type.kind == CXType_RValueReference);
}

static bool takes_over(const struct call *call, unsigned parameter)
{
	CXType type = clang_getArgType(clang_getCursorType(call->named), parameter);

	return clang_getCanonicalType(type).kind == CXType_RValueReference;
}

static struct ir_value argument_value(struct builder *b, const struct call *call, CXCursor argument, unsigned parameter)
{
	struct scope *outer = b->scope;
	struct ir_memory memory;
	struct ir_value value;

	if (!is_function(call->named) || !call_takes_reference(b, call, parameter)) {
		value = lower_value(b, argument);
		lower_hand_over(b, outer);
		return value;
	}
	memory = lower_memory(b, argument);
	if (takes_over(call, parameter))
		lower_hand_over(b, outer);
	return build_address(b, memory, front_pointer_to(b->front, memory.type), argument);
}

/* What the parameter's declaration says, where that is at hand. A library's own default says nothing to us. */
static bool default_argument(struct builder *b, struct call *call, CXCursor argument, unsigned parameter)
{
	CXCursor declared = clang_Cursor_getArgument(call->named, parameter);
	struct kids kids = front_kids(b->front, argument);
	int64_t number;

	if (!is_function(call->named) || kids.count || clang_Cursor_isNull(declared))
		return false;
	if (cursor_constant(argument, &number) && !call_takes_reference(b, call, parameter)) {
		call_add_argument(b, call, ir_value_int(front_cursor_type(b->front, declared), number));
		return true;
	}
	kids = front_kids(b->front, declared);
	if (call_is_library(b, call) || !kids.count || !clang_isExpression(kids_last(&kids).kind)) {
		call_add_argument(b, call, ir_value_unknown(front_cursor_type(b->front, declared)));
		return true;
	}
	call_add_argument(b, call, argument_value(b, call, kids_last(&kids), parameter));
	return true;
}

static void lower_arguments(struct builder *b, struct call *call, unsigned first)
{
	int count = clang_Cursor_getNumArguments(call->cursor);

	for (unsigned i = first; count > 0 && i < (unsigned)count; i++) {
		CXCursor argument = clang_Cursor_getArgument(call->cursor, i);

		if (cursor_is_null_extent(argument) && default_argument(b, call, argument, i - first))
			continue;
		if (call_is_library(b, call) && library_argument(b, call, argument, i - first))
			continue;
		call_add_argument(b, call, argument_value(b, call, argument, i - first));
	}
}

/* `a + b` as a call has the operator between its operands; a method takes the first by its address. */
static bool is_operator_call(const struct call *call)
{
	return call->kids.count > 1 && is_function(call->named) && clang_Cursor_getNumArguments(call->cursor) > 0 &&
	       clang_equalCursors(call->kids.at[0], clang_Cursor_getArgument(call->cursor, 0));
}

/* In a chain over several lines each call stands where its operator does. */
static void place_at_operator(struct builder *b, const struct call *call, struct ir_place *place)
{
	struct ir_place at = front_location_place(b->front, clang_getCursorLocation(call->kids.at[1]));

	if (at.file != place->file || at.line <= place->line || at.macro != IR_NONE)
		return;
	place->line = at.line;
	place->column = at.column;
	place->macro = IR_NONE;
	place->spelling_file = at.spelling_file;
	place->spelling_line = at.spelling_line;
}

struct ir_value call_emit(struct builder *b, struct call *call)
{
	uint32_t type = call->return_type;
	struct ir_value value = ir_value_none();
	struct ir_insn *insn;

	if (call->named.kind == CXCursor_Constructor)
		type = front_type_plain(b->front, IR_T_VOID);
	else if (!call->unwritten && (type == IR_NONE || !front_type_at(b->front, type)->is_reference))
		type = front_cursor_type(b->front, call->cursor);
	if (front_type_at(b->front, type)->kind == IR_T_VOID)
		insn = build_insn(b, IR_CALL, call->cursor);
	else
		insn = build_result(b, IR_CALL, type, call->cursor);
	if (!call->unwritten && is_operator_call(call))
		place_at_operator(b, call, &insn->place);
	insn->a = call->callee;
	insn->is_virtual = call->is_virtual;
	build_arguments(b, insn, call->args.items, (uint32_t)call->args.len);
	if (!call->unwritten)
		insn->extents = front_call_extents(b->front, call->cursor, call->named, insn->arg_count);
	if (insn->dest != IR_NONE)
		value = build_temp(insn);
	lower_may_throw(b, call->cursor);
	if (call->noreturn_)
		build_unreachable(b, call->cursor);
	return value;
}

/* What a library does with functions, objects and threads that it is handed comes with the call. */
static struct ir_value emit_with_effects(struct builder *b, struct call *call)
{
	struct ir_value thread, value;

	if (!call_is_library(b, call))
		return call_emit(b, call);
	thread_make_element(b, call);
	thread = thread_handed(b, call);
	value = call_emit(b, call);
	library_runs(b, call);
	library_ends(b, call);
	thread_take(b, call, thread, value);
	return value;
}

static struct call call_of(struct builder *b, CXCursor cursor)
{
	struct call call = {.cursor = cursor, .named = clang_getCursorReferenced(cursor), .return_type = IR_NONE};

	call.kids = front_kids(b->front, cursor);
	return call;
}

/* The call as such; what it yields may be a reference. */
static struct ir_value lower_plain_call(struct builder *b, struct call *call)
{
	unsigned first = 0;
	struct ir_memory object;

	if (is_method(call->named) && front_has_no_object(b->front, call->named) && is_operator_call(call)) {
		first = 1;
	} else if (is_method(call->named) && !clang_CXXMethod_isStatic(call->named)) {
		if (is_operator_call(call)) {
			object = lower_memory(b, call->kids.at[0]);
			call_add_argument(
				b, call,
				build_address(b, object, front_pointer_to(b->front, object.type), call->kids.at[0]));
			first = 1;
		} else if (call->kids.count) {
			call_add_argument(b, call, object_address(b, call->kids.at[0]));
		}
		call->is_virtual = clang_Cursor_isDynamicCall(call->cursor) && call->kids.count &&
				   !is_known_object(b, call->kids.at[0]);
	}
	if (is_function(call->named))
		direct_callee(b, call);
	else if (call->kids.count && b->front->cplusplus && method_pointer(b, call))
		; /* the object is an argument */
	else if (call->kids.count)
		indirect_callee(b, call);
	else
		return lower_not_understood(b, call->cursor);
	lower_arguments(b, call, first);
	if (call->deferred && call->args.len)
		return library_defers(b, call);
	return emit_with_effects(b, call);
}

bool call_constructs(CXCursor call)
{
	return call.kind == CXCursor_CallExpr && clang_getCursorReferenced(call).kind == CXCursor_Constructor;
}

/* A default constructor that nobody wrote does what its parts need, often nothing. */
static bool constructs_implicitly(struct builder *b, const struct call *call, struct ir_memory memory)
{
	CXCursor class_ = clang_getCursorSemanticParent(call->named);

	if (front_is_system(class_) || !clang_CXXConstructor_isDefaultConstructor(call->named) ||
	    !class_is_implicit(call->named, class_))
		return false;
	class_reach(b->front, call->named);
	lower_default_object(b, memory, clang_getCursorType(call->cursor), call->cursor);
	return true;
}

/* `using base::base;`: the constructor is the base's. */
static bool inherits_constructor(const struct call *call)
{
	CXCursor class_ = class_of_type(clang_getCursorType(call->cursor));
	CXCursor own = clang_getCursorDefinition(clang_getCursorSemanticParent(call->named));

	return !clang_Cursor_isNull(class_) && !clang_Cursor_isNull(own) && !clang_equalCursors(class_, own);
}

void lower_construct(struct builder *b, struct ir_memory memory, CXCursor cursor)
{
	struct call call = call_of(b, cursor);
	uint32_t base;

	if (callable_constructs(b, memory, cursor) || call_moves(b, &call, memory) ||
	    constructs_implicitly(b, &call, memory))
		return;
	if (inherits_constructor(&call)) {
		base = front_cursor_type(b->front, clang_getCursorSemanticParent(call.named));
		lower_default_members(b, memory, clang_getCursorType(cursor), cursor);
		memory = memory_as(b, memory, base, cursor);
	}
	call_add_argument(b, &call, build_address(b, memory, front_pointer_to(b->front, memory.type), cursor));
	direct_callee(b, &call);
	lower_arguments(b, &call, 0);
	emit_with_effects(b, &call);
}

struct ir_value lower_call(struct builder *b, CXCursor cursor)
{
	struct call call = call_of(b, cursor);
	struct ir_memory memory;
	struct ir_value value;

	if (lower_builtin(b, &call, &value) || library_constant(b, &call, &value))
		return value;
	if (call_constructs(cursor)) {
		memory = lower_temporary(b, cursor);
		lower_construct(b, memory, cursor);
		return lower_content(b, memory, cursor);
	}
	if (lambda_as_pointer(b, call.named, &value) || callable_call(b, cursor, &value))
		return value;
	if (callable_memory(b, cursor, &memory))
		return lower_content(b, memory, cursor);
	value = lower_plain_call(b, &call);
	if (value.kind == IR_V_TEMP && front_type_at(b->front, value.type)->is_reference)
		return lower_content(b, ir_memory_deref(b->front, value, front_type_at(b->front, value.type)->element),
				     cursor);
	return value;
}

static void keep_result(struct builder *b, struct ir_memory memory, struct ir_value value, CXCursor call)
{
	build_store(b, memory, value, call);
	thread_keep(b, memory, value, call);
}

bool lower_call_memory(struct builder *b, CXCursor cursor, struct ir_memory *memory)
{
	struct call call = call_of(b, cursor);
	struct ir_value value;

	if (!b->front->cplusplus)
		return false;
	if (call_constructs(cursor)) {
		*memory = lower_temporary(b, cursor);
		lower_construct(b, *memory, cursor);
		return true;
	}
	if (lower_builtin(b, &call, &value))
		return false;
	if (callable_memory(b, cursor, memory))
		return true;
	if (!callable_call(b, cursor, &value))
		value = lower_plain_call(b, &call);
	if (value.kind == IR_V_TEMP && front_type_at(b->front, value.type)->is_reference) {
		*memory = ir_memory_deref(b->front, value, front_type_at(b->front, value.type)->element);
		return true;
	}
	*memory = lower_temporary(b, cursor);
	if (build_is_open(b) && front_type_at(b->front, memory->type)->kind != IR_T_VOID)
		keep_result(b, *memory, value, cursor);
	return true;
}
