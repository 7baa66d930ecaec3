/*
 * Initialiser lists. libclang shows them as written: braces may be left out,
 * members may be missing, designators jump about. The walk follows the language's
 * rule for the current object, with a stack of the aggregates it is inside of.
 */
#include "front/lower.h"

#include "base/vec.h"

struct frame {
	struct ir_memory memory;
	uint64_t next; /* index of the element or field that comes next */
};

struct walk {
	const struct initializer *with;
	struct front *front;
	VEC(struct frame) frames;
};

static bool is_aggregate(const struct front *front, uint32_t type)
{
	enum ir_type_kind kind = front_type_at(front, type)->kind;

	return kind == IR_T_ARRAY || kind == IR_T_RECORD || kind == IR_T_VECTOR;
}

/* How many parts an aggregate has for an initialiser: one member of a union; unnamed bit-fields are passed over. */
static uint64_t part_count(struct front *front, uint32_t type)
{
	const struct ir_type *t = front_type_at(front, type);

	return t->kind == IR_T_RECORD ? front_record(front, t->record)->fields.len : t->count;
}

static bool is_unnamed_bits(const struct ir_field *field)
{
	return field->bit_width > 0 && !field->name[0];
}

static void skip_unnamed(struct front *front, struct frame *frame)
{
	const struct ir_type *type = front_type_at(front, frame->memory.type);
	const struct ir_record *record;

	if (type->kind != IR_T_RECORD)
		return;
	record = front_record(front, type->record);
	while (frame->next < record->fields.len && is_unnamed_bits(&record->fields.items[frame->next]))
		frame->next++;
}

/* Type of the part that comes next; false behind the last one. */
static bool part_type(struct front *front, struct frame *frame, uint32_t *part)
{
	const struct ir_type *type;

	skip_unnamed(front, frame);
	if (frame->next >= part_count(front, frame->memory.type))
		return false;
	type = front_type_at(front, frame->memory.type);
	*part = type->kind == IR_T_RECORD ? front_record(front, type->record)->fields.items[frame->next].type
					  : type->element;
	return true;
}

/* The part itself, where part_type says there is one. */
static struct ir_memory part_memory(struct front *front, const struct frame *frame)
{
	const struct ir_type *type = front_type_at(front, frame->memory.type);
	uint32_t element = type->element;
	struct ir_value index;

	if (type->kind == IR_T_RECORD)
		return ir_memory_field(front, frame->memory, type->record, (uint32_t)frame->next);
	index = ir_value_int(front_type_int(front, 8, true), (int64_t)frame->next);
	return ir_memory_index(front, frame->memory, index, element);
}

static void step_on(struct front *front, struct frame *frame)
{
	const struct ir_type *type = front_type_at(front, frame->memory.type);

	/* Once a member of a union is set, the union is done with. */
	frame->next = type->kind == IR_T_RECORD && type->is_union ? UINT64_MAX - 1 : frame->next + 1;
}

static struct frame *top_of(struct walk *walk)
{
	return &walk->frames.items[walk->frames.len - 1];
}

static void push_frame(struct walk *walk, struct ir_memory memory)
{
	vec_push(&walk->front->scratch, &walk->frames, (struct frame){memory, 0});
}

/* Whether the expression initialises a part of this type as a whole, rather than its first scalar. */
static bool fits_whole(struct front *front, uint32_t type, CXCursor expression)
{
	enum ir_type_kind kind = front_type_at(front, type)->kind;
	CXCursor inner;

	if (expression.kind == CXCursor_InitListExpr || !is_aggregate(front, type))
		return true;
	inner = cursor_stripped(front, expression);
	if (kind == IR_T_ARRAY)
		return (inner.kind == CXCursor_StringLiteral &&
			front_type_at(front, front_type_at(front, type)->element)->kind == IR_T_INT) ||
		       front_cursor_type(front, expression) == type;
	if (front->cplusplus && front_type_at(front, front_cursor_type(front, expression))->kind == IR_T_RECORD)
		return true; /* converted by its class */
	return front_cursor_type(front, expression) == type;
}

/* --- one element ------------------------------------------------------------------------ */

/* Puts the expression where the current object is, going into aggregates whose braces were left out. */
static void place(struct walk *walk, CXCursor expression)
{
	uint32_t type;

	while (walk->frames.len > 0) {
		if (!part_type(walk->front, top_of(walk), &type)) {
			walk->frames.len--;
			if (walk->frames.len > 0)
				step_on(walk->front, top_of(walk));
		} else if (fits_whole(walk->front, type, expression)) {
			walk->with->element(walk->with->context, part_memory(walk->front, top_of(walk)), expression);
			step_on(walk->front, top_of(walk));
			return;
		} else {
			push_frame(walk, part_memory(walk->front, top_of(walk)));
		}
	}
}

/* --- designators ---------------------------------------------------------------------------- */

static bool is_designated(CXCursor expression)
{
	return expression.kind == CXCursor_UnexposedExpr &&
	       clang_getCanonicalType(clang_getCursorType(expression)).kind == CXType_Void;
}

static bool designate_field(struct walk *walk, CXCursor step)
{
	CXCursor field = clang_getCursorReferenced(step);
	struct frame *top = top_of(walk);
	const struct ir_type *type = front_type_at(walk->front, top->memory.type);
	uint32_t record, index;

	if (!front_field(walk->front, field, &record, &index) || type->kind != IR_T_RECORD || type->record != record)
		return false;
	top->next = index;
	return true;
}

/* `[3]`, or `[1 ... 5]`: the first index counts, and the range is remembered. */
static bool designate_index(struct walk *walk, CXCursor step)
{
	int64_t number;

	if (front_type_at(walk->front, top_of(walk)->memory.type)->kind != IR_T_ARRAY ||
	    !cursor_constant(step, &number) || number < 0)
		return false;
	top_of(walk)->next = (uint64_t)number;
	return true;
}

/* Whether two index expressions in a row are the ends of a range: the text between them says so. */
static bool is_range(struct walk *walk, CXCursor low, CXCursor high)
{
	const char *from, *to, *end;

	if (!front_spelled(walk->front, low, &from, &end) || !front_spelled(walk->front, high, &to, &end) || to < from)
		return false;
	for (; to - from >= 3; from++)
		if (from[0] == '.' && from[1] == '.' && from[2] == '.')
			return true;
	return false;
}

/* All elements of a range get the value: one element with an unknown index stands for them. */
static void place_range(struct walk *walk, CXCursor expression, CXCursor high)
{
	struct frame *top = top_of(walk);
	const struct ir_type *type = front_type_at(walk->front, top->memory.type);
	struct ir_value any = ir_value_unknown(front_type_int(walk->front, 8, true));
	int64_t last;

	walk->with->element(walk->with->context, ir_memory_index(walk->front, top->memory, any, type->element),
			    expression);
	if (cursor_constant(high, &last) && last >= 0)
		top->next = (uint64_t)last + 1;
}

static void designated(struct walk *walk, CXCursor expression)
{
	struct kids kids = front_kids(walk->front, expression);
	uint32_t type;

	walk->frames.len = 1;
	for (uint32_t i = 0; i + 1 < kids.count; i++) {
		CXCursor step = kids.at[i];
		bool known =
			step.kind == CXCursor_MemberRef ? designate_field(walk, step) : designate_index(walk, step);

		if (!known)
			break;
		if (step.kind != CXCursor_MemberRef && i + 2 < kids.count &&
		    kids.at[i + 1].kind != CXCursor_MemberRef && is_range(walk, step, kids.at[i + 1])) {
			place_range(walk, kids_last(&kids), kids.at[i + 1]);
			return;
		}
		if (i + 2 < kids.count) {
			if (!part_type(walk->front, top_of(walk), &type))
				break;
			push_frame(walk, part_memory(walk->front, top_of(walk)));
		}
	}
	if (kids.count)
		place(walk, kids_last(&kids));
}

/* --- the list --------------------------------------------------------------------------------- */

/* Whether each part gets its own element in order, so that nothing is left to be zero. */
static bool covers_all(struct front *front, struct ir_memory memory, const struct kids *kids)
{
	struct frame frame = {memory, 0};
	uint32_t type;

	for (uint32_t i = 0; i < kids->count; i++) {
		if (is_designated(kids->at[i]) || !part_type(front, &frame, &type) ||
		    !fits_whole(front, type, kids->at[i]))
			return false;
		step_on(front, &frame);
	}
	return !part_type(front, &frame, &type);
}

static void walk_list(struct initializer *with, struct ir_memory memory, CXCursor list)
{
	struct front *front = with->front;
	struct walk walk = {.with = with, .front = front};
	struct kids kids = front_kids(front, list);

	if (!is_aggregate(front, memory.type)) { /* `int x = { 1 };` */
		if (kids.count)
			with->element(with->context, memory, kids.at[0]);
		else
			with->zero(with->context, memory, list);
		return;
	}
	if (kids.count == 1 && fits_whole(front, memory.type, kids.at[0]) && kids.at[0].kind != CXCursor_InitListExpr &&
	    !is_designated(kids.at[0])) { /* `char s[] = { "abc" };` */
		with->element(with->context, memory, kids.at[0]);
		return;
	}
	if (!covers_all(front, memory, &kids))
		with->zero(with->context, memory, list);
	push_frame(&walk, memory);
	for (uint32_t i = 0; i < kids.count; i++) {
		if (!clang_isExpression(kids.at[i].kind))
			continue;
		if (is_designated(kids.at[i]))
			designated(&walk, kids.at[i]);
		else
			place(&walk, kids.at[i]);
	}
}

void initializer_walk(struct initializer *with, struct ir_memory memory, CXCursor list)
{
	struct arena_mark mark = arena_mark(&with->front->scratch);

	walk_list(with, memory, list);
	arena_rewind(&with->front->scratch, mark);
}
