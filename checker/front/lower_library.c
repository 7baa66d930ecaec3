/* Calls of C++ libraries: their code isn't lowered, so what they do with the functions they get is said here. */
#include "front/lower_callable.h"
#include "front/lower_thread.h"

#include "model/models.h"

#include <string.h>

const char *call_callee_name(struct builder *b, const struct call *call)
{
	return b->front->unit->symbols.items[call->callee.index].name;
}

bool call_is_library(struct builder *b, const struct call *call)
{
	return b->front->cplusplus && call->callee.kind == IR_V_FUNCTION &&
	       b->front->unit->symbols.items[call->callee.index].in_system_header;
}

bool library_constant(struct builder *b, const struct call *call, struct ir_value *value)
{
	struct front *front = b->front;
	CXCursor named = call->named;
	uint32_t symbol;
	int64_t number;

	if (!front->cplusplus || (named.kind != CXCursor_FunctionDecl && named.kind != CXCursor_CXXMethod) ||
	    !front_is_system(named))
		return false;
	symbol = front_symbol(front, named);
	if (!model_trait(front->unit->symbols.items[symbol].name, TRAIT_CONSTANT) || !cursor_constant(call->cursor, &number))
		return false;
	*value = ir_value_int(front_cursor_type(front, call->cursor), number);
	return true;
}

/* --- arguments -------------------------------------------------------------------------- */

/* An object that can be called is two values for a library: the method, and the object for it. */
static bool add_callable(struct builder *b, struct call *call, CXCursor argument)
{
	CXCursor object = callable_uncopied(b, argument), method;
	CXType type = clang_getCanonicalType(clang_getCursorType(object));
	struct ir_memory memory;

	if (type.kind != CXType_Record)
		return false;
	method = front_call_operator(b->front, clang_getTypeDeclaration(type));
	if (clang_Cursor_isNull(method) || front_is_system(method))
		return false;
	memory = lower_memory(b, object);
	call_add_argument(b, call, ir_value_function(b->front, front_symbol(b->front, method)));
	if (!front_has_no_object(b->front, method))
		call_add_argument(b, call,
				  build_address(b, memory, front_pointer_to(b->front, memory.type), argument));
	return true;
}

#define LAUNCH_DEFERRED 2 /* std::launch::deferred, without std::launch::async */

/* Whether a thread will be made, and where it runs is left to std::launch. */
static bool is_launch_policy(CXCursor argument)
{
	CXType type = clang_getCanonicalType(clang_getCursorType(argument));
	CXString name;
	bool is;

	if (type.kind != CXType_Enum)
		return false;
	name = clang_getCursorSpelling(clang_getTypeDeclaration(type));
	is = !strcmp(clang_getCString(name), "launch");
	clang_disposeString(name);
	return is;
}

bool library_argument(struct builder *b, struct call *call, CXCursor argument, unsigned parameter)
{
	bool copies = thread_copies_arguments(b, call);
	CXCursor function;
	int64_t policy;

	if (front_is_callable(b->front, clang_getCursorType(argument))) {
		call_add_argument(b, call, lower_value(b, argument));
		return true;
	}
	if (add_callable(b, call, argument))
		return true;
	if (!call_takes_reference(b, call, parameter)) {
		if (!copies || parameter || !is_launch_policy(argument))
			return false;
		call->deferred = cursor_constant(argument, &policy) && policy == LAUNCH_DEFERRED;
		return true;
	}
	function = callable_function(b, argument);
	if (!clang_Cursor_isNull(function)) {
		call_add_argument(b, call, ir_value_function(b->front, front_symbol(b->front, function)));
		return true;
	}
	if (copies)
		call_add_argument(b, call, lower_value(b, argument));
	return copies;
}

struct ir_value library_defers(struct builder *b, struct call *call)
{
	struct call run = {.cursor = call->cursor, .named = call->named, .unwritten = true};
	struct ir_value function = call->args.items[0];

	run.callee = function;
	run.return_type = front_type_plain(b->front, IR_T_VOID);
	if (function.kind == IR_V_FUNCTION)
		run.return_type =
			front_type_at(b->front, b->front->unit->symbols.items[function.index].type)->element;
	for (size_t i = 1; i < call->args.len; i++)
		call_add_argument(b, &run, call->args.items[i]);
	call_emit(b, &run);
	return ir_value_unknown(front_cursor_type(b->front, call->cursor));
}

/* --- what the call does ------------------------------------------------------------------------- */

/* What nobody wrote copies member by member; libclang shows it without its body. */
static bool is_memberwise(CXCursor constructor, CXCursor class_)
{
	if (front_is_system(class_) || clang_CXXConstructor_isDefaultConstructor(constructor))
		return false;
	return clang_CXXMethod_isDefaulted(constructor) ||
	       clang_equalLocations(clang_getCursorLocation(constructor), clang_getCursorLocation(class_));
}

bool call_moves(struct builder *b, const struct call *call, struct ir_memory memory)
{
	CXCursor constructor = call->named;
	CXType type = clang_getCanonicalType(clang_getCursorType(call->cursor));
	CXCursor class_ = clang_getTypeDeclaration(type);
	struct ir_memory from;

	if (!cursor_is_closure(class_) && !is_memberwise(constructor, class_) && !thread_is_held(b, type))
		return false;
	if (clang_CXXConstructor_isDefaultConstructor(constructor) && !clang_Cursor_getNumArguments(call->cursor)) {
		build_insn(b, IR_ZERO, call->cursor)->memory = memory;
		return true;
	}
	if (clang_Cursor_getNumArguments(call->cursor) != 1 ||
	    (!clang_CXXConstructor_isMoveConstructor(constructor) &&
	     !clang_CXXConstructor_isCopyConstructor(constructor)))
		return false;
	from = lower_memory(b, clang_Cursor_getArgument(call->cursor, 0));
	if (thread_is_held(b, type))
		thread_keep(b, memory, build_address(b, from, front_pointer_to(b->front, from.type), call->cursor),
				     call->cursor);
	else
		build_store(b, memory, build_load(b, from, call->cursor), call->cursor);
	return true;
}

/* --- algorithms -------------------------------------------------------------------------------- */

/* What an iterator yields, as far as its type says: pointers and what is made of them, or a template of the element. */
static bool iterated(CXType type, CXType *element)
{
	for (int depth = 0; depth < 8; depth++) {
		type = clang_getCanonicalType(type);
		if (type.kind == CXType_LValueReference || type.kind == CXType_RValueReference)
			type = clang_getCanonicalType(clang_getPointeeType(type));
		if (type.kind == CXType_Pointer) {
			*element = clang_getPointeeType(type);
			return true;
		}
		if (type.kind != CXType_Record || clang_Type_getNumTemplateArguments(type) < 1)
			return false;
		type = clang_Type_getTemplateArgumentAsType(type, 0);
		if (type.kind == CXType_Invalid)
			return false;
		if (clang_getCanonicalType(type).kind != CXType_Pointer &&
		    clang_getCanonicalType(type).kind != CXType_Record) {
			*element = type;
			return true;
		}
	}
	return false;
}

static void run_on_elements(struct builder *b, const struct call *call, size_t argument, uint32_t element)
{
	struct ir_value function = call->args.items[argument];
	const struct symbol_info *info = &b->front->symbol_infos.items[function.index];
	CXType type = clang_getCursorType(info->cursor);
	struct call run = {.cursor = call->cursor, .named = info->cursor, .callee = function, .unwritten = true};
	int count = clang_getNumArgTypes(type);

	run.return_type = front_type_at(b->front, b->front->unit->symbols.items[function.index].type)->element;
	if (info->cursor.kind == CXCursor_CXXMethod && !front_has_no_object(b->front, info->cursor)) {
		if (argument + 1 == call->args.len)
			return;
		call_add_argument(b, &run, call->args.items[argument + 1]);
	}
	for (int i = 0; i < count; i++) {
		uint32_t parameter = front_type(b->front, clang_getArgType(type, (unsigned)i));
		struct ir_value value = ir_value_unknown(element);

		if (front_type_at(b->front, parameter)->is_reference)
			value = ir_value_unknown(parameter);
		call_add_argument(b, &run, build_cast(b, value, parameter, true, call->cursor));
	}
	call_emit(b, &run);
}

void library_runs(struct builder *b, const struct call *call)
{
	const char *name = call_callee_name(b, call);
	size_t count = 0;
	const struct model_trait *traits;
	CXType element;

	if (strncmp(name, "std::", 5) || !clang_Cursor_getNumArguments(call->cursor) || !build_is_open(b))
		return;
	traits = model_traits(name, &count);
	for (size_t i = 0; i < count; i++) {
		int64_t a = traits[i].a;
		uint32_t again, end;

		if (traits[i].trait != TRAIT_RUNS_ARG || a < 0 || (size_t)a >= call->args.len ||
		    call->args.items[a].kind != IR_V_FUNCTION ||
		    !iterated(clang_getCursorType(clang_Cursor_getArgument(call->cursor, 0)), &element))
			continue;
		again = build_block(b);
		end = build_block(b);
		build_branch(b, ir_value_unknown(front_type_int(b->front, 4, true)), again, end, call->cursor);
		build_begin(b, again);
		run_on_elements(b, call, (size_t)a, front_type(b->front, element));
		build_begin(b, end);
	}
}
