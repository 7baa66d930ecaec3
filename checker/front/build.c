/* Blocks and instructions of the function that is being lowered. */
#include "front/build.h"

#include "base/err.h"

#include <string.h>

void build_init(struct builder *b, struct front *front, struct ir_function *function)
{
	*b = (struct builder){.front = front, .function = function, .block = IR_NONE};
	b->on_break.block = b->on_continue.block = b->on_throw.block = IR_NONE;
	b->full = b->last = clang_getNullCursor();
	front->function_name = front->unit->symbols.items[function->symbol].link_name;
}

/* --- blocks -------------------------------------------------------------------- */

uint32_t build_block(struct builder *b)
{
	if (b->block_count == b->front->drafts.len)
		hvec_push(&b->front->drafts, (struct draft_block){0});
	b->front->drafts.items[b->block_count].insns.len = 0;
	return b->block_count++;
}

bool build_is_open(const struct builder *b)
{
	return b->block != IR_NONE;
}

void build_begin(struct builder *b, uint32_t block)
{
	if (build_is_open(b))
		build_jump(b, block);
	hvec_push(&b->order, block);
	b->block = block;
}

/* --- instructions ---------------------------------------------------------------- */

struct ir_insn *build_insn_at(struct builder *b, enum ir_kind kind, struct ir_place place)
{
	struct ir_insn insn = {.kind = kind, .dest = IR_NONE, .dest_type = IR_NONE, .place = place, .local = IR_NONE};
	struct draft_block *block;

	if (!build_is_open(b))
		build_begin(b, build_block(b));
	block = &b->front->drafts.items[b->block];
	if (kind == IR_CALL || kind == IR_STORE || kind == IR_RETURN) {
		if (!b->full_known)
			b->full_statement = front_statement(b->front, b->full);
		b->full_known = true;
		insn.place.statement = b->full_statement;
	}
	hvec_push(&block->insns, insn);
	if (ir_is_terminator(kind))
		b->block = IR_NONE;
	return &block->insns.items[block->insns.len - 1];
}

struct ir_insn *build_insn(struct builder *b, enum ir_kind kind, CXCursor at)
{
	struct ir_place place;

	/* Several instructions in a row are made of one cursor. */
	if (!clang_Cursor_isNull(at) && !clang_equalCursors(at, b->last)) {
		b->last = at;
		b->last_place = front_place(b->front, at);
	}
	place = clang_Cursor_isNull(at) ? front_no_place() : b->last_place;
	if (place.file == IR_NONE)
		place = b->here;
	b->here = place;
	return build_insn_at(b, kind, place);
}

struct ir_insn *build_result(struct builder *b, enum ir_kind kind, uint32_t type, CXCursor at)
{
	struct ir_insn *insn = build_insn(b, kind, at);

	insn->dest = b->function->temp_count++;
	insn->dest_type = type;
	return insn;
}

struct ir_value build_temp(const struct ir_insn *insn)
{
	return (struct ir_value){.kind = IR_V_TEMP, .type = insn->dest_type, .index = insn->dest};
}

void build_targets(struct builder *b, struct ir_insn *insn, uint32_t count)
{
	insn->target_count = count;
	insn->targets = arena_array(b->front->arena, uint32_t, count);
}

void build_jump(struct builder *b, uint32_t target)
{
	struct ir_insn *insn = build_insn_at(b, IR_JUMP, b->here);

	build_targets(b, insn, 1);
	insn->targets[0] = target;
}

void build_branch(struct builder *b, struct ir_value value, uint32_t on_true, uint32_t on_false, CXCursor at)
{
	struct ir_insn *insn;

	if (value.kind == IR_V_INT || on_true == on_false) {
		build_jump(b, value.number ? on_true : on_false);
		return;
	}
	insn = build_insn(b, IR_BRANCH, at);
	insn->a = value.kind == IR_V_NONE ? ir_value_unknown(front_type_int(b->front, 4, true)) : value;
	build_targets(b, insn, 2);
	insn->targets[0] = on_true;
	insn->targets[1] = on_false;
}

void build_unreachable(struct builder *b, CXCursor at)
{
	if (build_is_open(b))
		build_insn(b, IR_UNREACHABLE, at);
}

struct ir_value build_load(struct builder *b, struct ir_memory memory, CXCursor at)
{
	struct ir_insn *insn = build_result(b, IR_LOAD, memory.type, at);

	insn->memory = memory;
	return build_temp(insn);
}

void build_store(struct builder *b, struct ir_memory memory, struct ir_value value, CXCursor at)
{
	struct ir_insn *insn = build_insn(b, IR_STORE, at);

	insn->memory = memory;
	insn->a = value.kind == IR_V_NONE ? ir_value_unknown(memory.type) : value;
}

/* `&*p` is p. */
struct ir_value build_address(struct builder *b, struct ir_memory memory, uint32_t type, CXCursor at)
{
	struct ir_insn *insn;

	if (memory.base == IR_B_DEREF && memory.step_count == 0)
		return build_cast(b, memory.pointer, type, true, at);
	insn = build_result(b, IR_ADDRESS, type, at);
	insn->memory = memory;
	return build_temp(insn);
}

struct ir_value build_cast(struct builder *b, struct ir_value value, uint32_t type, bool implicit, CXCursor at)
{
	enum ir_type_kind kind = front_type_at(b->front, type)->kind;
	struct ir_insn *insn;

	/* Arrays and functions are values by their address already. */
	if (value.kind == IR_V_NONE || (implicit && value.type == type) || kind == IR_T_VOID || kind == IR_T_ARRAY ||
	    kind == IR_T_FUNCTION)
		return value;
	insn = build_result(b, IR_CAST, type, at);
	insn->a = value;
	insn->implicit = implicit;
	return build_temp(insn);
}

static struct ir_value fill_binary(struct ir_insn *insn, enum ir_op op, struct ir_value x, struct ir_value y)
{
	insn->op = op;
	insn->a = x.kind == IR_V_NONE ? ir_value_unknown(insn->dest_type) : x;
	insn->b = y.kind == IR_V_NONE ? ir_value_unknown(insn->dest_type) : y;
	return build_temp(insn);
}

struct ir_value build_binary(struct builder *b, enum ir_op op, uint32_t type, struct ir_value x, struct ir_value y,
			     CXCursor at)
{
	return fill_binary(build_result(b, IR_BINARY, type, at), op, x, y);
}

struct ir_value build_binary_at(struct builder *b, enum ir_op op, uint32_t type, struct ir_value x, struct ir_value y,
				struct ir_place place)
{
	struct ir_insn *insn = build_insn_at(b, IR_BINARY, place);

	b->here = place;
	insn->dest = b->function->temp_count++;
	insn->dest_type = type;
	return fill_binary(insn, op, x, y);
}

struct ir_value build_unary(struct builder *b, enum ir_op op, uint32_t type, struct ir_value x, CXCursor at)
{
	struct ir_insn *insn = build_result(b, IR_UNARY, type, at);

	insn->op = op;
	insn->a = x.kind == IR_V_NONE ? ir_value_unknown(type) : x;
	return build_temp(insn);
}

struct ir_value build_opaque_of(struct builder *b, uint32_t type, const char *text, const struct ir_value *args,
				uint32_t count, CXCursor at)
{
	bool no_result = front_type_at(b->front, type)->kind == IR_T_VOID;
	struct ir_insn *insn = no_result ? build_insn(b, IR_OPAQUE, at) : build_result(b, IR_OPAQUE, type, at);

	insn->text = text;
	build_arguments(b, insn, args, count);
	return no_result ? ir_value_none() : build_temp(insn);
}

struct ir_value build_opaque(struct builder *b, uint32_t type, const char *text, CXCursor at)
{
	return build_opaque_of(b, type, text, NULL, 0, at);
}

void build_arguments(struct builder *b, struct ir_insn *insn, const struct ir_value *args, uint32_t count)
{
	insn->arg_count = count;
	if (!count)
		return;
	insn->args = arena_array(b->front->arena, struct ir_value, count);
	memcpy(insn->args, args, count * sizeof *args);
}

struct full_expression build_set_full(struct builder *b, CXCursor cursor)
{
	struct full_expression was = {b->full, b->full_statement, b->full_known};

	b->full = cursor;
	b->full_known = false;
	return was;
}

void build_restore_full(struct builder *b, struct full_expression full)
{
	b->full = full.cursor;
	b->full_statement = full.statement;
	b->full_known = full.known;
}

/* --- values, memory, locals --------------------------------------------------------- */

struct ir_value ir_value_none(void)
{
	return (struct ir_value){.kind = IR_V_NONE};
}

struct ir_value ir_value_int(uint32_t type, int64_t number)
{
	return (struct ir_value){.kind = IR_V_INT, .type = type, .number = number};
}

struct ir_value ir_value_unknown(uint32_t type)
{
	return (struct ir_value){.kind = IR_V_UNKNOWN, .type = type};
}

struct ir_value ir_value_function(struct front *front, uint32_t symbol)
{
	uint32_t type = front_pointer_to(front, front->unit->symbols.items[symbol].type);

	return (struct ir_value){.kind = IR_V_FUNCTION, .type = type, .index = symbol};
}

struct ir_memory ir_memory_local(const struct builder *b, uint32_t local)
{
	return (struct ir_memory){.base = IR_B_LOCAL, .index = local, .type = b->function->locals.items[local].type};
}

struct ir_memory ir_memory_global(const struct front *front, uint32_t symbol)
{
	return (struct ir_memory){
		.base = IR_B_GLOBAL, .index = symbol, .type = front->unit->symbols.items[symbol].type};
}

struct ir_memory ir_memory_deref(struct front *front, struct ir_value pointer, uint32_t type)
{
	if (pointer.kind == IR_V_NONE)
		pointer = ir_value_unknown(front_pointer_to(front, type));
	return (struct ir_memory){.base = IR_B_DEREF, .pointer = pointer, .type = type};
}

static struct ir_memory add_step(struct front *front, struct ir_memory memory, struct ir_step step, uint32_t type)
{
	struct ir_step *steps = arena_array(front->arena, struct ir_step, memory.step_count + 1);

	if (memory.step_count)
		memcpy(steps, memory.steps, memory.step_count * sizeof *steps);
	steps[memory.step_count++] = step;
	memory.steps = steps;
	memory.type = type;
	return memory;
}

struct ir_memory ir_memory_field(struct front *front, struct ir_memory memory, uint32_t record, uint32_t field)
{
	struct ir_step step = {.kind = IR_S_FIELD, .record = record, .field = field};

	return add_step(front, memory, step, front_record(front, record)->fields.items[field].type);
}

struct ir_memory ir_memory_index(struct front *front, struct ir_memory memory, struct ir_value index, uint32_t type)
{
	struct ir_step step = {.kind = IR_S_INDEX, .record = IR_NONE, .field = IR_NONE, .index = index};

	if (index.kind == IR_V_NONE)
		step.index = ir_value_unknown(front_type_int(front, 4, true));
	return add_step(front, memory, step, type);
}

uint32_t build_local(struct builder *b, const char *name, uint32_t type, struct ir_place place)
{
	struct ir_local local = {.name = name, .type = type, .place = place};

	vec_push(b->front->arena, &b->function->locals, local);
	return (uint32_t)b->function->locals.len - 1;
}

void build_parameter(struct builder *b, const char *name, uint32_t type, struct ir_place place)
{
	uint32_t local = build_local(b, name, type, place);

	b->function->locals.items[local].is_parameter = true;
	b->function->parameter_count++;
}

uint32_t build_made_local(struct builder *b, uint32_t type)
{
	uint32_t local = build_local(b, "", type, b->here);

	b->function->locals.items[local].made = true;
	return local;
}

/* --- scopes --------------------------------------------------------------------------- */

void build_enter(struct builder *b, uint32_t local, uint32_t cleanup)
{
	struct scope *scope = arena_new(b->front->arena, struct scope);

	*scope = (struct scope){.outer = b->scope, .depth = b->scope ? b->scope->depth + 1 : 1, .local = local};
	scope->cleanup = cleanup;
	b->scope = scope;
}

void build_enter_object(struct builder *b, struct ir_memory object, uint32_t cleanup)
{
	build_enter(b, IR_NONE, cleanup);
	b->scope->object = object;
}

/* An array ends element by element: one of any index stands for all. */
static struct ir_memory ending_object(struct builder *b, const struct scope *scope)
{
	struct ir_memory memory = scope->local == IR_NONE ? scope->object : ir_memory_local(b, scope->local);
	struct ir_value any = ir_value_unknown(front_type_int(b->front, 8, true));

	while (front_type_at(b->front, memory.type)->kind == IR_T_ARRAY && b->front->cplusplus)
		memory = ir_memory_index(b->front, memory, any, front_type_at(b->front, memory.type)->element);
	return memory;
}

/* Nobody wrote this call where it runs: it belongs to no statement. */
static void call_cleanup(struct builder *b, const struct scope *scope, struct ir_place place)
{
	const uint64_t *gone = map_get(&b->gone, scope->local);
	struct ir_memory memory;
	struct full_expression was = {b->full, b->full_statement, b->full_known};
	struct ir_value pointer;
	struct ir_insn *insn;

	if (gone && *gone)
		return;
	b->here = place;
	memory = ending_object(b, scope);
	b->full_known = true;
	b->full_statement = IR_NONE;
	pointer = build_address(b, memory, front_pointer_to(b->front, memory.type), clang_getNullCursor());
	insn = build_insn_at(b, IR_CALL, place);
	insn->a = ir_value_function(b->front, scope->cleanup);
	build_arguments(b, insn, &pointer, 1);
	build_restore_full(b, was);
}

void build_leave_from(struct builder *b, struct scope *from, struct scope *until, struct ir_place place)
{
	uint32_t depth = until ? until->depth : 0;

	for (struct scope *scope = from; scope && scope->depth > depth; scope = scope->outer) {
		if (scope->cleanup != IR_NONE)
			call_cleanup(b, scope, place);
		if (scope->local != IR_NONE)
			build_insn_at(b, IR_SCOPE_END, place)->local = scope->local;
	}
}

void build_leave(struct builder *b, struct scope *until, struct ir_place place)
{
	if (build_is_open(b))
		build_leave_from(b, b->scope, until, place);
}

void build_leave_function(struct builder *b, struct ir_place place)
{
	if (!build_is_open(b))
		return;
	for (struct scope *scope = b->scope; scope; scope = scope->outer)
		if (scope->cleanup != IR_NONE)
			call_cleanup(b, scope, place);
}

void build_end_scope(struct builder *b, struct scope *until, struct ir_place place)
{
	build_leave(b, until, place);
	b->scope = until;
}

/* --- labels and the end ---------------------------------------------------------------------------- */

uint32_t build_label(struct builder *b, CXCursor label)
{
	uint64_t key = cursor_key(label);
	bool added;
	uint32_t index = (uint32_t)*map_put(&b->label_of, key, b->labels.len, &added);

	if (added) {
		struct label new_label = {.key = key, .block = build_block(b)};

		hvec_push(&b->labels, new_label);
	}
	return index;
}

void build_release(struct builder *b)
{
	hvec_free(&b->order);
	hvec_free(&b->labels);
	hvec_free(&b->gotos);
	hvec_free(&b->indirects);
	map_release(&b->locals);
	map_release(&b->label_of);
	map_release(&b->gone);
}
