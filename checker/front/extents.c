/* Where a remedy could be written: the characters of a call's name and arguments, and of an array's number of elements. */
#include "front/front.h"

#include "front/text.h"
#include "model/models.h"

#include <string.h>

/* Casts that nobody wrote stand where what they cast does. */
static CXCursor without_implicit(struct front *front, CXCursor cursor)
{
	while (cursor.kind == CXCursor_UnexposedExpr) {
		struct kids kids = front_kids(front, cursor);

		if (kids.count != 1 || !cursor_same_extent(cursor, kids.at[0]))
			break;
		cursor = kids.at[0];
	}
	return cursor;
}

static bool is_overloaded_operator(CXCursor call)
{
	CXString name = clang_getCursorSpelling(clang_getCursorReferenced(call));
	const char *text = clang_getCString(name);
	bool overloaded = text && !strncmp(text, "operator", 8);

	clang_disposeString(name);
	return overloaded;
}

/* An operand of a cast: nothing in it binds less tightly, macros included. */
static bool is_tight(struct front *front, CXCursor cursor)
{
	for (;;) {
		struct kids kids;

		cursor = without_implicit(front, cursor);
		if (front_place(front, cursor).macro != IR_NONE)
			return false;
		kids = front_kids(front, cursor);
		switch (cursor.kind) {
		case CXCursor_DeclRefExpr:
		case CXCursor_ParenExpr:
		case CXCursor_IntegerLiteral:
		case CXCursor_CharacterLiteral:
		case CXCursor_CStyleCastExpr:
			return true;
		case CXCursor_CallExpr:
			if (is_overloaded_operator(cursor))
				return false;
			break;
		case CXCursor_ArraySubscriptExpr:
		case CXCursor_MemberRefExpr:
		case CXCursor_UnaryOperator:
			break;
		default:
			return false;
		}
		if (!kids.count)
			return cursor.kind == CXCursor_MemberRefExpr;
		cursor = kids.at[0];
	}
}

static bool is_sizeof(struct front *front, CXCursor cursor)
{
	return cursor.kind == CXCursor_UnaryExpr && !strcmp(front_first_word(front, cursor), "sizeof");
}

static enum ir_extent_kind kind_of(struct front *front, CXCursor cursor)
{
	cursor = without_implicit(front, cursor);
	if (front_place(front, cursor).macro != IR_NONE)
		return IR_E_OTHER;
	if (cursor.kind == CXCursor_IntegerLiteral)
		return IR_E_LITERAL;
	if (is_sizeof(front, cursor))
		return IR_E_SIZEOF;
	return is_tight(front, cursor) ? IR_E_TIGHT : IR_E_OTHER;
}

/* The bytes of a line and column of a file; NULL where there are none. */
static const char *bytes_at(const struct source_text *text, uint32_t line, uint32_t column)
{
	const char *at = text->bytes, *end = text->bytes + text->length;

	for (; line > 1 && at; line--) {
		at = memchr(at, '\n', (size_t)(end - at));
		at = at ? at + 1 : NULL;
	}
	return at && column - 1 <= (size_t)(end - at) ? at + column - 1 : NULL;
}

static bool is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/* The nearest byte before and behind that is no blank; 0 at either end of the file. */
static char byte_before(const struct source_text *text, const char *at)
{
	while (at > text->bytes && is_blank(at[-1]))
		at--;
	return at > text->bytes ? at[-1] : '\0';
}

static char byte_behind(const struct source_text *text, const char *at)
{
	const char *end = text->bytes + text->length;

	while (at < end && is_blank(*at))
		at++;
	return at < end ? *at : '\0';
}

/* The extent of a cursor in that file, and its first and last byte; none where it isn't all there. */
static struct ir_extent extent_in(struct front *front, CXCursor cursor, uint32_t file, const char **begin,
				  const char **end)
{
	struct ir_place place = front_place(front, cursor);
	struct ir_extent extent = {IR_E_NONE, place.line, place.column, place.end_line, place.end_column};
	const struct source_text *text = front_text(front, file);

	if (place.file != file)
		return extent;
	*begin = bytes_at(text, place.line, place.column);
	*end = bytes_at(text, place.end_line, place.end_column);
	if (*begin && *end && *begin < *end)
		extent.kind = kind_of(front, cursor);
	return extent;
}

/* An argument has to stand between the parentheses: a macro could have brought one of them, or a comma. */
static struct ir_extent argument_extent(struct front *front, CXCursor argument, uint32_t file)
{
	const struct source_text *text = front_text(front, file);
	const char *begin, *end;
	struct ir_extent extent = extent_in(front, argument, file, &begin, &end);

	if (extent.kind != IR_E_NONE && (!strchr("(,", byte_before(text, begin)) || !byte_before(text, begin) ||
					 !strchr("),", byte_behind(text, end)) || !byte_behind(text, end)))
		extent.kind = IR_E_NONE;
	return extent;
}

/* The callee as it is spelled: NAME, ::NAME, std::NAME. */
static struct ir_extent name_extent(struct front *front, CXCursor callee, const char *name, uint32_t file)
{
	size_t length = strlen(name);
	const char *begin, *end;
	struct ir_extent extent = extent_in(front, callee, file, &begin, &end);

	if (extent.kind == IR_E_TIGHT && (size_t)(end - begin) >= length && !memcmp(end - length, name, length) &&
	    (begin == end - length || end[-(ptrdiff_t)length - 1] == ':'))
		return extent;
	extent.kind = IR_E_NONE;
	return extent;
}

static bool has_remedy(const char *name)
{
	static const enum trait traits[] = {TRAIT_CTYPE, TRAIT_CTYPE_LOCALE, TRAIT_IO_READ, TRAIT_IO_WRITE,
					    TRAIT_IO_SETVBUF};

	for (size_t i = 0; i < sizeof traits / sizeof *traits; i++)
		if (model_trait(name, traits[i]))
			return true;
	return false;
}

struct ir_extent *front_call_extents(struct front *front, CXCursor call, CXCursor function, uint32_t count)
{
	struct ir_place place;
	struct ir_extent *extents;
	struct kids kids;
	const char *name;
	uint32_t symbol;

	if (function.kind != CXCursor_FunctionDecl || clang_Cursor_getNumArguments(call) != (int)count)
		return NULL;
	symbol = front_symbol(front, function);
	name = front->unit->symbols.items[symbol].name;
	if (!has_remedy(name))
		return NULL;
	kids = front_kids(front, call);
	place = front_place(front, call);
	if (place.file == IR_NONE || place.macro != IR_NONE || !kids.count)
		return NULL;
	extents = arena_array(front->arena, struct ir_extent, count + 1);
	extents[0] = name_extent(front, kids.at[0], name, place.file);
	for (uint32_t i = 0; i < count; i++)
		extents[i + 1] = argument_extent(front, clang_Cursor_getArgument(call, i), place.file);
	return extents;
}

struct ir_extent front_bound_extent(struct front *front, CXCursor declaration)
{
	struct ir_extent none = {IR_E_NONE, 0, 0, 0, 0}, extent;
	const char *begin, *end;
	struct ir_place place;
	struct kids kids;

	if (declaration.kind != CXCursor_VarDecl || clang_getCursorType(declaration).kind != CXType_ConstantArray)
		return none;
	kids = front_kids(front, declaration);
	place = front_name_place(front, declaration);
	if (!kids.count || place.file == IR_NONE || place.macro != IR_NONE)
		return none;
	extent = extent_in(front, kids.at[0], place.file, &begin, &end);
	if (extent.kind != IR_E_LITERAL || byte_before(front_text(front, place.file), begin) != '[')
		return none;
	return extent;
}
