/* Checks that a unit of IR keeps the conventions of ir.h: run after lowering, so that flow may rely on them. */
#include "model/ir.h"

#include "base/err.h"

#include <inttypes.h>
#include <string.h>

struct verifier {
	const struct ir_unit *unit;
	const struct ir_function *function; /* NULL outside one */
	struct err *err;
	struct arena *arena;  /* for this function only */
	uint32_t block, insn; /* where we are */
	uint32_t *def_block;  /* of each temporary; IR_NONE: not defined */
	uint32_t *def_insn;
	uint32_t *order;      /* reachable blocks, in reverse postorder */
	uint32_t order_count;
	uint32_t *rank;       /* of each block in `order`; IR_NONE: unreachable */
	uint32_t *dominator;  /* of each block: the immediate one; the entry's is itself */
};

/* --- words for what is wrong ------------------------------------------------ */

static bool wrong(const struct verifier *v, const char *what, uint64_t number)
{
	const struct ir_unit *unit = v->unit;
	const char *name = "?";

	if (!v->function)
		return err_set(v->err, "IR: %s (%" PRIu64 ")", what, number);
	if (v->function->symbol < unit->symbols.len)
		name = unit->symbols.items[v->function->symbol].name;
	return err_set(v->err, "IR of function '%s', block %" PRIu32 ", instruction %" PRIu32 ": %s (%" PRIu64 ")",
		       name, v->block, v->insn, what, number);
}

/* --- indices ------------------------------------------------------------- */

static bool check_type(const struct verifier *v, uint32_t type)
{
	return type < v->unit->types.len || wrong(v, "no such type", type);
}

static bool check_place(const struct verifier *v, const struct ir_place *place)
{
	if (place->file == IR_NONE)
		return true;
	if (place->file >= v->unit->files.len)
		return wrong(v, "place in no such file", place->file);
	if (place->spelling_file != IR_NONE && place->spelling_file >= v->unit->files.len)
		return wrong(v, "place spelled in no such file", place->spelling_file);
	if (place->macro != IR_NONE && place->macro >= v->unit->macro_names.len)
		return wrong(v, "place in no such macro", place->macro);
	if (place->statement != IR_NONE && place->statement >= v->unit->statements.len)
		return wrong(v, "place in no such statement", place->statement);
	return true;
}

static bool check_symbol(const struct verifier *v, uint32_t symbol, bool is_function)
{
	if (symbol >= v->unit->symbols.len)
		return wrong(v, "no such symbol", symbol);
	if (v->unit->symbols.items[symbol].is_function != is_function)
		return wrong(v, is_function ? "symbol is no function" : "symbol is no object", symbol);
	return true;
}

/* Whether block `above` dominates block `below`; both reachable. */
static bool dominates(const struct verifier *v, uint32_t above, uint32_t below)
{
	while (v->rank[below] > v->rank[above])
		below = v->dominator[below];
	return below == above;
}

static bool check_temp(const struct verifier *v, uint32_t temp)
{
	uint32_t def;

	if (!v->function)
		return wrong(v, "temporary outside a function", temp);
	if (temp >= v->function->temp_count)
		return wrong(v, "no such temporary", temp);
	def = v->def_block[temp];
	if (def == IR_NONE)
		return wrong(v, "temporary is used but never defined", temp);
	if (def == v->block)
		return v->def_insn[temp] < v->insn || wrong(v, "temporary is used before its definition", temp);
	if (v->rank[v->block] == IR_NONE)
		return true; /* code that never runs: anything dominates it */
	if (v->rank[def] == IR_NONE || !dominates(v, def, v->block))
		return wrong(v, "definition of the temporary doesn't dominate its use", temp);
	return true;
}

static bool check_value(const struct verifier *v, const struct ir_value *value)
{
	switch (value->kind) {
	case IR_V_NONE:
		return true;
	case IR_V_STRING:
		if (value->index >= v->unit->strings.len)
			return wrong(v, "no such string", value->index);
		break;
	case IR_V_FUNCTION:
	case IR_V_GLOBAL:
		if (!check_symbol(v, value->index, value->kind == IR_V_FUNCTION))
			return false;
		break;
	case IR_V_TEMP:
		if (!check_temp(v, value->index))
			return false;
		break;
	case IR_V_INT:
	case IR_V_FLOAT:
	case IR_V_UNKNOWN:
		break;
	default:
		return wrong(v, "no such kind of value", value->kind);
	}
	return check_type(v, value->type);
}

static bool check_needed(const struct verifier *v, const struct ir_value *value)
{
	return value->kind != IR_V_NONE ? check_value(v, value) : wrong(v, "operand is missing", v->insn);
}

static bool check_local(const struct verifier *v, uint32_t local)
{
	return (v->function && local < v->function->locals.len) || wrong(v, "no such local", local);
}

static bool check_step(const struct verifier *v, const struct ir_step *step)
{
	if (step->kind == IR_S_INDEX)
		return check_needed(v, &step->index);
	if (step->record >= v->unit->records.len)
		return wrong(v, "no such record", step->record);
	return step->field < v->unit->records.items[step->record].fields.len || wrong(v, "no such field", step->field);
}

static bool check_memory(const struct verifier *v, const struct ir_memory *memory)
{
	bool ok = true;

	switch (memory->base) {
	case IR_B_LOCAL:
		ok = check_local(v, memory->index);
		break;
	case IR_B_GLOBAL:
		ok = check_symbol(v, memory->index, false);
		break;
	case IR_B_DEREF:
		ok = check_needed(v, &memory->pointer);
		break;
	default:
		return wrong(v, "no such base of memory", memory->base);
	}
	for (uint32_t i = 0; ok && i < memory->step_count; i++)
		ok = check_step(v, &memory->steps[i]);
	return ok && check_type(v, memory->type);
}

/* --- instructions -------------------------------------------------------- */

/* What an instruction of each kind must have, may have, or must not have. */
enum need { NO, MAY, MUST };

static const struct shape {
	enum need dest, a, b, memory;
	uint32_t least_targets, most_targets;
} shapes[] = {
	[IR_COPY] = { MUST, MUST, NO, NO, 0, 0 },
	[IR_CAST] = { MUST, MUST, NO, NO, 0, 0 },
	[IR_UNARY] = { MUST, MUST, NO, NO, 0, 0 },
	[IR_BINARY] = { MUST, MUST, MUST, NO, 0, 0 },
	[IR_LOAD] = { MUST, NO, NO, MUST, 0, 0 },
	[IR_STORE] = { NO, MUST, NO, MUST, 0, 0 },
	[IR_ZERO] = { NO, NO, NO, MUST, 0, 0 },
	[IR_ADDRESS] = { MUST, NO, NO, MUST, 0, 0 },
	[IR_CALL] = { MAY, MUST, NO, NO, 0, 0 },
	[IR_SCOPE_END] = { NO, NO, NO, NO, 0, 0 },
	[IR_OPAQUE] = { MAY, MAY, MAY, NO, 0, 0 },
	[IR_JUMP] = { NO, NO, NO, NO, 1, 1 },
	[IR_BRANCH] = { NO, MUST, NO, NO, 2, 2 },
	[IR_SWITCH] = { NO, MUST, NO, NO, 1, UINT32_MAX },
	[IR_INDIRECT] = { NO, MUST, NO, NO, 0, UINT32_MAX },
	[IR_RETURN] = { NO, MAY, NO, NO, 0, 0 },
	[IR_UNREACHABLE] = { NO, NO, NO, NO, 0, 0 },
};

static bool check_operand(const struct verifier *v, const struct ir_value *value, enum need need)
{
	if (need == NO && value->kind != IR_V_NONE)
		return wrong(v, "operand that this kind doesn't have", value->kind);
	return need == MUST ? check_needed(v, value) : check_value(v, value);
}

static bool check_op(const struct verifier *v, const struct ir_insn *insn)
{
	bool unary = insn->op == IR_NEG || insn->op == IR_NOT || insn->op == IR_LNOT;

	if (insn->kind == IR_UNARY && !unary)
		return wrong(v, "not a unary operation", insn->op);
	if (insn->kind == IR_BINARY && (unary || insn->op > IR_GE))
		return wrong(v, "not a binary operation", insn->op);
	return true;
}

static bool check_insn(const struct verifier *v, const struct ir_insn *insn)
{
	const struct shape *shape = &shapes[insn->kind];
	bool ok = check_op(v, insn) && check_place(v, &insn->place) && check_operand(v, &insn->a, shape->a) &&
		  check_operand(v, &insn->b, shape->b);

	if (ok && insn->dest == IR_NONE && shape->dest == MUST)
		ok = wrong(v, "instruction without a result", insn->kind);
	if (ok && insn->dest != IR_NONE)
		ok = check_type(v, insn->dest_type);
	if (ok && shape->memory == MUST)
		ok = check_memory(v, &insn->memory);
	if (ok && insn->kind == IR_SCOPE_END)
		ok = check_local(v, insn->local);
	for (uint32_t i = 0; ok && i < insn->arg_count; i++)
		ok = check_needed(v, &insn->args[i]);
	return ok;
}

/* --- blocks, targets, definitions ------------------------------------------- */

static bool check_targets(const struct verifier *v, const struct ir_insn *insn)
{
	const struct shape *shape = &shapes[insn->kind];

	if (insn->target_count < shape->least_targets || insn->target_count > shape->most_targets)
		return wrong(v, "wrong number of targets", insn->target_count);
	for (uint32_t i = 0; i < insn->target_count; i++)
		if (insn->targets[i] >= v->function->blocks.len)
			return wrong(v, "jump to no such block", insn->targets[i]);
	for (uint32_t i = 0; insn->kind == IR_SWITCH && i + 1 < insn->target_count; i++)
		if (insn->cases[i].low > insn->cases[i].high)
			return wrong(v, "case with an empty range", i);
	return true;
}

static bool note_definition(const struct verifier *v, const struct ir_insn *insn)
{
	if (insn->dest == IR_NONE)
		return true;
	if (shapes[insn->kind].dest == NO)
		return wrong(v, "result of a kind that has none; IR_NONE says so", insn->dest);
	if (insn->dest >= v->function->temp_count)
		return wrong(v, "no such temporary", insn->dest);
	if (v->def_block[insn->dest] != IR_NONE)
		return wrong(v, "temporary is defined twice", insn->dest);
	v->def_block[insn->dest] = v->block;
	v->def_insn[insn->dest] = v->insn;
	return true;
}

static bool check_block_shape(struct verifier *v)
{
	const struct ir_block *block = &v->function->blocks.items[v->block];
	bool ok = true;

	v->insn = 0;
	if (!block->insns.len)
		return wrong(v, "block without a terminator", v->block);
	for (; ok && v->insn < block->insns.len; v->insn += ok) {
		const struct ir_insn *insn = &block->insns.items[v->insn];

		if ((unsigned)insn->kind >= sizeof shapes / sizeof *shapes)
			return wrong(v, "no such kind of instruction", insn->kind);
		if (ir_is_terminator(insn->kind) != (v->insn + 1 == block->insns.len))
			return wrong(v, "a block ends in its only terminator", insn->kind);
		ok = check_targets(v, insn) && note_definition(v, insn);
	}
	return ok;
}

/* --- dominators ------------------------------------------------------------ */

static const struct ir_insn *terminator(const struct ir_function *function, uint32_t block)
{
	const struct ir_block *b = &function->blocks.items[block];

	return &b->insns.items[b->insns.len - 1];
}

/* Depth first with a stack of our own: generated code is deep. */
static void order_blocks(struct verifier *v)
{
	uint32_t count = (uint32_t)v->function->blocks.len, depth = 0, free_rank = count;
	uint32_t *stack = arena_array(v->arena, uint32_t, count), *next = arena_array(v->arena, uint32_t, count);
	bool *seen = arena_array(v->arena, bool, count);
	uint32_t *post = arena_array(v->arena, uint32_t, count);

	stack[depth++] = 0;
	seen[0] = true;
	while (depth > 0) {
		uint32_t block = stack[depth - 1];
		const struct ir_insn *end = terminator(v->function, block);

		if (next[block] == end->target_count) {
			post[--free_rank] = block;
			depth--;
			continue;
		}
		block = end->targets[next[block]++];
		if (!seen[block]) {
			seen[block] = true;
			stack[depth++] = block;
		}
	}
	v->order = post + free_rank;
	v->order_count = count - free_rank;
	v->rank = arena_array(v->arena, uint32_t, count);
	memset(v->rank, 0xff, count * sizeof *v->rank);
	for (uint32_t i = 0; i < v->order_count; i++)
		v->rank[v->order[i]] = i;
}

static uint32_t common_dominator(const struct verifier *v, uint32_t a, uint32_t b)
{
	while (a != b) {
		while (v->rank[a] > v->rank[b])
			a = v->dominator[a];
		while (v->rank[b] > v->rank[a])
			b = v->dominator[b];
	}
	return a;
}

/* Each block hands its own chain of dominators to its targets, until nothing moves any more. */
static void find_dominators(struct verifier *v)
{
	size_t count = v->function->blocks.len;
	bool changed = true;

	v->dominator = arena_array(v->arena, uint32_t, count);
	memset(v->dominator, 0xff, count * sizeof *v->dominator);
	v->dominator[0] = 0;
	while (changed) {
		changed = false;
		for (uint32_t i = 0; i < v->order_count; i++) {
			uint32_t from = v->order[i];
			const struct ir_insn *end = terminator(v->function, from);

			for (uint32_t t = 0; t < end->target_count; t++) {
				uint32_t to = end->targets[t], was = v->dominator[to];

				v->dominator[to] = was == IR_NONE ? from : common_dominator(v, was, from);
				changed |= v->dominator[to] != was;
			}
		}
	}
}

/* --- functions and the unit --------------------------------------------------- */

static bool check_locals(const struct verifier *v)
{
	const struct ir_function *f = v->function;

	if (f->parameter_count > f->locals.len)
		return wrong(v, "more parameters than locals", f->parameter_count);
	for (uint32_t i = 0; i < f->locals.len; i++) {
		if (f->locals.items[i].is_parameter != (i < f->parameter_count))
			return wrong(v, "parameters are the first locals, and only they", i);
		if (!check_type(v, f->locals.items[i].type) || !check_place(v, &f->locals.items[i].place))
			return false;
	}
	for (size_t i = 0; i < f->loops.len; i++)
		if (f->loops.items[i].header >= f->blocks.len)
			return wrong(v, "loop with no such header", f->loops.items[i].header);
	return true;
}

static bool check_function(struct verifier *v)
{
	const struct ir_function *f = v->function;
	bool ok = true;

	v->block = v->insn = 0;
	if (!f->blocks.len)
		return wrong(v, "function without an entry block", 0);
	if (!check_symbol(v, f->symbol, true) || !check_type(v, f->return_type) || !check_place(v, &f->place) ||
	    !check_locals(v))
		return false;
	for (size_t i = 0; ok && i < f->overrides.len; i++)
		ok = check_symbol(v, f->overrides.items[i], true);
	if (!ok)
		return false;
	v->def_block = arena_array(v->arena, uint32_t, f->temp_count);
	v->def_insn = arena_array(v->arena, uint32_t, f->temp_count);
	memset(v->def_block, 0xff, f->temp_count * sizeof *v->def_block);
	for (v->block = 0; ok && v->block < f->blocks.len; v->block += ok)
		ok = check_block_shape(v);
	if (!ok)
		return false;
	order_blocks(v);
	find_dominators(v);
	for (v->block = 0; ok && v->block < f->blocks.len; v->block += ok)
		for (v->insn = 0; ok && v->insn < f->blocks.items[v->block].insns.len; v->insn += ok)
			ok = check_insn(v, &f->blocks.items[v->block].insns.items[v->insn]);
	return ok;
}

static bool check_types(const struct verifier *v)
{
	const struct ir_unit *unit = v->unit;

	for (uint32_t i = 0; i < unit->types.len; i++) {
		const struct ir_type *type = &unit->types.items[i];

		if (type->element != IR_NONE && type->element >= unit->types.len)
			return wrong(v, "type of no such element", i);
		if (type->record != IR_NONE && type->record >= unit->records.len)
			return wrong(v, "type of no such record", i);
		if (type->kind == IR_T_RECORD && type->record == IR_NONE)
			return wrong(v, "record type without its record", i);
	}
	for (uint32_t i = 0; i < unit->records.len; i++)
		for (size_t f = 0; f < unit->records.items[i].fields.len; f++)
			if (!check_type(v, unit->records.items[i].fields.items[f].type))
				return false;
	return true;
}

static bool check_tables(const struct verifier *v)
{
	const struct ir_unit *unit = v->unit;
	bool ok = check_types(v);

	if (ok && unit->main_file >= unit->files.len)
		ok = wrong(v, "no such main file", unit->main_file);
	for (size_t i = 0; ok && i < unit->symbols.len; i++)
		ok = check_type(v, unit->symbols.items[i].type) && check_place(v, &unit->symbols.items[i].place);
	for (size_t i = 0; ok && i < unit->static_inits.len; i++) {
		const struct ir_static_init *init = &unit->static_inits.items[i];

		if (init->memory.base != IR_B_GLOBAL)
			return wrong(v, "initial content of what is no global", i);
		ok = check_memory(v, &init->memory) && check_needed(v, &init->value) && check_place(v, &init->place);
	}
	for (size_t i = 0; ok && i < unit->diagnostics.len; i++)
		ok = check_place(v, &unit->diagnostics.items[i].place);
	return ok;
}

bool ir_verify_function(const struct ir_unit *unit, const struct ir_function *function, struct err *err)
{
	struct arena arena = { 0 };
	struct verifier v = { .unit = unit, .function = function, .err = err, .arena = &arena };
	bool ok = check_function(&v);

	arena_release(&arena);
	return ok;
}

bool ir_verify(const struct ir_unit *unit, struct err *err)
{
	const struct verifier v = { .unit = unit, .err = err };
	bool ok = check_tables(&v);

	for (size_t i = 0; ok && i < unit->functions.len; i++)
		ok = ir_verify_function(unit, &unit->functions.items[i], err);
	return ok;
}
