/* What begins and ends objects of classes: bases and members in their order, whether somebody wrote it or not. */
#include "front/lower_class.h"

#include <string.h>

/* --- parts of an object ------------------------------------------------------------------ */

/* An object as one of another class that it is: a base of it, or what it is a base of. */
struct ir_memory memory_as(struct builder *b, struct ir_memory memory, uint32_t type, CXCursor at)
{
	struct ir_value pointer;

	if (memory.type == type)
		return memory;
	pointer = build_address(b, memory, front_pointer_to(b->front, memory.type), at);
	pointer = build_cast(b, pointer, front_pointer_to(b->front, type), true, at);
	return ir_memory_deref(b->front, pointer, type);
}

static struct ir_memory own_object(struct builder *b, CXCursor class_, CXCursor at)
{
	struct ir_value pointer = build_load(b, ir_memory_local(b, 0), at);

	return ir_memory_deref(b->front, pointer, front_cursor_type(b->front, class_));
}

/* What stands in for each element of an array. */
struct ir_memory memory_of_elements(struct builder *b, struct ir_memory memory)
{
	const struct ir_type *type = front_type_at(b->front, memory.type);

	while (type->kind == IR_T_ARRAY && type->element != IR_NONE) {
		struct ir_value any = ir_value_unknown(front_type_int(b->front, 8, true));

		memory = ir_memory_index(b->front, memory, any, type->element);
		type = front_type_at(b->front, memory.type);
	}
	return memory;
}

/* --- what begins an object ------------------------------------------------------------------- */

static void call_on(struct builder *b, uint32_t symbol, struct ir_memory memory, CXCursor at)
{
	CXCursor constructor = b->front->symbol_infos.items[symbol].cursor;
	int count = clang_Cursor_isNull(constructor) ? 0 : clang_Cursor_getNumArguments(constructor);
	struct ir_value *args = arena_array(&b->front->scratch, struct ir_value, (size_t)(count > 0 ? count : 0) + 1);
	struct ir_insn *insn;

	memory = memory_of_elements(b, memory);
	args[0] = build_address(b, memory, front_pointer_to(b->front, memory.type), at);
	for (int i = 0; i < count; i++)
		args[i + 1] = ir_value_unknown(
			front_cursor_type(b->front, clang_Cursor_getArgument(constructor, (unsigned)i)));
	insn = build_insn(b, IR_CALL, at);
	insn->a = ir_value_function(b->front, symbol);
	build_arguments(b, insn, args, (uint32_t)(count > 0 ? count : 0) + 1);
	lower_may_throw(b, at);
}

void lower_default_object(struct builder *b, struct ir_memory memory, CXType type, CXCursor at)
{
	uint32_t symbol = class_constructor(b->front, type);

	if (symbol != IR_NONE)
		call_on(b, symbol, memory, at);
}

void lower_default_members(struct builder *b, struct ir_memory memory, CXType type, CXCursor at)
{
	uint32_t symbol = class_member_initializer(b->front, type);

	if (symbol != IR_NONE)
		call_on(b, symbol, memory, at);
}

/* One of the initialisers that stand before a constructor's body. */
struct part_init {
	CXCursor member; /* the null cursor: a base, or the object itself */
	CXCursor expression;
	bool done;
};

struct part_inits {
	VEC(struct part_init) all;
};

static struct part_inits written_inits(struct builder *b, CXCursor constructor)
{
	struct kids kids = front_kids(b->front, constructor);
	struct part_inits inits = {0};
	CXCursor member = clang_getNullCursor();

	for (uint32_t i = 0; i < kids.count; i++) {
		if (clang_isReference(kids.at[i].kind))
			member = kids.at[i].kind == CXCursor_MemberRef ? clang_getCursorReferenced(kids.at[i])
								       : clang_getNullCursor();
		if (!clang_isExpression(kids.at[i].kind))
			continue;
		vec_push(&b->front->scratch, &inits.all,
			 (struct part_init){.member = member, .expression = kids.at[i]});
		member = clang_getNullCursor();
	}
	return inits;
}

static void lower_part(struct builder *b, struct ir_memory memory, struct part_init *init)
{
	struct full_expression was = build_set_full(b, init->expression);
	struct scope *outer = b->scope;

	init->done = true;
	lower_into(b, memory, init->expression);
	lower_end_temporaries(b, outer);
	build_restore_full(b, was);
}

static bool initializes(const struct part_init *init, CXCursor class_)
{
	CXCursor made;

	if (init->done || !clang_Cursor_isNull(init->member))
		return false;
	made = class_of_type(clang_getCursorType(init->expression));
	return !clang_Cursor_isNull(made) && clang_equalCursors(made, class_);
}

/* The base's constructor that `using base::base;` makes one of this class of; the null cursor for any other. */
static CXCursor inherited(struct builder *b, CXCursor constructor, CXCursor base)
{
	struct kids kids = class_members(b->front, base);
	CXType type = clang_getCanonicalType(clang_getCursorType(constructor));
	CXCursor class_ = clang_getCursorSemanticParent(constructor);
	CXString name = clang_getCursorSpelling(constructor), own = clang_getCursorSpelling(class_);
	bool is = strcmp(clang_getCString(name), clang_getCString(own)) != 0;

	clang_disposeString(name);
	clang_disposeString(own);
	for (uint32_t i = 0; is && i < kids.count; i++)
		if (kids.at[i].kind == CXCursor_Constructor &&
		    clang_equalTypes(clang_getCanonicalType(clang_getCursorType(kids.at[i])), type))
			return kids.at[i];
	return clang_getNullCursor();
}

/* It hands on what it got. */
static void call_inherited(struct builder *b, CXCursor constructor, struct ir_memory memory, CXCursor at)
{
	uint32_t count = b->function->parameter_count;
	struct ir_value *args = arena_array(&b->front->scratch, struct ir_value, count);
	struct ir_insn *insn;

	args[0] = build_address(b, memory, front_pointer_to(b->front, memory.type), at);
	for (uint32_t i = 1; i < count; i++)
		args[i] = build_load(b, ir_memory_local(b, i), at);
	insn = build_insn(b, IR_CALL, at);
	insn->a = ir_value_function(b->front, front_symbol(b->front, constructor));
	build_arguments(b, insn, args, count);
}

static void begin_bases(struct builder *b, CXCursor class_, CXCursor constructor, struct part_inits *inits)
{
	struct kids bases = class_bases(b->front, class_);

	for (uint32_t i = 0; i < bases.count; i++) {
		CXType type = clang_getCursorType(bases.at[i]);
		CXCursor base = class_of_type(type), handed = clang_getNullCursor();
		struct ir_memory memory;
		struct part_init *found = NULL;

		if (clang_Cursor_isNull(base))
			continue;
		if (!clang_Cursor_isNull(constructor))
			handed = inherited(b, constructor, base);
		for (size_t k = 0; !found && k < inits->all.len; k++)
			if (initializes(&inits->all.items[k], base))
				found = &inits->all.items[k];
		if (!found && clang_Cursor_isNull(handed) && class_constructor(b->front, type) == IR_NONE)
			continue;
		memory = own_object(b, class_, found ? found->expression : constructor);
		memory = memory_as(b, memory, front_type(b->front, type), bases.at[i]);
		if (!clang_Cursor_isNull(handed))
			call_inherited(b, handed, memory, bases.at[i]);
		else if (found)
			lower_part(b, memory, found);
		else
			lower_default_object(b, memory, type, bases.at[i]);
	}
}

static void begin_field(struct builder *b, CXCursor class_, CXCursor field, struct part_inits *inits)
{
	struct part_init own = {.expression = class_field_default(b->front, field)}, *found = NULL;
	struct ir_memory memory;

	for (size_t i = 0; !found && i < inits->all.len; i++)
		if (!inits->all.items[i].done && clang_equalCursors(inits->all.items[i].member, field))
			found = &inits->all.items[i];
	if (!found && !clang_Cursor_isNull(own.expression) && class_.kind != CXCursor_UnionDecl)
		found = &own;
	if (!found && class_constructor(b->front, clang_getCursorType(field)) == IR_NONE)
		return;
	memory = own_object(b, class_, found ? found->expression : field);
	memory = memory_of_field(b->front, memory, field);
	if (found)
		lower_part(b, memory, found);
	else if (class_.kind != CXCursor_UnionDecl)
		lower_default_object(b, memory, clang_getCursorType(field), field);
}

static struct ir_memory member_of_own(struct builder *b, CXCursor class_, const struct part_init *init)
{
	return memory_of_field(b->front, own_object(b, class_, init->expression), init->member);
}

static void begin_fields(struct builder *b, CXCursor class_, struct part_inits *inits)
{
	struct kids fields = class_fields(b->front, class_);

	for (uint32_t i = 0; i < fields.count; i++)
		begin_field(b, class_, fields.at[i], inits);
	for (size_t i = 0; i < inits->all.len; i++) { /* members of unnamed parts */
		struct part_init *init = &inits->all.items[i];

		if (!init->done && !clang_Cursor_isNull(init->member))
			lower_part(b, member_of_own(b, class_, init), init);
	}
}

void lower_begin_parts(struct builder *b, CXCursor constructor)
{
	CXCursor class_ = clang_getCursorDefinition(clang_getCursorSemanticParent(constructor));
	struct part_inits inits = written_inits(b, constructor);

	if (clang_Cursor_isNull(class_))
		return;
	for (size_t i = 0; i < inits.all.len; i++)
		if (initializes(&inits.all.items[i], class_)) { /* another constructor does it */
			lower_part(b, own_object(b, class_, constructor), &inits.all.items[i]);
			return;
		}
	begin_bases(b, class_, constructor, &inits);
	begin_fields(b, class_, &inits);
}

/* --- what ends an object -------------------------------------------------------------------------- */

/* The last to be entered is the first to end. */
void lower_enter_parts(struct builder *b, CXCursor class_)
{
	struct kids bases, fields;

	class_ = clang_getCursorDefinition(class_);
	if (clang_Cursor_isNull(class_) || class_.kind == CXCursor_UnionDecl)
		return;
	bases = class_bases(b->front, class_);
	fields = class_fields(b->front, class_);
	for (uint32_t i = 0; i < bases.count; i++) {
		CXType type = clang_getCursorType(bases.at[i]);
		uint32_t symbol = class_destructor(b->front, type), base = front_type(b->front, type);

		if (symbol != IR_NONE)
			build_enter_object(b, memory_as(b, own_object(b, class_, bases.at[i]), base, bases.at[i]),
					   symbol);
	}
	for (uint32_t i = 0; i < fields.count; i++) {
		uint32_t symbol = class_destructor(b->front, clang_getCursorType(fields.at[i]));
		CXCursor field = fields.at[i];

		if (symbol != IR_NONE)
			build_enter_object(b, memory_of_field(b->front, own_object(b, class_, field), field), symbol);
	}
}

/* What `pointer` leads to ends, whatever class it really is of where that can differ. */
void lower_destroy(struct builder *b, struct ir_value pointer, CXType type, CXCursor at)
{
	uint32_t symbol = class_destructor(b->front, type);
	struct ir_insn *insn;

	if (symbol == IR_NONE || !build_is_open(b))
		return;
	insn = build_insn(b, IR_CALL, at);
	insn->a = ir_value_function(b->front, symbol);
	insn->is_virtual = class_has_virtual_destructor(b->front, type);
	build_arguments(b, insn, &pointer, 1);
}

/* What a library's object holds ends with it; what is shared may live on. */
static void end_owned(struct builder *b, CXCursor class_)
{
	CXType type;

	for (unsigned i = 0; (type = class_owned(b->front, class_, i)).kind != CXType_Invalid; i++) {
		uint32_t pointer = front_pointer_to(b->front, front_type(b->front, type)), ends, next;
		struct ir_value own;

		if (class_destructor(b->front, type) == IR_NONE)
			continue;
		next = build_block(b);
		if (class_shares(b->front, class_)) {
			ends = build_block(b);
			build_branch(b, ir_value_unknown(front_type_int(b->front, 4, true)), ends, next, class_);
			build_begin(b, ends);
		}
		own = build_load(b, ir_memory_local(b, 0), class_);
		lower_destroy(b, build_cast(b, own, pointer, true, class_), type, class_);
		build_begin(b, next);
	}
}

/* --- objects without a name ------------------------------------------------------------------------------ */

struct ir_memory lower_temporary(struct builder *b, CXCursor expression)
{
	uint32_t local = build_made_local(b, front_cursor_type(b->front, expression));
	uint32_t symbol = class_destructor(b->front, clang_getCursorType(expression));

	if (symbol != IR_NONE)
		build_enter(b, local, symbol);
	return ir_memory_local(b, local);
}

void lower_hand_over(struct builder *b, const struct scope *before)
{
	if (b->scope && b->scope != before && b->scope->local != IR_NONE &&
	    b->function->locals.items[b->scope->local].made)
		b->scope = b->scope->outer;
}

void lower_end_temporaries(struct builder *b, struct scope *outer)
{
	if (b->front->cplusplus && b->scope != outer)
		build_end_scope(b, outer, b->here);
}

uint32_t lower_moved_local(struct builder *b, CXCursor expression)
{
	CXCursor inner, named;
	uint64_t *local;

	for (;;) {
		if (expression.kind == CXCursor_UnexposedExpr && unexposed_inner(b->front, expression, &inner))
			expression = inner;
		else if (call_constructs(expression) && clang_Cursor_getNumArguments(expression) == 1)
			expression = clang_Cursor_getArgument(expression, 0);
		else
			break;
	}
	named = clang_getCursorReferenced(expression);
	if (expression.kind != CXCursor_DeclRefExpr || named.kind != CXCursor_VarDecl)
		return IR_NONE;
	local = map_get(&b->locals, cursor_key(named));
	return local ? (uint32_t)*local : IR_NONE;
}

/* --- functions that nobody wrote --------------------------------------------------------------------- */

static void lower_implicit_body(struct builder *b, const struct implicit *implicit)
{
	struct part_inits none = {0};

	switch (implicit->kind) {
	case IMPLICIT_CONSTRUCTOR:
		begin_bases(b, implicit->class_, clang_getNullCursor(), &none);
		begin_fields(b, implicit->class_, &none);
		break;
	case IMPLICIT_MEMBERS:
		begin_fields(b, implicit->class_, &none);
		break;
	case IMPLICIT_DESTRUCTOR:
		if (front_is_system(implicit->class_))
			end_owned(b, implicit->class_);
		else
			lower_enter_parts(b, implicit->class_);
		break;
	}
}

void lower_implicit(struct front *front, const struct implicit *implicit)
{
	struct arena_mark mark = arena_mark(&front->scratch);
	struct ir_function function = {.symbol = implicit->symbol};
	struct builder b;
	uint32_t type = front_pointer_to(front, front_cursor_type(front, implicit->class_));

	build_init(&b, front, &function);
	function.place = b.here = front_name_place(front, implicit->class_);
	function.return_type = front_type_plain(front, IR_T_VOID);
	build_parameter(&b, "this", type, function.place);
	b.has_this = true;
	if (implicit->kind == IMPLICIT_DESTRUCTOR)
		class_overridden_destructors(front, implicit->class_, &function);
	build_begin(&b, build_block(&b));
	lower_implicit_body(&b, implicit);
	build_leave_function(&b, function.place);
	build_insn_at(&b, IR_RETURN, function.place);
	build_finish(&b);
	vec_push(front->arena, &front->unit->functions, function);
	hvec_push(&front->extents, front_place(front, implicit->class_));
	build_release(&b);
	arena_rewind(&front->scratch, mark);
}
