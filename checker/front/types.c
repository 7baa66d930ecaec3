/* Types and records: one entry for each that differs in what the IR knows of it. */
#include "front/front.h"

#include <stdlib.h>
#include <string.h>

/* Asking for the size of a placeholder brings the library down. */
static uint64_t size_of(CXType type)
{
	long long size;

	switch (type.kind) {
	case CXType_Invalid:
	case CXType_Unexposed:
	case CXType_Overload:
	case CXType_Dependent:
	case CXType_Void:
	case CXType_FunctionProto:
	case CXType_FunctionNoProto:
	case CXType_IncompleteArray:
	case CXType_VariableArray:
		return 0;
	default:
		size = clang_Type_getSizeOf(type);
		return size > 0 ? (uint64_t)size : 0;
	}
}

/* The entry for a type of this content, which comes to be where it is new. */
static uint32_t type_of_shape(struct front *front, const struct ir_type *type)
{
	uint64_t flags = (uint64_t)type->kind | (uint64_t)type->is_signed << 8 | (uint64_t)type->plain_char << 9 |
			 (uint64_t)type->is_enum << 10 | (uint64_t)type->is_union << 11 |
			 (uint64_t)type->is_reference << 12 | (uint64_t)type->variadic << 13;
	uint64_t shape[] = {flags, type->size, type->count, (uint64_t)type->element << 32 | type->record};
	uint32_t index = names_add_n(&front->type_shapes, (const char *)shape, sizeof shape);

	if (index == front->unit->types.len)
		vec_push(front->arena, &front->unit->types, *type);
	return index;
}

static struct ir_type blank_type(enum ir_type_kind kind)
{
	return (struct ir_type){.kind = kind, .element = IR_NONE, .record = IR_NONE};
}

uint32_t front_type_int(struct front *front, uint64_t size, bool is_signed)
{
	struct ir_type type = blank_type(IR_T_INT);

	type.size = size;
	type.is_signed = is_signed;
	return type_of_shape(front, &type);
}

uint32_t front_type_plain(struct front *front, enum ir_type_kind kind)
{
	struct ir_type type = blank_type(kind);

	type.size = kind == IR_T_BOOL;
	return type_of_shape(front, &type);
}

uint32_t front_pointer_to(struct front *front, uint32_t element)
{
	struct ir_type type = blank_type(IR_T_POINTER);

	type.size = front->unit->pointer_size;
	type.element = element;
	return type_of_shape(front, &type);
}

uint32_t front_reference_to(struct front *front, uint32_t element)
{
	struct ir_type type = blank_type(IR_T_POINTER);

	type.size = front_type_at(front, element)->size;
	type.element = element;
	type.is_reference = true;
	return type_of_shape(front, &type);
}

const struct ir_type *front_type_at(const struct front *front, uint32_t type)
{
	return &front->unit->types.items[type];
}

/* --- records ----------------------------------------------------------------- */

static bool ends_in(const char *text, const char *end)
{
	size_t length = strlen(text), tail = strlen(end);

	return length >= tail && !strcmp(text + length - tail, end);
}

static bool is_source_file(struct front *front, uint32_t file)
{
	static const char *const endings[] = {".c", ".cc", ".cpp", ".cxx", ".C", ".c++"};

	if (file == front->unit->main_file)
		return true;
	for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
		if (ends_in(front->unit->files.items[file].path, endings[i]))
			return true;
	return false;
}

static const char *qualified(struct front *front, CXCursor declaration, const char *name)
{
	CXCursor parent = clang_getCursorSemanticParent(declaration);

	if (!front->cplusplus)
		return name;
	for (; clang_isDeclaration(parent.kind); parent = clang_getCursorSemanticParent(parent)) {
		const char *outer = front_string(front, clang_getCursorSpelling(parent));

		if (outer[0] && !strchr(outer, '(') && !clang_Cursor_isInlineNamespace(parent))
			name = arena_printf(front->arena, "%s::%s", outer, name);
	}
	return name;
}

/* A typedef's name for an unnamed struct is what people know, but it isn't its tag. */
static void name_record(struct front *front, CXCursor declaration, struct ir_record *record)
{
	bool unnamed = clang_Cursor_isAnonymous(declaration);
	struct ir_place place = front_name_place(front, declaration);
	const char *spelling = unnamed ? "" : front_string(front, clang_getCursorSpelling(declaration));
	const char *path = place.file == IR_NONE ? "" : front->unit->files.items[place.file].path;

	if (strchr(spelling, '('))
		spelling = "";
	record->name = spelling[0] ? qualified(front, declaration, spelling) : "";
	if (!spelling[0])
		record->key = arena_printf(front->arena, "%s:%u:%u", path, place.line, place.column);
	else if (place.file != IR_NONE && is_source_file(front, place.file))
		record->key = arena_printf(front->arena, "%s:%s", path, record->name);
	else
		record->key = record->name;
}

static uint32_t record_of(struct front *front, CXType type)
{
	CXCursor declaration = clang_getTypeDeclaration(type), definition = clang_getCursorDefinition(declaration);
	CXCursor canonical = clang_getCanonicalCursor(declaration);
	uint32_t next = (uint32_t)front->unit->records.len;
	struct ir_record record = {.key = "", .name = ""};
	bool added;
	uint64_t index = *map_put(&front->records_seen, cursor_key(canonical), next, &added);

	if (!added)
		return (uint32_t)index;
	name_record(front, clang_Cursor_isNull(definition) ? declaration : definition, &record);
	vec_push(front->arena, &front->unit->records, record);
	hvec_push(&front->record_infos, (struct record_info){type, false});
	return next;
}

struct field_visit {
	struct front *front;
	uint32_t record;
	VEC(struct ir_field) fields;
};

static enum CXVisitorResult add_field(CXCursor cursor, CXClientData data)
{
	struct field_visit *visit = data;
	struct front *front = visit->front;
	int width = clang_Cursor_isBitField(cursor) ? clang_getFieldDeclBitWidth(cursor) : 0;
	struct ir_field field = {.name = ""};
	const char *name = front_string(front, clang_getCursorSpelling(cursor));

	if (!strchr(name, '('))
		field.name = name;
	field.type = front_cursor_type(front, cursor);
	field.bit_width = width > 0 ? (uint32_t)width : 0;
	map_put(&front->fields_seen, cursor_key(cursor), (uint64_t)visit->record << 32 | visit->fields.len, NULL);
	vec_push(front->arena, &visit->fields, field);
	return CXVisit_Continue;
}

const struct ir_record *front_record(struct front *front, uint32_t record)
{
	if (!front->record_infos.items[record].filled) {
		struct field_visit visit = {.front = front, .record = record};
		struct ir_record *filled;

		front->record_infos.items[record].filled = true;
		clang_Type_visitFields(front->record_infos.items[record].type, add_field, &visit);
		filled = &front->unit->records.items[record];
		filled->fields.items = visit.fields.items;
		filled->fields.len = visit.fields.len;
		filled->fields.cap = visit.fields.cap;
	}
	return &front->unit->records.items[record];
}

bool front_field(struct front *front, CXCursor field, uint32_t *record, uint32_t *index)
{
	CXCursor parent = clang_getCursorSemanticParent(field);
	uint32_t type = front_cursor_type(front, parent);
	uint64_t *found;

	if (front->unit->types.items[type].kind != IR_T_RECORD)
		return false;
	front_record(front, front->unit->types.items[type].record);
	found = map_get(&front->fields_seen, cursor_key(field));
	if (!found)
		return false;
	*record = (uint32_t)(*found >> 32);
	*index = (uint32_t)*found;
	return true;
}

/* The record that an object of the type holds, or IR_NONE. */
static uint32_t held_record(const struct front *front, uint32_t type)
{
	const struct ir_type *t = front_type_at(front, type);

	while (t->kind == IR_T_ARRAY)
		t = front_type_at(front, t->element);
	return t->kind == IR_T_RECORD ? t->record : IR_NONE;
}

/*
 * Records that the code's types speak of, and those that are parts of them. What
 * is only pointed to from there stays empty: it would be half of the C library.
 */
void front_fill_records(struct front *front)
{
	VEC(uint32_t) wanted = {0};

	for (uint32_t i = 0; i < front->unit->records.len; i++)
		hvec_push(&wanted, i);
	for (size_t i = 0; i < wanted.len; i++) {
		const struct ir_record *record = front_record(front, wanted.items[i]);

		for (size_t f = 0; f < record->fields.len; f++) {
			uint32_t held = held_record(front, record->fields.items[f].type);

			if (held != IR_NONE && !front->record_infos.items[held].filled)
				hvec_push(&wanted, held);
		}
	}
	hvec_free(&wanted);
}

/* --- types ------------------------------------------------------------------- */

/* What a type is made of; kind CXType_Invalid where it isn't. */
static CXType element_of(CXType type)
{
	switch (type.kind) {
	case CXType_Pointer:
	case CXType_BlockPointer:
	case CXType_LValueReference:
	case CXType_RValueReference:
		return clang_getPointeeType(type);
	case CXType_ConstantArray:
	case CXType_IncompleteArray:
	case CXType_VariableArray:
		return clang_getArrayElementType(type);
	case CXType_FunctionProto:
	case CXType_FunctionNoProto:
		return clang_getResultType(type);
	case CXType_Vector:
	case CXType_ExtVector:
		return clang_getElementType(type);
	case CXType_Atomic:
		return clang_Type_getValueType(type);
	default:
		return (CXType){CXType_Invalid, {NULL, NULL}};
	}
}

static struct ir_type integer_type(struct front *front, CXType type)
{
	struct ir_type ir = blank_type(IR_T_INT);
	enum CXTypeKind kind = type.kind;

	ir.size = size_of(type);
	if (kind == CXType_Enum) {
		ir.is_enum = true;
		kind = clang_getCanonicalType(clang_getEnumDeclIntegerType(clang_getTypeDeclaration(type))).kind;
	}
	ir.plain_char = kind == CXType_Char_U || kind == CXType_Char_S;
	if (ir.plain_char)
		front->unit->char_is_signed = kind == CXType_Char_S;
	ir.is_signed = (kind >= CXType_Char_S && kind <= CXType_Int128) || kind == CXType_Bool;
	if (kind == CXType_WChar)
		ir.is_signed =
			strncmp(front->unit->target, "aarch64", 7) != 0 && strncmp(front->unit->target, "arm", 3) != 0;
	return ir;
}

/* `_BitInt(37)`: libclang knows its name only. */
static bool bit_int_type(struct front *front, CXType type, struct ir_type *ir)
{
	const char *name, *bits;
	unsigned long width;

	if (type.kind != CXType_Unexposed)
		return false;
	name = front_string(front, clang_getTypeSpelling(type));
	bits = strstr(name, "_BitInt(");
	if (!bits || (bits != name && strncmp(name, "unsigned ", 9) != 0))
		return false;
	width = strtoul(bits + 8, NULL, 10);
	*ir = blank_type(IR_T_INT);
	ir->is_signed = bits == name;
	for (ir->size = 1; ir->size * 8 < width && ir->size < 8;)
		ir->size *= 2;
	if (width > 64)
		ir->size = (width + 63) / 64 * 8;
	return true;
}

/* What it takes and returns isn't told: calls know. */
static struct ir_type callable_pointer(struct front *front)
{
	struct ir_type function = blank_type(IR_T_FUNCTION), pointer = blank_type(IR_T_POINTER);

	function.element = front_type_plain(front, IR_T_UNKNOWN);
	pointer.element = type_of_shape(front, &function);
	pointer.size = front->unit->pointer_size;
	return pointer;
}

/* A reference to what is a pointer to a function already is that pointer. */
static bool refers_to_callable(const struct front *front, CXType type)
{
	return front->cplusplus && (type.kind == CXType_LValueReference || type.kind == CXType_RValueReference) &&
	       front_is_callable_record(clang_getPointeeType(type));
}

static struct ir_type leaf_type(struct front *front, CXType type)
{
	struct ir_type ir;
	CXCursor declaration;

	switch (type.kind) {
	case CXType_Void:
		return blank_type(IR_T_VOID);
	case CXType_Bool:
		ir = blank_type(IR_T_BOOL);
		break;
	case CXType_Record:
		if (front->cplusplus && front_is_callable_record(type))
			return callable_pointer(front);
		ir = blank_type(IR_T_RECORD);
		declaration = clang_getTypeDeclaration(type);
		ir.is_union = declaration.kind == CXCursor_UnionDecl;
		ir.record = record_of(front, type);
		break;
	case CXType_NullPtr:
		ir = blank_type(IR_T_POINTER);
		ir.element = front_type_plain(front, IR_T_VOID);
		break;
	case CXType_Complex:
		ir = blank_type(IR_T_FLOAT);
		break;
	default:
		if (type.kind == CXType_Enum || (type.kind >= CXType_Bool && type.kind <= CXType_Int128 &&
						 !(type.kind >= CXType_Float && type.kind <= CXType_LongDouble)))
			return integer_type(front, type);
		if ((type.kind >= CXType_Float && type.kind <= CXType_LongDouble) || type.kind == CXType_Float128 ||
		    type.kind == CXType_Half || type.kind == CXType_Float16 || type.kind == CXType_BFloat16 ||
		    type.kind == CXType_Ibm128)
			ir = blank_type(IR_T_FLOAT);
		else if (bit_int_type(front, type, &ir))
			return ir;
		else
			ir = blank_type(IR_T_UNKNOWN);
	}
	ir.size = size_of(type);
	return ir;
}

static struct ir_type compound_type(CXType type, uint32_t element)
{
	struct ir_type ir = blank_type(IR_T_POINTER);

	ir.element = element;
	ir.size = size_of(type);
	switch (type.kind) {
	case CXType_LValueReference:
	case CXType_RValueReference:
		ir.is_reference = true;
		break;
	case CXType_ConstantArray:
		ir.kind = IR_T_ARRAY;
		ir.count = (uint64_t)clang_getArraySize(type);
		break;
	case CXType_IncompleteArray:
	case CXType_VariableArray:
		ir.kind = IR_T_ARRAY;
		ir.count = IR_COUNT_UNKNOWN;
		break;
	case CXType_FunctionProto:
	case CXType_FunctionNoProto:
		ir.kind = IR_T_FUNCTION;
		ir.variadic = type.kind == CXType_FunctionNoProto || clang_isFunctionTypeVariadic(type);
		break;
	case CXType_Vector:
	case CXType_ExtVector:
		ir.kind = IR_T_VECTOR;
		ir.count = (uint64_t)clang_getNumElements(type);
		break;
	default:
		break;
	}
	return ir;
}

/* Asking an invalid type for its unqualified one brings the library down. */
static CXType plain(CXType type)
{
	type = clang_getCanonicalType(type);
	return type.kind == CXType_Invalid ? type : clang_getUnqualifiedType(type);
}

/* Down to the innermost element, or to a type that is known, and back: declarators can be thousands of levels deep. */
uint32_t front_type(struct front *front, CXType type)
{
	uint64_t *known = NULL;
	size_t floor = front->chain.len;
	uint32_t index = IR_NONE;

	for (type = plain(type); type.kind != CXType_Invalid; type = plain(element_of(type))) {
		known = map_get(&front->types_seen, (uint64_t)(uintptr_t)type.data[0]);
		if (known)
			break;
		hvec_push(&front->chain, type);
	}
	if (known)
		index = (uint32_t)*known;
	while (front->chain.len > floor) {
		struct ir_type ir;

		type = front->chain.items[--front->chain.len];
		if (element_of(type).kind == CXType_Invalid) {
			ir = leaf_type(front, type);
			index = type_of_shape(front, &ir);
		} else if (type.kind != CXType_Atomic && !refers_to_callable(front, type)) {
			ir = compound_type(type, index);
			index = type_of_shape(front, &ir);
		}
		map_put(&front->types_seen, (uint64_t)(uintptr_t)type.data[0], index, NULL);
	}
	return index == IR_NONE ? front_type_plain(front, IR_T_UNKNOWN) : index;
}

/* Whether an expression that libclang gives an array type really names an array. */
static bool names_array(struct front *front, CXCursor expression)
{
	CXCursor inner = expression;

	for (;;) {
		struct kids kids;

		if (inner.kind != CXCursor_ParenExpr && inner.kind != CXCursor_UnexposedExpr)
			break;
		kids = front_kids(front, inner);
		if (kids.count != 1)
			break;
		inner = kids.at[0];
	}
	switch (inner.kind) {
	case CXCursor_DeclRefExpr:
		return clang_getCursorReferenced(inner).kind != CXCursor_ParmDecl;
	case CXCursor_UnaryOperator:
		return clang_getCursorUnaryOperatorKind(inner) == CXUnaryOperator_Deref ||
		       clang_getCursorUnaryOperatorKind(inner) == CXUnaryOperator_Extension;
	case CXCursor_MemberRefExpr:
	case CXCursor_ArraySubscriptExpr:
	case CXCursor_CompoundLiteralExpr:
	case CXCursor_StringLiteral:
	case CXCursor_InitListExpr:
		return true;
	default:
		return front->cplusplus && inner.kind != CXCursor_BinaryOperator &&
		       inner.kind != CXCursor_UnexposedExpr;
	}
}

/*
 * A parameter that is written as an array is a pointer. libclang undoes that:
 * it gives the written type to the parameter and to every value made from it.
 */
uint32_t front_cursor_type(struct front *front, CXCursor cursor)
{
	uint32_t type = front_type(front, clang_getCursorType(cursor));
	const struct ir_type *t = front_type_at(front, type);
	struct arena_mark mark;
	bool pointer;

	if (t->kind != IR_T_ARRAY)
		return type;
	mark = arena_mark(&front->scratch);
	pointer = cursor.kind == CXCursor_ParmDecl || (clang_isExpression(cursor.kind) && !names_array(front, cursor));
	arena_rewind(&front->scratch, mark);
	return pointer ? front_pointer_to(front, t->element) : type;
}
