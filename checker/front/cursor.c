/* What libclang's cursors are asked again and again; the calls that crash stay behind the checks here. */
#include "front/front.h"

#include "front/text.h"

#include <string.h>

struct visit {
	struct front *front;
	VEC(CXCursor) found;
};

static enum CXChildVisitResult collect(CXCursor cursor, CXCursor parent, CXClientData data)
{
	struct visit *visit = data;

	(void)parent;
	vec_push(&visit->front->scratch, &visit->found, cursor);
	return CXChildVisit_Continue;
}

struct kids front_kids(struct front *front, CXCursor cursor)
{
	struct visit visit = {.front = front};

	clang_visitChildren(cursor, collect, &visit);
	return (struct kids){visit.found.items, (uint32_t)visit.found.len};
}

const char *front_string(struct front *front, CXString string)
{
	const char *text = clang_getCString(string);
	const char *copy = text ? arena_strdup(front->arena, text) : "";

	clang_disposeString(string);
	return copy;
}

uint64_t cursor_key(CXCursor cursor)
{
	const void *pointer = clang_isDeclaration(cursor.kind) ? cursor.data[0] : cursor.data[1];

	return (uint64_t)(uintptr_t)pointer;
}

bool cursor_same_extent(CXCursor a, CXCursor b)
{
	return clang_equalRanges(clang_getCursorExtent(a), clang_getCursorExtent(b));
}

bool cursor_is_null_extent(CXCursor cursor)
{
	return clang_Range_isNull(clang_getCursorExtent(cursor));
}

bool cursor_is_closure(CXCursor class_)
{
	CXString name;
	bool closure;

	if (class_.kind != CXCursor_ClassDecl || !clang_Cursor_isAnonymous(class_))
		return false;
	name = clang_getCursorSpelling(class_);
	closure = !strncmp(clang_getCString(name), "(lambda", 7);
	clang_disposeString(name);
	return closure;
}

static bool is_call_operator(CXCursor cursor)
{
	CXString name;
	bool is;

	if (cursor.kind != CXCursor_CXXMethod)
		return false;
	name = clang_getCursorSpelling(cursor);
	is = !strcmp(clang_getCString(name), "operator()");
	clang_disposeString(name);
	return is;
}

void front_note_operator(struct front *front, CXCursor method)
{
	CXCursor class_ = clang_getCursorSemanticParent(method);
	bool added;

	if (!cursor_is_closure(class_) || !is_call_operator(method))
		return;
	map_put(&front->call_operators, cursor_key(class_), front->operator_cursors.len, &added);
	if (added)
		hvec_push(&front->operator_cursors, method);
}

CXCursor front_call_operator(struct front *front, CXCursor class_)
{
	struct arena_mark mark = arena_mark(&front->scratch);
	struct kids kids = front_kids(front, class_);
	CXCursor found = clang_getNullCursor();
	uint64_t *known = map_get(&front->call_operators, cursor_key(class_));
	uint32_t count = 0;

	for (uint32_t i = 0; i < kids.count; i++) {
		if (!is_call_operator(kids.at[i]))
			continue;
		found = kids.at[i];
		count++;
	}
	arena_rewind(&front->scratch, mark);
	if (!count && known)
		return front->operator_cursors.items[*known];
	return count == 1 ? found : clang_getNullCursor();
}

/* Evaluating any other type, or an initialiser list, can bring the library down. */
static bool may_evaluate(CXCursor cursor)
{
	enum CXTypeKind kind = clang_getCanonicalType(clang_getCursorType(cursor)).kind;

	if (cursor.kind == CXCursor_InitListExpr)
		return false;
	return kind == CXType_Enum || (kind >= CXType_Bool && kind <= CXType_Int128);
}

bool cursor_constant(CXCursor cursor, int64_t *number)
{
	CXEvalResult result;
	bool ok;

	if (!may_evaluate(cursor))
		return false;
	result = clang_Cursor_Evaluate(cursor);
	if (!result)
		return false;
	ok = clang_EvalResult_getKind(result) == CXEval_Int;
	if (ok)
		*number = clang_EvalResult_isUnsignedInt(result) ? (int64_t)clang_EvalResult_getAsUnsigned(result)
								 : (int64_t)clang_EvalResult_getAsLongLong(result);
	clang_EvalResult_dispose(result);
	return ok;
}

/* --- attributes ------------------------------------------------------------- */

/* `__noreturn__`, `gnu::noreturn` and `_Noreturn` are all the same name. */
static bool attribute_named(const char *at, const char *end, const char *name)
{
	size_t length;

	if (end - at > 4 && !memcmp(at, "gnu", 3) && (at[3] == ':' || at[3] == ' '))
		for (at += 3; at < end && (*at == ':' || *at == ' ');)
			at++;
	while (at < end && *at == '_')
		at++;
	length = identifier_length(at, end);
	while (length > 0 && at[length - 1] == '_')
		length--;
	if (length != strlen(name))
		return false;
	return !memcmp(at, name, length) || (!strcmp(name, "noreturn") && !memcmp(at, "Noreturn", length));
}

bool front_has_attribute(struct front *front, CXCursor declaration, const char *name)
{
	struct arena_mark mark;
	struct kids kids;
	bool found = false;

	if (!clang_Cursor_hasAttrs(declaration))
		return false;
	mark = arena_mark(&front->scratch);
	kids = front_kids(front, declaration);
	for (uint32_t i = 0; !found && i < kids.count; i++) {
		const char *at, *end;

		if (!clang_isAttribute(kids.at[i].kind))
			continue;
		if (kids.at[i].kind == CXCursor_PureAttr || kids.at[i].kind == CXCursor_ConstAttr)
			found = !strcmp(name, "pure");
		else if (front_spelled(front, kids.at[i], &at, &end))
			found = attribute_named(at, end, name);
	}
	arena_rewind(&front->scratch, mark);
	return found;
}

static const char *printed_argument(struct front *front, CXCursor declaration, const char *name)
{
	CXPrintingPolicy policy;
	const char *printed, *at, *end;
	size_t length = strlen(name);

	policy = clang_getCursorPrintingPolicy(declaration);
	clang_PrintingPolicy_setProperty(policy, CXPrintingPolicy_TerseOutput, 1);
	printed = front_string(front, clang_getCursorPrettyPrinted(declaration, policy));
	clang_PrintingPolicy_dispose(policy);
	for (at = printed; (at = strstr(at, name)); at += length)
		if (at > printed && at[-1] == '(' && at[length] == '(')
			break;
	end = at ? strchr(at, ')') : NULL;
	if (!end)
		return NULL;
	at += length + 1;
	if (*at == '"' && end[-1] == '"') {
		at++;
		end--;
	}
	return arena_strndup(front->arena, at, (size_t)(end - at));
}

/* A definition has what its declaration says, but isn't printed with it. */
const char *front_attribute_argument(struct front *front, CXCursor declaration, const char *name)
{
	const char *argument;

	if (!clang_Cursor_hasAttrs(declaration))
		return NULL;
	argument = printed_argument(front, declaration, name);
	return argument ? argument : printed_argument(front, clang_getCanonicalCursor(declaration), name);
}

const char *front_attribute_text(struct front *front, CXCursor declaration, const char *name)
{
	struct kids kids = front_kids(front, declaration);

	for (uint32_t i = 0; i < kids.count; i++) {
		const char *at, *end, *open, *close;

		if (!clang_isAttribute(kids.at[i].kind) || !front_spelled(front, kids.at[i], &at, &end) ||
		    !attribute_named(at, end, name))
			continue;
		open = memchr(at, '"', (size_t)(end - at));
		close = open ? memchr(open + 1, '"', (size_t)(end - open - 1)) : NULL;
		return close ? arena_strndup(front->arena, open + 1, (size_t)(close - open - 1)) : NULL;
	}
	return NULL;
}

/* --- declarations at file scope --------------------------------------------------- */

static enum CXChildVisitResult list_function(CXCursor cursor, CXCursor parent, CXClientData data)
{
	struct front *front = data;
	CXString name;

	(void)parent;
	if (cursor.kind != CXCursor_FunctionDecl)
		return CXChildVisit_Continue;
	name = clang_getCursorSpelling(cursor);
	if (names_add(&front->top_names, clang_getCString(name)) == front->top_cursors.len)
		hvec_push(&front->top_cursors, cursor);
	clang_disposeString(name);
	return CXChildVisit_Continue;
}

CXCursor front_top_level(struct front *front, const char *name)
{
	uint32_t index;

	if (!front->top_listed)
		clang_visitChildren(clang_getTranslationUnitCursor(front->tu), list_function, front);
	front->top_listed = true;
	index = names_find(&front->top_names, name);
	return index == NAMES_NONE ? clang_getNullCursor() : front->top_cursors.items[index];
}
