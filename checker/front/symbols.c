/* Functions and objects with static storage: names, linkage, and whether their definition is to be lowered. */
#include "front/classes.h"

#include <string.h>

bool front_is_system(CXCursor cursor)
{
	return clang_Location_isInSystemHeader(clang_getCursorLocation(cursor));
}

static bool is_function(CXCursor declaration)
{
	switch (declaration.kind) {
	case CXCursor_FunctionDecl:
	case CXCursor_CXXMethod:
	case CXCursor_Constructor:
	case CXCursor_Destructor:
	case CXCursor_ConversionFunction:
		return true;
	default:
		return false;
	}
}

/* `[x = f()]` is a variable of the pattern of a lambda's operator, or of its class. */
static bool in_function(CXCursor variable)
{
	CXCursor parent = clang_getCursorSemanticParent(variable);

	return is_function(parent) || parent.kind == CXCursor_FunctionTemplate || cursor_is_closure(parent);
}

bool front_is_static_object(CXCursor variable)
{
	enum CX_StorageClass storage;

	if (variable.kind != CXCursor_VarDecl)
		return false;
	storage = clang_Cursor_getStorageClass(variable);
	if (storage == CX_SC_Static || storage == CX_SC_Extern)
		return true;
	return !in_function(variable) || clang_getCursorTLSKind(variable) != CXTLS_None;
}

static bool ends_in(const char *text, const char *end)
{
	size_t length = strlen(text), tail = strlen(end);

	return length >= tail && !strcmp(text + length - tail, end);
}

bool front_type_is_noreturn(struct front *front, CXType function)
{
	bool added;
	uint64_t *known;
	CXString spelling;

	function = clang_getCanonicalType(function);
	known = map_put(&front->noreturn_types, (uint64_t)(uintptr_t)function.data[0], 0, &added);
	if (added && (function.kind == CXType_FunctionProto || function.kind == CXType_FunctionNoProto)) {
		spelling = clang_getTypeSpelling(function);
		/* Only at the end: parameters that are pointers to such functions say it too. */
		*known = ends_in(clang_getCString(spelling), "__attribute__((noreturn))");
		clang_disposeString(spelling);
	}
	return *known;
}

static bool is_noreturn(struct front *front, CXCursor declaration, CXCursor definition, const char *name)
{
	static const char *const builtins[] = {"__builtin_unreachable", "__builtin_trap",    "__builtin_abort",
					       "__builtin_exit",	"__builtin_longjmp", "__builtin_verbose_trap"};

	for (size_t i = 0; i < sizeof builtins / sizeof *builtins; i++)
		if (!strcmp(name, builtins[i]))
			return true;
	if (front_type_is_noreturn(front, clang_getCursorType(declaration)) ||
	    front_has_attribute(front, declaration, "noreturn"))
		return true;
	return !clang_Cursor_isNull(definition) && front_has_attribute(front, definition, "noreturn");
}

/* Two of one name in a function stay apart: `function.name`, then `function.name.1`. */
static const char *local_name(struct front *front, const char *function, const char *name)
{
	const char *link_name = arena_printf(front->arena, "%s.%s", function, name);
	size_t known = front->local_statics.len;

	for (unsigned n = 1; names_add(&front->local_statics, link_name) < known; n++)
		link_name = arena_printf(front->arena, "%s.%s.%u", function, name, n);
	return link_name;
}

static const char *qualified_name(struct front *front, CXCursor declaration)
{
	const char *name = front_string(front, clang_getCursorSpelling(declaration));
	CXCursor parent;

	if (!front->cplusplus)
		return name;
	parent = clang_getCursorSemanticParent(declaration);
	for (; clang_isDeclaration(parent.kind) && !is_function(parent);
	     parent = clang_getCursorSemanticParent(parent)) {
		const char *outer = front_string(front, clang_getCursorSpelling(parent));

		if (outer[0] && !strchr(outer, '(') && !clang_Cursor_isInlineNamespace(parent))
			name = arena_printf(front->arena, "%s::%s", outer, name);
	}
	return name;
}

/* The body of a lambda is known by the function around: libclang names all in one function alike. */
static void name_lambda(struct front *front, CXCursor class_, struct ir_symbol *symbol)
{
	CXCursor around = clang_getCursorSemanticParent(class_);
	struct ir_symbol outer = {.name = "", .link_name = "", .linkage = IR_L_INTERNAL};
	uint32_t index;

	if (is_function(around)) {
		index = front_symbol(front, around);
		outer = front->unit->symbols.items[index];
	}
	symbol->name = outer.name[0] ? arena_printf(front->arena, "%s::lambda", outer.name) : "lambda";
	symbol->link_name = local_name(front, outer.link_name, "lambda");
	symbol->linkage = outer.linkage;
}

static void name_symbol(struct front *front, CXCursor declaration, struct ir_symbol *symbol)
{
	CXCursor parent = clang_getCursorSemanticParent(declaration);
	enum CXLinkageKind linkage;

	if (declaration.kind == CXCursor_CXXMethod && cursor_is_closure(parent)) {
		name_lambda(front, parent, symbol);
		return;
	}
	symbol->name = qualified_name(front, declaration);
	if (!symbol->is_function && in_function(declaration) &&
	    clang_Cursor_getStorageClass(declaration) != CX_SC_Extern) {
		symbol->linkage = IR_L_NONE;
		symbol->link_name = local_name(front, front->function_name, symbol->name);
		return;
	}
	linkage = clang_getCursorLinkage(declaration);
	symbol->linkage =
		linkage == CXLinkage_Internal || linkage == CXLinkage_NoLinkage ? IR_L_INTERNAL : IR_L_EXTERNAL;
	if (symbol->is_function || linkage != CXLinkage_NoLinkage)
		symbol->link_name = front_string(front, clang_Cursor_getMangling(declaration));
	if (!symbol->link_name || !symbol->link_name[0])
		symbol->link_name = symbol->name;
}

static bool is_compiler_name(const char *name)
{
	return !strncmp(name, "__builtin_", 10) || !strncmp(name, "__sync_", 7) || !strncmp(name, "__atomic_", 9);
}

/* A tentative definition (`int g;`) counts. */
static bool is_defined(CXCursor declaration, CXCursor definition)
{
	if (!clang_Cursor_isNull(definition))
		return true;
	return declaration.kind == CXCursor_VarDecl && clang_Cursor_getStorageClass(declaration) != CX_SC_Extern &&
	       !clang_isDeclaration(clang_getCursorSemanticParent(declaration).kind);
}

/* `static int f(int) __attribute__((weakref("g")))`: another name for an external function, which may not be there. */
static void name_weakref(struct front *front, CXCursor declaration, struct ir_symbol *symbol)
{
	const char *target = front_attribute_text(front, declaration, "weakref");

	if (!target)
		return;
	symbol->name = symbol->link_name = target;
	symbol->linkage = IR_L_EXTERNAL;
	symbol->weak = true;
}

static void describe(struct front *front, CXCursor declaration, CXCursor definition, struct ir_symbol *symbol)
{
	CXCursor best = clang_Cursor_isNull(definition) ? declaration : definition;
	CXCursor first = clang_getCanonicalCursor(declaration);

	symbol->is_function = is_function(declaration);
	name_symbol(front, declaration, symbol);
	symbol->type = front_cursor_type(front, best);
	symbol->defined = is_defined(declaration, definition) && !(symbol->is_function && front_is_system(best));
	symbol->in_system_header =
		front_is_system(declaration) || front_is_system(first) || is_compiler_name(symbol->name);
	/* An instance for a lambda is internal to the unit, but still the library's. */
	if (symbol->is_function && symbol->in_system_header && !symbol->defined)
		symbol->linkage = IR_L_EXTERNAL;
	symbol->weak = front_has_attribute(front, best, "weak");
	if (front_has_attribute(front, declaration, "weakref"))
		name_weakref(front, declaration, symbol);
	symbol->place = front_name_place(front, best);
	if (front_has_attribute(front, best, "alias"))
		symbol->alias = front_attribute_argument(front, best, "alias");
	else if (symbol->is_function && front_has_attribute(front, best, "ifunc"))
		symbol->defined = true;
	else if (front_has_attribute(front, best, "ifunc"))
		symbol->alias = front_attribute_argument(front, best, "ifunc");
	/* One that others declare, too, would have to be changed in two places. */
	if (!symbol->is_function && symbol->linkage != IR_L_EXTERNAL)
		symbol->bound = front_bound_extent(front, best);
	if (symbol->is_function)
		symbol->is_inline = clang_Cursor_isFunctionInlined(best);
	else
		symbol->thread_local_ = clang_getCursorTLSKind(best) != CXTLS_None;
}

void front_add_work(struct front *front, CXCursor definition)
{
	bool added;

	map_put(&front->work_seen, cursor_key(definition), 0, &added);
	if (added)
		hvec_push(&front->work, definition);
}

bool front_has_no_object(struct front *front, CXCursor method)
{
	CXCursor class_ = clang_getCursorSemanticParent(method);
	const struct ir_type *type;

	if (clang_CXXMethod_isStatic(method))
		return true;
	if (!cursor_is_closure(class_))
		return false;
	type = front_type_at(front, front_cursor_type(front, class_));
	return type->kind == IR_T_RECORD && !front_record(front, type->record)->fields.len;
}

uint32_t front_symbol(struct front *front, CXCursor declaration)
{
	uint64_t key = cursor_key(clang_getCanonicalCursor(declaration));
	uint64_t *known = map_get(&front->symbols_seen, key);
	uint32_t index;
	struct ir_symbol symbol = {0};
	struct symbol_info info = {.cursor = declaration};
	CXCursor definition;

	if (known)
		return (uint32_t)*known;
	definition = clang_getCursorDefinition(declaration);
	describe(front, declaration, definition, &symbol);
	info.noreturn_ = symbol.is_function && is_noreturn(front, declaration, definition, symbol.name);
	index = (uint32_t)front->unit->symbols.len;
	map_put(&front->symbols_seen, key, index, NULL);
	vec_push(front->arena, &front->unit->symbols, symbol);
	hvec_push(&front->symbol_infos, info);
	if (!clang_Cursor_isNull(definition) && !front_is_system(definition))
		front_add_work(front, definition);
	if (declaration.kind == CXCursor_Constructor)
		class_reach(front, declaration);
	return index;
}

uint32_t front_library_symbol(struct front *front, const char *name)
{
	struct ir_symbol symbol = {.name = name, .link_name = name, .is_function = true, .in_system_header = true};
	uint32_t index;

	for (index = 0; index < front->unit->symbols.len; index++)
		if (clang_Cursor_isNull(front->symbol_infos.items[index].cursor) &&
		    !strcmp(front->unit->symbols.items[index].name, name))
			return index;
	symbol.type = front_type_plain(front, IR_T_UNKNOWN);
	symbol.place = front_no_place();
	vec_push(front->arena, &front->unit->symbols, symbol);
	hvec_push(&front->symbol_infos, (struct symbol_info){.cursor = clang_getNullCursor()});
	return index;
}

uint32_t front_literal_symbol(struct front *front, CXCursor literal)
{
	struct ir_symbol symbol = {.name = "compound literal", .linkage = IR_L_INTERNAL, .defined = true};

	symbol.link_name = local_name(front, "literal", "object");
	symbol.type = front_cursor_type(front, literal);
	symbol.place = front_place(front, literal);
	vec_push(front->arena, &front->unit->symbols, symbol);
	hvec_push(&front->symbol_infos, (struct symbol_info){.cursor = clang_getNullCursor()});
	return (uint32_t)front->unit->symbols.len - 1;
}

uint32_t front_code_symbol(struct front *front, uint32_t object, const char *what)
{
	struct ir_symbol of = front->unit->symbols.items[object];
	struct ir_symbol symbol = {.is_function = true, .linkage = IR_L_INTERNAL, .defined = true, .place = of.place};

	symbol.link_name = arena_printf(front->arena, "%s.%s", of.link_name, what);
	for (uint32_t i = object + 1; i < front->unit->symbols.len; i++)
		if (!strcmp(front->unit->symbols.items[i].link_name, symbol.link_name))
			return i;
	symbol.name = arena_printf(front->arena, "%s %s", of.name, what);
	symbol.type = front_type_plain(front, IR_T_UNKNOWN);
	vec_push(front->arena, &front->unit->symbols, symbol);
	hvec_push(&front->symbol_infos, (struct symbol_info){.cursor = clang_getNullCursor()});
	return (uint32_t)front->unit->symbols.len - 1;
}
