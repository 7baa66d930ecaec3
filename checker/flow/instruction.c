/* Instructions to values: what each computes, reads and writes, and which of them are events. */
#include "flow/builder.h"

#include "model/identifier.h"
#include "model/models.h"

void builder_set(struct builder *b, uint32_t variable, uint32_t node)
{
	vec_push(b->body->arena, &b->undo, (struct undo){ variable, b->current[variable] });
	b->current[variable] = node;
}

/* --- values ---------------------------------------------------------------- */

static const struct ir_type *type_of(const struct builder *b, uint32_t type)
{
	return &b->body->unit->types.items[type];
}

static uint32_t unknown(struct builder *b, uint32_t type)
{
	return value_fresh(&b->body->values, &(struct value){ .kind = FACT__ORIGIN_KIND__ORIGIN_UNKNOWN, .type = type, .block = b->block });
}

static uint32_t operand(struct builder *b, const struct ir_value *value)
{
	struct values *values = &b->body->values;

	switch (value->kind) {
	case IR_V_INT:
		return value_int(values, value->type, value->number);
	case IR_V_FLOAT:
		return value_make(values, &(struct value){ .kind = FACT__ORIGIN_KIND__ORIGIN_FLOAT, .type = value->type });
	case IR_V_STRING:
		return value_make(values, &(struct value){ .kind = FACT__ORIGIN_KIND__ORIGIN_STRING, .type = value->type, .number = value->index });
	case IR_V_FUNCTION:
		return value_make(values, &(struct value){ .kind = FACT__ORIGIN_KIND__ORIGIN_FUNCTION, .type = value->type, .symbol = value->index });
	case IR_V_TEMP:
		return b->temps[value->index];
	default:
		return unknown(b, value->type);
	}
}

static int64_t wrapped(const struct ir_type *type, int64_t number)
{
	unsigned bits = (unsigned)type->size * 8;

	if (type->kind == IR_T_BOOL)
		return number != 0;
	if (bits == 0 || bits >= 64)
		return number;
	number = (int64_t)((uint64_t)number & (((uint64_t)1 << bits) - 1));
	if (type->is_signed && (number >> (bits - 1)))
		number -= (int64_t)((uint64_t)1 << bits);
	return number;
}

/* What an operation on constants yields, where that is defined and simple. */
static bool folded(enum ir_op op, int64_t a, int64_t b, int64_t *number)
{
	switch (op) {
	case IR_ADD:
		return !__builtin_add_overflow(a, b, number);
	case IR_SUB:
		return !__builtin_sub_overflow(a, b, number);
	case IR_MUL:
		return !__builtin_mul_overflow(a, b, number);
	case IR_AND:
		*number = a & b;
		return true;
	case IR_OR:
		*number = a | b;
		return true;
	case IR_NOT:
		*number = ~a;
		return true;
	case IR_NEG:
		*number = -a;
		return a != INT64_MIN;
	default:
		return false;
	}
}

/* The constant that `op` makes of constants, in *value; false where it doesn't. */
static bool fold(struct builder *b, enum ir_op op, uint32_t type, uint32_t left, uint32_t right, uint32_t *value)
{
	const struct value *l = &b->body->values.all.items[left], *r = &b->body->values.all.items[right];
	int64_t number;

	if (l->kind != FACT__ORIGIN_KIND__ORIGIN_INT || r->kind != FACT__ORIGIN_KIND__ORIGIN_INT ||
	    type_of(b, type)->kind != IR_T_INT || !folded(op, l->number, r->number, &number))
		return false;
	*value = value_int(&b->body->values, type, wrapped(type_of(b, type), number));
	return true;
}

static uint32_t unary(struct builder *b, Fact__OriginKind kind, enum ir_op op, uint32_t type, uint32_t arg)
{
	return value_make(&b->body->values, &(struct value){ .kind = kind, .op = op, .type = type, .arg_count = 1, .args = &arg });
}

static uint32_t binary(struct builder *b, Fact__OriginKind kind, enum ir_op op, uint32_t type, uint32_t left, uint32_t right)
{
	uint32_t args[] = { left, right };

	return value_make(&b->body->values, &(struct value){ .kind = kind, .op = op, .type = type, .arg_count = 2, .args = args });
}

/* `p[0]` is `*p`; an array's first element stays apart from the array. */
static uint32_t element(struct builder *b, uint32_t base, uint32_t index, uint32_t type)
{
	const struct value *from = &b->body->values.all.items[base], *i = &b->body->values.all.items[index];
	bool object = from->kind == FACT__ORIGIN_KIND__ORIGIN_LOCAL || from->kind == FACT__ORIGIN_KIND__ORIGIN_GLOBAL ||
		      from->kind == FACT__ORIGIN_KIND__ORIGIN_FIELD;

	if (i->kind == FACT__ORIGIN_KIND__ORIGIN_INT && i->number == 0 && !object)
		return base;
	return binary(b, FACT__ORIGIN_KIND__ORIGIN_ELEMENT, IR_ADD, type, base, index);
}

/* The type of the memory one step further in. */
static uint32_t type_behind(const struct builder *b, uint32_t type, const struct ir_step *step)
{
	const struct ir_type *t = type_of(b, type);

	if (step->kind == IR_S_FIELD)
		return b->body->unit->records.items[step->record].fields.items[step->field].type;
	return t->kind == IR_T_ARRAY || t->kind == IR_T_VECTOR ? t->element : type;
}

static uint32_t base_address(struct builder *b, const struct ir_memory *memory, uint32_t *type)
{
	struct value base = { 0 };

	if (memory->base == IR_B_DEREF) {
		*type = type_of(b, memory->pointer.type)->element;
		if (*type == IR_NONE)
			*type = memory->type;
		return operand(b, &memory->pointer);
	}
	if (memory->base == IR_B_LOCAL) {
		*type = b->body->function->locals.items[memory->index].type;
		base = (struct value){ .kind = FACT__ORIGIN_KIND__ORIGIN_LOCAL, .type = *type, .number = memory->index };
	} else {
		*type = b->body->unit->symbols.items[memory->index].type;
		base = (struct value){ .kind = FACT__ORIGIN_KIND__ORIGIN_GLOBAL, .type = *type, .symbol = memory->index };
	}
	return value_make(&b->body->values, &base);
}

static uint32_t address(struct builder *b, const struct ir_memory *memory)
{
	struct values *values = &b->body->values;
	uint32_t type, at = base_address(b, memory, &type);

	for (uint32_t i = 0; i < memory->step_count; i++) {
		const struct ir_step *step = &memory->steps[i];

		type = type_behind(b, type, step);
		if (step->kind == IR_S_INDEX)
			at = element(b, at, operand(b, &step->index), type);
		else
			at = value_make(values, &(struct value){ .kind = FACT__ORIGIN_KIND__ORIGIN_FIELD,
								 .type = type,
								 .number = b->is_union[step->record] ? VALUE_UNION_FIELD : 0,
								 .record = step->record,
								 .field = step->field,
								 .arg_count = 1,
								 .args = &at });
	}
	return at;
}

/* A cast that changes no number, sign or width leaves no trace: pointers among each other, enumerations and their integer. */
static bool cast_is_nothing(const struct ir_type *from, const struct ir_type *to)
{
	if (from->kind == IR_T_POINTER && to->kind == IR_T_POINTER)
		return true;
	return from->kind == to->kind && (from->kind == IR_T_INT || from->kind == IR_T_BOOL) && from->size == to->size &&
	       from->is_signed == to->is_signed && from->plain_char == to->plain_char;
}

static uint32_t cast(struct builder *b, const struct ir_insn *insn)
{
	uint32_t arg = operand(b, &insn->a);
	const struct value *v = &b->body->values.all.items[arg];
	const struct ir_type *to = type_of(b, insn->dest_type);

	if (cast_is_nothing(type_of(b, insn->a.type), to))
		return arg;
	if (v->kind == FACT__ORIGIN_KIND__ORIGIN_INT && (to->kind == IR_T_INT || to->kind == IR_T_BOOL))
		return value_int(&b->body->values, insn->dest_type, wrapped(to, v->number));
	return unary(b, FACT__ORIGIN_KIND__ORIGIN_CAST, IR_ADD, insn->dest_type, arg);
}

/* Pointer arithmetic is a step to an element; constant steps add up. */
static uint32_t pointer_step(struct builder *b, uint32_t base, uint32_t index, bool back, uint32_t type)
{
	struct values *values = &b->body->values;
	const struct value *i = &values->all.items[index], *from = &values->all.items[base];

	if (back)
		index = i->kind == FACT__ORIGIN_KIND__ORIGIN_INT && i->number != INT64_MIN
				? value_int(values, i->type, -i->number)
				: unary(b, FACT__ORIGIN_KIND__ORIGIN_UNARY, IR_NEG, i->type, index);
	i = &values->all.items[index];
	from = &values->all.items[base];
	if (i->kind == FACT__ORIGIN_KIND__ORIGIN_INT && from->kind == FACT__ORIGIN_KIND__ORIGIN_ELEMENT) {
		const struct value *before = &values->all.items[from->args[1]];
		int64_t sum;

		if (before->kind == FACT__ORIGIN_KIND__ORIGIN_INT && !__builtin_add_overflow(before->number, i->number, &sum))
			return element(b, from->args[0], value_int(values, before->type, sum), type);
	}
	return element(b, base, index, type);
}

static uint32_t arithmetic(struct builder *b, const struct ir_insn *insn)
{
	uint32_t left = operand(b, &insn->a), right = operand(b, &insn->b), value;
	bool left_pointer = type_of(b, insn->a.type)->kind == IR_T_POINTER;
	bool right_pointer = type_of(b, insn->b.type)->kind == IR_T_POINTER;

	if (insn->op == IR_ADD && left_pointer && !right_pointer)
		return pointer_step(b, left, right, false, insn->dest_type);
	if (insn->op == IR_ADD && right_pointer && !left_pointer)
		return pointer_step(b, right, left, false, insn->dest_type);
	if (insn->op == IR_SUB && left_pointer && !right_pointer)
		return pointer_step(b, left, right, true, insn->dest_type);
	if (fold(b, insn->op, insn->dest_type, left, right, &value))
		return value;
	return binary(b, FACT__ORIGIN_KIND__ORIGIN_BINARY, insn->op, insn->dest_type, left, right);
}

/* --- instructions ------------------------------------------------------------ */

static struct event *add_event(struct builder *b, Fact__EventKind kind, const struct ir_insn *insn)
{
	vec_push(b->body->arena, &b->body->events, (struct event){ .kind = kind, .insn = insn, .block = b->block });
	return &b->body->events.items[b->body->events.len - 1];
}

static uint32_t memory_variable(const struct builder *b, uint32_t at)
{
	const struct value *root = &b->body->values.all.items[value_root(&b->body->values, at)];

	return root->kind == FACT__ORIGIN_KIND__ORIGIN_LOCAL ? b->variable_of[root->number] : SHARED_MEMORY;
}

void builder_write(struct builder *b, uint32_t variable, struct version version)
{
	version.block = b->block;
	version.before = b->current[variable];
	vec_push(b->body->arena, &b->body->values.versions, version);
	builder_set(b, variable, (uint32_t)b->body->values.versions.len - 1);
}

static bool plain_variable(const struct builder *b, const struct ir_memory *memory)
{
	return memory->base == IR_B_LOCAL && !memory->step_count && !b->body->is_object[memory->index];
}

/* Remembers how an object's parts are read: at places fixed in the text, or at running ones. */
static void note_read(struct builder *b, uint32_t at)
{
	const struct values *values = &b->body->values;
	const struct value *v = &values->all.items[at];
	const struct value *root = &values->all.items[value_root(values, at)];
	bool variable = false;

	if (root->kind == FACT__ORIGIN_KIND__ORIGIN_UNION || root == v)
		return;
	for (; v != root; v = &values->all.items[v->args[0]])
		if (v->kind == FACT__ORIGIN_KIND__ORIGIN_ELEMENT)
			variable |= values->all.items[v->args[1]].kind != FACT__ORIGIN_KIND__ORIGIN_INT;
	if (root->kind != FACT__ORIGIN_KIND__ORIGIN_LOCAL)
		return;
	b->body->read_at_variable[root->number] |= variable;
	b->body->read_at_constant[root->number] |= !variable;
}

/* Text and arrays of text are what the environment is made of; which loads of those count is told when all is known. */
static bool may_be_environment(const struct builder *b, uint32_t type)
{
	for (int depth = 0; depth < 2 && type_of(b, type)->kind == IR_T_POINTER && type_of(b, type)->element != IR_NONE;
	     depth++)
		type = type_of(b, type)->element;
	return type_of(b, type)->kind == IR_T_INT && type_of(b, type)->size == 1;
}

static uint32_t load(struct builder *b, const struct ir_insn *insn)
{
	uint32_t at;

	if (plain_variable(b, &insn->memory))
		return b->current[b->variable_of[insn->memory.index]];
	at = address(b, &insn->memory);
	note_read(b, at);
	if (may_be_environment(b, insn->dest_type))
		add_event(b, FACT__EVENT_KIND__EVENT_LOAD, insn)->target = at;
	return value_load(&b->body->values, at, b->current[memory_variable(b, at)], insn->dest_type);
}

const char *body_stored_name(const struct body *body, const struct ir_memory *memory)
{
	for (uint32_t i = memory->step_count; i--;)
		if (memory->steps[i].kind == IR_S_FIELD)
			return facts_text(body->unit->records.items[memory->steps[i].record]
						  .fields.items[memory->steps[i].field]
						  .name);
	return facts_text(body->function->locals.items[memory->index].name);
}

/* Names get lost with locals that nobody else sees; those of identifiers are told of. */
static bool names_identifier(const struct builder *b, const struct ir_insn *insn, uint32_t value)
{
	Fact__OriginKind from = b->body->values.all.items[value].kind;
	const struct ir_type *type = type_of(b, insn->memory.type);

	if (type->kind == IR_T_POINTER ? from != FACT__ORIGIN_KIND__ORIGIN_RESULT :
					 type->size < 2 || (type->kind != IR_T_INT && type->kind != IR_T_FLOAT) ||
						 from == FACT__ORIGIN_KIND__ORIGIN_INT)
		return false;
	return identifier_variable(body_stored_name(b->body, &insn->memory));
}

static void store(struct builder *b, const struct ir_insn *insn)
{
	uint32_t value = operand(b, &insn->a), at, variable;

	if (plain_variable(b, &insn->memory)) {
		if (names_identifier(b, insn, value))
			add_event(b, FACT__EVENT_KIND__EVENT_NAMED, insn)->value = value;
		builder_set(b, b->variable_of[insn->memory.index], value);
		return;
	}
	at = address(b, &insn->memory);
	variable = memory_variable(b, at);
	builder_write(b, variable, (struct version){ .kind = VERSION_STORE, .address = at, .value = value });
	if (variable == SHARED_MEMORY) {
		struct event *event = add_event(b, FACT__EVENT_KIND__EVENT_STORE, insn);

		event->target = at;
		event->value = value;
	} else if (names_identifier(b, insn, value)) {
		add_event(b, FACT__EVENT_KIND__EVENT_NAMED, insn)->value = value;
	}
}

static void zero(struct builder *b, const struct ir_insn *insn)
{
	uint32_t at;

	if (plain_variable(b, &insn->memory)) {
		builder_set(b, b->variable_of[insn->memory.index], value_int(&b->body->values, insn->memory.type, 0));
		return;
	}
	at = address(b, &insn->memory);
	builder_write(b, memory_variable(b, at), (struct version){ .kind = VERSION_ZERO, .address = at });
}

const char *body_library_name(const struct body *body, uint32_t callee)
{
	const struct value *v = &body->values.all.items[callee];

	if (v->kind != FACT__ORIGIN_KIND__ORIGIN_FUNCTION || body->unit->symbols.items[v->symbol].defined)
		return NULL;
	return body->unit->symbols.items[v->symbol].name;
}

static void call(struct builder *b, const struct ir_insn *insn)
{
	uint32_t callee = operand(b, &insn->a), id = (uint32_t)b->body->events.len;
	uint32_t *args = arena_array(b->body->arena, uint32_t, insn->arg_count);
	const char *library = body_library_name(b->body, callee);
	struct event *event;

	for (uint32_t i = 0; i < insn->arg_count; i++)
		args[i] = operand(b, &insn->args[i]);
	event = add_event(b, FACT__EVENT_KIND__EVENT_CALL, insn);
	event->callee = callee;
	event->arg_count = insn->arg_count;
	event->args = args;
	if (insn->dest != IR_NONE)
		b->temps[insn->dest] = value_make(&b->body->values, &(struct value){ .kind = FACT__ORIGIN_KIND__ORIGIN_RESULT,
										     .type = insn->dest_type,
										     .number = id,
										     .block = b->block });
	if (!library || !model_trait(library, TRAIT_PURE))
		builder_write(b, SHARED_MEMORY,
			    (struct version){ .kind = VERSION_CALL, .event = id, .arg_count = insn->arg_count, .args = args });
}

static void opaque(struct builder *b, const struct ir_insn *insn)
{
	add_event(b, FACT__EVENT_KIND__EVENT_OPAQUE, insn);
	builder_write(b, SHARED_MEMORY, (struct version){ .kind = VERSION_OPAQUE });
	if (insn->dest != IR_NONE)
		b->temps[insn->dest] = unknown(b, insn->dest_type);
}

void builder_instruction(struct builder *b, const struct ir_insn *insn)
{
	uint32_t arg;

	switch (insn->kind) {
	case IR_COPY:
		b->temps[insn->dest] = operand(b, &insn->a);
		break;
	case IR_CAST:
		b->temps[insn->dest] = cast(b, insn);
		break;
	case IR_UNARY:
		arg = operand(b, &insn->a);
		if (!fold(b, insn->op, insn->dest_type, arg, arg, &b->temps[insn->dest]))
			b->temps[insn->dest] = unary(b, FACT__ORIGIN_KIND__ORIGIN_UNARY, insn->op, insn->dest_type, arg);
		break;
	case IR_BINARY:
		b->temps[insn->dest] = arithmetic(b, insn);
		break;
	case IR_LOAD:
		b->temps[insn->dest] = load(b, insn);
		break;
	case IR_STORE:
		store(b, insn);
		break;
	case IR_ZERO:
		zero(b, insn);
		break;
	case IR_ADDRESS:
		b->temps[insn->dest] = address(b, &insn->memory);
		break;
	case IR_CALL:
		call(b, insn);
		break;
	case IR_OPAQUE:
		opaque(b, insn);
		break;
	case IR_BRANCH:
	case IR_SWITCH:
		b->body->condition[b->block] = operand(b, &insn->a);
		break;
	case IR_RETURN:
		add_event(b, FACT__EVENT_KIND__EVENT_RETURN, insn);
		if (insn->a.kind != IR_V_NONE) {
			uint32_t value = operand(b, &insn->a);

			b->body->events.items[b->body->events.len - 1].value = value;
		}
		break;
	case IR_SCOPE_END:
	case IR_JUMP:
	case IR_INDIRECT:
	case IR_UNREACHABLE:
		break;
	}
}
