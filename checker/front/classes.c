/* Classes: members, bases, and the functions that begin and end their objects, whether somebody wrote them or not. */
#include "front/classes.h"

#include "model/models.h"

#include <string.h>

/* Classes hold each other that deep in no real program; beyond, nothing is said of what is inside. */
#define HOLDING_DEPTH_LIMIT 64

/* --- what is in a class --------------------------------------------------------------- */

void class_note_member(struct front *front, CXCursor method)
{
	CXCursor class_ = clang_getCursorSemanticParent(method);
	struct noted_member noted = {.cursor = method};
	uint64_t *first;

	if (clang_Cursor_isNull(clang_getSpecializedCursorTemplate(class_)) || front_is_system(class_))
		return;
	first = map_put(&front->noted_of_class, cursor_key(class_), 0, NULL);
	noted.next = (uint32_t)*first;
	hvec_push(&front->noted_members, noted);
	*first = front->noted_members.len;
}

bool class_is_implicit(CXCursor constructor, CXCursor class_)
{
	return clang_CXXMethod_isDefaulted(constructor) ||
	       clang_equalLocations(clang_getCursorLocation(constructor), clang_getCursorLocation(class_));
}

CXCursor class_of_type(CXType type)
{
	type = clang_getCanonicalType(type);
	if (type.kind != CXType_Record)
		return clang_getNullCursor();
	return clang_getCursorDefinition(clang_getTypeDeclaration(type));
}

struct kids class_members(struct front *front, CXCursor class_)
{
	struct kids kids = front_kids(front, class_);
	uint64_t *first = map_get(&front->noted_of_class, cursor_key(class_));
	VEC(CXCursor) found = {0};

	if (kids.count || !first)
		return kids;
	for (uint32_t i = (uint32_t)*first; i; i = front->noted_members.items[i - 1].next)
		vec_push(&front->scratch, &found, front->noted_members.items[i - 1].cursor);
	return (struct kids){found.items, (uint32_t)found.len};
}

static CXCursor pattern_of(CXCursor class_)
{
	CXCursor pattern = clang_getSpecializedCursorTemplate(class_);

	return clang_Cursor_isNull(pattern) ? class_ : pattern;
}

struct kids class_bases(struct front *front, CXCursor class_)
{
	struct kids kids = front_kids(front, class_);
	uint32_t count = 0;

	if (!kids.count)
		kids = front_kids(front, pattern_of(class_));
	for (uint32_t i = 0; i < kids.count; i++)
		if (kids.at[i].kind == CXCursor_CXXBaseSpecifier)
			kids.at[count++] = kids.at[i];
	kids.count = count;
	return kids;
}

struct field_list {
	struct front *front;
	VEC(CXCursor) found;
};

static enum CXVisitorResult list_field(CXCursor field, CXClientData data)
{
	struct field_list *list = data;

	vec_push(&list->front->scratch, &list->found, field);
	return CXVisit_Continue;
}

struct kids class_fields(struct front *front, CXCursor class_)
{
	struct field_list list = {.front = front};

	clang_Type_visitFields(clang_getCursorType(class_), list_field, &list);
	return (struct kids){list.found.items, (uint32_t)list.found.len};
}

/* A number behind an array is its size, and the first one behind a bit-field its width. */
CXCursor class_field_default(struct front *front, CXCursor field)
{
	struct kids kids = front_kids(front, field);
	CXCursor none = clang_getNullCursor(), last = kids.count ? kids.at[kids.count - 1] : none;
	CXType type = clang_getCanonicalType(clang_getCursorType(field));

	if (!clang_isExpression(last.kind) || clang_getCursorType(last).kind == CXType_Dependent)
		return none;
	if (clang_Cursor_isBitField(field) && kids.count == 1)
		return none;
	if (type.kind == CXType_ConstantArray && last.kind != CXCursor_InitListExpr &&
	    clang_getCanonicalType(clang_getCursorType(last)).kind != CXType_ConstantArray)
		return none;
	return last;
}

/* --- what a library's class owns ----------------------------------------------------------- */

/* Templates whose objects end others with themselves; how many of their arguments those are, and what they are. */
static const struct {
	const char *name;
	unsigned count;
} owners[] = {
	{"std::unique_ptr", 1},	   {"std::shared_ptr", 1}, {"std::vector", 1},	      {"std::deque", 1},
	{"std::list", 1},	   {"std::optional", 1},   {"std::array", 1},	      {"std::set", 1},
	{"std::unordered_set", 1}, {"std::map", 2},	   {"std::unordered_map", 2}, {"std::pair", 2},
	{"std::forward_list", 1},  {"std::queue", 1},	   {"std::stack", 1},	      {"std::multimap", 2},
	{"std::tuple", 8},	   {"std::variant", 8},
};

static const char *class_name(struct front *front, CXCursor class_)
{
	const struct ir_type *type = front_type_at(front, front_cursor_type(front, class_));

	return type->kind == IR_T_RECORD ? front->unit->records.items[type->record].name : "";
}

CXType class_owned(struct front *front, CXCursor class_, unsigned index)
{
	const char *name = class_name(front, class_);
	CXType type = clang_getCursorType(class_);

	for (size_t i = 0; i < sizeof owners / sizeof *owners; i++)
		if (!strcmp(owners[i].name, name) && index < owners[i].count &&
		    (int)index < clang_Type_getNumTemplateArguments(type))
			return clang_getCanonicalType(clang_Type_getTemplateArgumentAsType(type, index));
	return (CXType){CXType_Invalid, {NULL, NULL}};
}

bool class_shares(struct front *front, CXCursor class_)
{
	return !strcmp(class_name(front, class_), "std::shared_ptr");
}

/* A library's destructor that models speak of; NULL for any other. */
static const char *known_destructor(struct front *front, CXCursor class_)
{
	const char *name = class_name(front, class_), *last = strrchr(name, ':');
	size_t count = 0;

	name = arena_printf(front->arena, "%s::~%s", name, last ? last + 1 : name);
	model_traits(name, &count);
	return count ? name : NULL;
}

/* --- functions that begin and end objects ----------------------------------------------------- */

static CXCursor written(struct front *front, CXCursor class_, enum CXCursorKind kind)
{
	struct kids kids = class_members(front, class_);
	CXCursor found = clang_getNullCursor();

	for (uint32_t i = 0; i < kids.count; i++)
		if (kids.at[i].kind == kind &&
		    (kind == CXCursor_Destructor || clang_CXXConstructor_isDefaultConstructor(kids.at[i])))
			found = kids.at[i];
	return found;
}

static bool has_constructor(struct front *front, CXCursor class_)
{
	struct kids kids = front_kids(front, pattern_of(class_));

	for (uint32_t i = 0; i < kids.count; i++)
		if (kids.at[i].kind == CXCursor_Constructor &&
		    !clang_CXXConstructor_isCopyConstructor(kids.at[i]) &&
		    !clang_CXXConstructor_isMoveConstructor(kids.at[i]))
			return true;
	return false;
}

/* Seen from a header, one function in all units; from a source file, its own. */
static uint32_t implicit_symbol(struct front *front, CXCursor class_, enum implicit_kind kind)
{
	static const char *const marks[] = {"()", "{}", "~"};
	uint32_t type = front_cursor_type(front, class_);
	const struct ir_record *record = &front->unit->records.items[front_type_at(front, type)->record];
	const char *last = strrchr(record->name, ':');
	struct ir_symbol symbol = {.is_function = true, .defined = true, .is_inline = true};
	struct implicit implicit = {.class_ = class_, .kind = kind};

	symbol.name = arena_printf(front->arena, "%s::%s%s", record->name, kind == IMPLICIT_DESTRUCTOR ? "~" : "",
				   last ? last + 1 : record->name);
	symbol.link_name = arena_printf(front->arena, "%s %s", front_string(front, clang_getCursorUSR(class_)),
					marks[kind]);
	symbol.linkage = strchr(record->key, '/') ? IR_L_INTERNAL : IR_L_EXTERNAL;
	symbol.type = front_type_plain(front, IR_T_UNKNOWN);
	symbol.place = front_name_place(front, class_);
	vec_push(front->arena, &front->unit->symbols, symbol);
	hvec_push(&front->symbol_infos, (struct symbol_info){.cursor = clang_getNullCursor()});
	implicit.symbol = (uint32_t)front->unit->symbols.len - 1;
	hvec_push(&front->implicits, implicit);
	return implicit.symbol;
}

static uint32_t find(struct front *front, CXCursor class_, bool destructor, unsigned depth);

static uint32_t find_of_type(struct front *front, CXType type, bool destructor, unsigned depth)
{
	CXCursor class_;

	type = clang_getCanonicalType(type);
	while (type.kind == CXType_ConstantArray)
		type = clang_getCanonicalType(clang_getArrayElementType(type));
	class_ = class_of_type(type);
	if (clang_Cursor_isNull(class_) || depth > HOLDING_DEPTH_LIMIT)
		return IR_NONE;
	return find(front, class_, destructor, depth);
}

/* Whether an implicit one has something to do: for a base, or for a member. */
static bool parts_matter(struct front *front, CXCursor class_, bool destructor, unsigned depth)
{
	struct kids bases = class_bases(front, class_), fields = class_fields(front, class_);

	for (uint32_t i = 0; i < bases.count; i++)
		if (find_of_type(front, clang_getCursorType(bases.at[i]), destructor, depth + 1) != IR_NONE)
			return true;
	for (uint32_t i = 0; i < fields.count && class_.kind != CXCursor_UnionDecl; i++) {
		if (!destructor && !clang_Cursor_isNull(class_field_default(front, fields.at[i])))
			return true;
		if (find_of_type(front, clang_getCursorType(fields.at[i]), destructor, depth + 1) != IR_NONE)
			return true;
	}
	return false;
}

static bool owned_matters(struct front *front, CXCursor class_, unsigned depth)
{
	CXType type;

	for (unsigned i = 0; (type = class_owned(front, class_, i)).kind != CXType_Invalid; i++)
		if (find_of_type(front, type, true, depth + 1) != IR_NONE)
			return true;
	return false;
}

static uint32_t find_library(struct front *front, CXCursor class_, bool destructor, unsigned depth)
{
	const char *name = destructor ? known_destructor(front, class_) : NULL;

	if (name)
		return front_library_symbol(front, name);
	if (!destructor || !owned_matters(front, class_, depth))
		return IR_NONE;
	return implicit_symbol(front, class_, IMPLICIT_DESTRUCTOR);
}

static uint32_t find_own(struct front *front, CXCursor class_, bool destructor, unsigned depth)
{
	CXCursor own = written(front, class_, destructor ? CXCursor_Destructor : CXCursor_Constructor);
	bool is_written = !clang_Cursor_isNull(own);

	if (is_written && clang_CXXMethod_isDeleted(own))
		return IR_NONE;
	if (is_written && (!class_is_implicit(own, class_) || (destructor && clang_CXXMethod_isVirtual(own))))
		return front_symbol(front, own);
	if (!destructor && !is_written && has_constructor(front, class_))
		return IR_NONE;
	if (!parts_matter(front, class_, destructor, depth))
		return IR_NONE;
	if (is_written)
		return front_symbol(front, own);
	return implicit_symbol(front, class_, destructor ? IMPLICIT_DESTRUCTOR : IMPLICIT_CONSTRUCTOR);
}

static uint32_t find(struct front *front, CXCursor class_, bool destructor, unsigned depth)
{
	struct map *known = destructor ? &front->destructors : &front->constructors;
	struct arena_mark mark;
	uint32_t symbol;
	bool added;
	uint64_t *slot = map_put(known, cursor_key(class_), IR_NONE, &added);

	if (!added)
		return (uint32_t)*slot;
	mark = arena_mark(&front->scratch);
	if (front_is_system(class_))
		symbol = find_library(front, class_, destructor, depth);
	else
		symbol = find_own(front, class_, destructor, depth);
	arena_rewind(&front->scratch, mark);
	*map_get(known, cursor_key(class_)) = symbol;
	return symbol;
}

uint32_t class_constructor(struct front *front, CXType type)
{
	return front->cplusplus ? find_of_type(front, type, false, 0) : IR_NONE;
}

uint32_t class_destructor(struct front *front, CXType type)
{
	return front->cplusplus ? find_of_type(front, type, true, 0) : IR_NONE;
}

uint32_t class_member_initializer(struct front *front, CXType type)
{
	CXCursor class_ = class_of_type(type);
	struct arena_mark mark = arena_mark(&front->scratch);
	struct kids fields;
	bool matter = false, added;
	uint64_t *slot;

	if (clang_Cursor_isNull(class_) || front_is_system(class_))
		return IR_NONE;
	slot = map_put(&front->member_initializers, cursor_key(class_), IR_NONE, &added);
	if (!added)
		return (uint32_t)*slot;
	fields = class_fields(front, class_);
	for (uint32_t i = 0; !matter && i < fields.count; i++)
		matter = !clang_Cursor_isNull(class_field_default(front, fields.at[i])) ||
			 class_constructor(front, clang_getCursorType(fields.at[i])) != IR_NONE;
	if (matter)
		*slot = implicit_symbol(front, class_, IMPLICIT_MEMBERS);
	arena_rewind(&front->scratch, mark);
	return (uint32_t)*slot;
}

/* --- virtual methods ----------------------------------------------------------------------------- */

bool class_has_virtual_destructor(struct front *front, CXType type)
{
	struct arena_mark mark = arena_mark(&front->scratch);
	bool is_virtual = false;

	for (int depth = 0; !is_virtual && depth < HOLDING_DEPTH_LIMIT; depth++) {
		CXCursor class_ = class_of_type(type), own;
		struct kids bases;

		if (clang_Cursor_isNull(class_))
			break;
		own = written(front, class_, CXCursor_Destructor);
		is_virtual = !clang_Cursor_isNull(own) && clang_CXXMethod_isVirtual(own);
		bases = class_bases(front, class_);
		if (!bases.count)
			break;
		type = clang_getCursorType(bases.at[0]);
	}
	arena_rewind(&front->scratch, mark);
	return is_virtual;
}

void class_reach(struct front *front, CXCursor constructor)
{
	CXCursor class_ = clang_getCursorDefinition(clang_getCursorSemanticParent(constructor));
	struct arena_mark mark;
	struct kids kids;
	bool added;

	if (clang_Cursor_isNull(class_) || front_is_system(class_))
		return;
	map_put(&front->reached_classes, cursor_key(class_), 0, &added);
	if (!added)
		return;
	mark = arena_mark(&front->scratch);
	kids = class_members(front, class_);
	for (uint32_t i = 0; i < kids.count; i++)
		if (kids.at[i].kind == CXCursor_CXXMethod && clang_CXXMethod_isVirtual(kids.at[i]))
			front_symbol(front, kids.at[i]);
	if (class_has_virtual_destructor(front, clang_getCursorType(class_)))
		class_destructor(front, clang_getCursorType(class_));
	arena_rewind(&front->scratch, mark);
}

static void add_override(struct front *front, struct ir_function *function, uint32_t symbol)
{
	for (size_t i = 0; i < function->overrides.len; i++)
		if (function->overrides.items[i] == symbol)
			return;
	if (symbol != function->symbol && symbol != IR_NONE)
		vec_push(front->arena, &function->overrides, symbol);
}

/* Those that are found join the list that is walked. */
void class_overridden(struct front *front, CXCursor method, struct ir_function *function)
{
	VEC(CXCursor) found = {0};

	vec_push(&front->scratch, &found, method);
	for (size_t at = 0; at < found.len; at++) {
		CXCursor *overridden = NULL;
		unsigned count = 0;

		clang_getOverriddenCursors(found.items[at], &overridden, &count);
		for (unsigned i = 0; i < count; i++) {
			vec_push(&front->scratch, &found, overridden[i]);
			add_override(front, function, front_symbol(front, overridden[i]));
		}
		if (overridden)
			clang_disposeOverriddenCursors(overridden);
	}
}

void class_overridden_destructors(struct front *front, CXCursor class_, struct ir_function *function)
{
	VEC(CXCursor) classes = {0};

	vec_push(&front->scratch, &classes, class_);
	for (size_t at = 0; at < classes.len; at++) {
		struct kids bases = class_bases(front, classes.items[at]);

		for (uint32_t i = 0; i < bases.count; i++) {
			CXType type = clang_getCursorType(bases.at[i]);
			CXCursor base = class_of_type(type);

			if (clang_Cursor_isNull(base) || !class_has_virtual_destructor(front, type))
				continue;
			add_override(front, function, class_destructor(front, type));
			vec_push(&front->scratch, &classes, base);
		}
	}
}
