/* The IR as stable text, for goldens and people. */
#include "model/ir.h"

#include "base/files.h"
#include "model/print.h"

#include <inttypes.h>

static const char *const loop_names[] = {
	[IR_LOOP_GOTO] = "goto", [IR_LOOP_WHILE] = "while", [IR_LOOP_DO] = "do",
	[IR_LOOP_FOR] = "for",	 [IR_LOOP_RANGE] = "range",
};

/* What most functions here need: where to print to, and whose numbers these are. */
struct printer {
	const struct ir_unit *unit;
	const struct ir_function *function; /* NULL outside one */
	struct strbuf *out;
};

/* Whether the type is int: the one that constants needn't spell out. */
static bool is_plain_int(const struct ir_unit *unit, uint32_t type)
{
	const struct ir_type *t = type < unit->types.len ? &unit->types.items[type] : NULL;

	return t && t->kind == IR_T_INT && t->is_signed && !t->plain_char && !t->is_enum && t->size == 4;
}

/* --- values and places in memory ------------------------------------------ */

static void print_string(const struct ir_unit *unit, uint32_t index, struct strbuf *out)
{
	const struct ir_string *string = index < unit->strings.len ? &unit->strings.items[index] : NULL;

	if (!string) {
		strbuf_addf(out, "string#%" PRIu32, index);
		return;
	}
	if (string->char_size > 1)
		strbuf_addf(out, "L%" PRIu32, string->char_size);
	print_quoted(out, string->bytes, string->length);
}

static void print_symbol(const struct ir_unit *unit, uint32_t index, struct strbuf *out)
{
	if (index < unit->symbols.len)
		strbuf_addf(out, "@%s", unit->symbols.items[index].name);
	else
		strbuf_addf(out, "@#%" PRIu32, index);
}

static void print_value(const struct printer *p, const struct ir_value *value)
{
	switch (value->kind) {
	case IR_V_NONE:
		strbuf_addch(p->out, '-');
		return;
	case IR_V_INT:
		strbuf_addf(p->out, "%" PRId64, value->number);
		break;
	case IR_V_FLOAT:
		strbuf_addstr(p->out, "float");
		break;
	case IR_V_STRING:
		print_string(p->unit, value->index, p->out);
		return;
	case IR_V_FUNCTION:
		print_symbol(p->unit, value->index, p->out);
		return;
	case IR_V_GLOBAL:
		strbuf_addch(p->out, '&');
		print_symbol(p->unit, value->index, p->out);
		return;
	case IR_V_TEMP:
		strbuf_addf(p->out, "%%%" PRIu32, value->index);
		return;
	case IR_V_UNKNOWN:
		strbuf_addstr(p->out, "unknown");
		break;
	}
	if (!is_plain_int(p->unit, value->type)) {
		strbuf_addch(p->out, ':');
		ir_print_type(p->unit, value->type, p->out);
	}
}

static void print_local(const struct printer *p, uint32_t index)
{
	strbuf_addf(p->out, "l%" PRIu32, index);
	if (p->function && index < p->function->locals.len && p->function->locals.items[index].name[0])
		strbuf_addf(p->out, "_%s", p->function->locals.items[index].name);
}

static void print_step(const struct printer *p, const struct ir_step *step)
{
	const struct ir_record *record =
		step->record < p->unit->records.len ? &p->unit->records.items[step->record] : NULL;

	if (step->kind == IR_S_INDEX) {
		strbuf_addch(p->out, '[');
		print_value(p, &step->index);
		strbuf_addch(p->out, ']');
	} else if (record && step->field < record->fields.len && record->fields.items[step->field].name[0]) {
		strbuf_addf(p->out, ".%s", record->fields.items[step->field].name);
	} else {
		strbuf_addf(p->out, ".#%" PRIu32, step->field);
	}
}

static void print_memory(const struct printer *p, const struct ir_memory *memory)
{
	if (memory->base == IR_B_LOCAL) {
		print_local(p, memory->index);
	} else if (memory->base == IR_B_GLOBAL) {
		print_symbol(p->unit, memory->index, p->out);
	} else {
		strbuf_addstr(p->out, "(*");
		print_value(p, &memory->pointer);
		strbuf_addch(p->out, ')');
	}
	for (uint32_t i = 0; i < memory->step_count; i++)
		print_step(p, &memory->steps[i]);
}

/* --- instructions -------------------------------------------------------- */

/* ` at a.c:12:6`, without the folder, so that a dump doesn't depend on the machine. */
static void print_place(const struct printer *p, const struct ir_place *place)
{
	if (place->file >= p->unit->files.len)
		return;
	if (place->file != p->unit->main_file || !p->function)
		strbuf_addf(p->out, "%s:", path_base(p->unit->files.items[place->file].path));
	strbuf_addf(p->out, "%" PRIu32 ":%" PRIu32, place->line, place->column);
	if (place->macro < p->unit->macro_names.len)
		strbuf_addf(p->out, " %s", p->unit->macro_names.items[place->macro]);
}

static void print_typed(const struct printer *p, const char *word, uint32_t type)
{
	strbuf_addf(p->out, "%s ", word);
	ir_print_type(p->unit, type, p->out);
	strbuf_addch(p->out, ' ');
}

static void print_call(const struct printer *p, const struct ir_insn *insn)
{
	if (insn->dest == IR_NONE)
		strbuf_addstr(p->out, "call ");
	else
		print_typed(p, "call", insn->dest_type);
	if (insn->is_virtual)
		strbuf_addstr(p->out, "virtual ");
	print_value(p, &insn->a);
	strbuf_addch(p->out, '(');
	for (uint32_t i = 0; i < insn->arg_count; i++) {
		if (i > 0)
			strbuf_addstr(p->out, ", ");
		print_value(p, &insn->args[i]);
	}
	strbuf_addch(p->out, ')');
}

static void print_switch(const struct printer *p, const struct ir_insn *insn)
{
	strbuf_addstr(p->out, "switch ");
	print_value(p, &insn->a);
	strbuf_addch(p->out, ':');
	for (uint32_t i = 0; i + 1 < insn->target_count; i++) {
		strbuf_addf(p->out, " %" PRId64, insn->cases[i].low);
		if (insn->cases[i].high != insn->cases[i].low)
			strbuf_addf(p->out, "..%" PRId64, insn->cases[i].high);
		strbuf_addf(p->out, " -> b%" PRIu32 ",", insn->targets[i]);
	}
	if (insn->target_count > 0)
		strbuf_addf(p->out, " else b%" PRIu32, insn->targets[insn->target_count - 1]);
}

static void print_terminator(const struct printer *p, const struct ir_insn *insn)
{
	static const char *const words[] = {
		[IR_JUMP] = "jump",	[IR_BRANCH] = "br ",	 [IR_INDIRECT] = "goto *",
		[IR_RETURN] = "return", [IR_UNREACHABLE] = "unreachable",
	};

	if (insn->kind == IR_SWITCH) {
		print_switch(p, insn);
		return;
	}
	strbuf_addstr(p->out, words[insn->kind]);
	if (insn->kind == IR_RETURN && insn->a.kind != IR_V_NONE)
		strbuf_addch(p->out, ' ');
	if (insn->a.kind != IR_V_NONE)
		print_value(p, &insn->a);
	if (insn->kind == IR_BRANCH)
		strbuf_addstr(p->out, " ?");
	for (uint32_t i = 0; i < insn->target_count; i++)
		strbuf_addf(p->out, "%s b%" PRIu32, i > 0 ? " :" : "", insn->targets[i]);
}

static void print_opaque(const struct printer *p, const struct ir_insn *insn)
{
	const struct ir_value *operands[] = { &insn->a, &insn->b };

	strbuf_addstr(p->out, "opaque");
	if (insn->dest != IR_NONE) {
		strbuf_addch(p->out, ' ');
		ir_print_type(p->unit, insn->dest_type, p->out);
	}
	if (insn->text)
		strbuf_addf(p->out, " '%s'", insn->text);
	for (size_t i = 0; i < 2 + insn->arg_count; i++) {
		const struct ir_value *operand = i < 2 ? operands[i] : &insn->args[i - 2];

		if (operand->kind == IR_V_NONE)
			continue;
		strbuf_addch(p->out, ' ');
		print_value(p, operand);
	}
}

static void print_insn_body(const struct printer *p, const struct ir_insn *insn)
{
	switch (insn->kind) {
	case IR_COPY:
		print_typed(p, "copy", insn->dest_type);
		print_value(p, &insn->a);
		break;
	case IR_CAST:
		print_typed(p, insn->implicit ? "convert" : "cast", insn->dest_type);
		print_value(p, &insn->a);
		break;
	case IR_UNARY:
		print_typed(p, ir_op_name(insn->op), insn->dest_type);
		print_value(p, &insn->a);
		break;
	case IR_BINARY:
		print_typed(p, ir_op_name(insn->op), insn->dest_type);
		print_value(p, &insn->a);
		strbuf_addstr(p->out, ", ");
		print_value(p, &insn->b);
		break;
	case IR_LOAD:
		print_typed(p, "load", insn->dest_type);
		print_memory(p, &insn->memory);
		break;
	case IR_STORE:
		strbuf_addstr(p->out, "store ");
		print_memory(p, &insn->memory);
		strbuf_addstr(p->out, ", ");
		print_value(p, &insn->a);
		break;
	case IR_ZERO:
		strbuf_addstr(p->out, "zero ");
		print_memory(p, &insn->memory);
		break;
	case IR_ADDRESS:
		print_typed(p, "address", insn->dest_type);
		print_memory(p, &insn->memory);
		break;
	case IR_CALL:
		print_call(p, insn);
		break;
	case IR_SCOPE_END:
		strbuf_addstr(p->out, "end ");
		print_local(p, insn->local);
		break;
	case IR_OPAQUE:
		print_opaque(p, insn);
		break;
	default:
		print_terminator(p, insn);
	}
}

static void print_insn(const struct printer *p, const struct ir_insn *insn)
{
	strbuf_addstr(p->out, "\t");
	if (insn->dest != IR_NONE)
		strbuf_addf(p->out, "%%%" PRIu32 " = ", insn->dest);
	print_insn_body(p, insn);
	if (insn->place.file < p->unit->files.len) {
		strbuf_addstr(p->out, "  ; ");
		print_place(p, &insn->place);
	}
	strbuf_addch(p->out, '\n');
}

/* --- functions ------------------------------------------------------------ */

static void print_heading(const struct printer *p)
{
	const struct ir_function *f = p->function;
	const struct ir_symbol *symbol = f->symbol < p->unit->symbols.len ? &p->unit->symbols.items[f->symbol] : NULL;
	const struct printer outside = { p->unit, NULL, p->out };

	strbuf_addf(p->out, "function %s", symbol ? symbol->name : "?");
	print_flag(p->out, symbol && symbol->linkage == IR_L_INTERNAL, "static");
	print_flag(p->out, symbol && symbol->is_inline, "inline");
	print_flag(p->out, symbol && symbol->weak, "weak");
	print_flag(p->out, f->variadic, "variadic");
	print_flag(p->out, f->attributes.noreturn_, "noreturn");
	print_flag(p->out, f->attributes.constructor, "constructor");
	print_flag(p->out, f->attributes.destructor, "destructor");
	if (f->attributes.priority)
		strbuf_addf(p->out, " (priority %" PRIu32 ")", f->attributes.priority);
	print_flag(p->out, f->attributes.malloc_, "malloc");
	print_flag(p->out, f->attributes.pure, "pure");
	strbuf_addstr(p->out, " -> ");
	ir_print_type(p->unit, f->return_type, p->out);
	strbuf_addstr(p->out, " at ");
	print_place(&outside, &f->place);
	if (f->partial)
		strbuf_addf(p->out, "\n  partial: %s", f->partial_reason ? f->partial_reason : "");
	strbuf_addch(p->out, '\n');
}

static void print_overrides(const struct printer *p)
{
	for (size_t i = 0; i < p->function->overrides.len; i++) {
		strbuf_addstr(p->out, "  overrides ");
		print_symbol(p->unit, p->function->overrides.items[i], p->out);
		strbuf_addch(p->out, '\n');
	}
}

static void print_locals(const struct printer *p)
{
	for (uint32_t i = 0; i < p->function->locals.len; i++) {
		const struct ir_local *local = &p->function->locals.items[i];

		strbuf_addstr(p->out, local->is_parameter ? "  param " : "  local ");
		print_local(p, i);
		strbuf_addch(p->out, ' ');
		ir_print_type(p->unit, local->type, p->out);
		print_flag(p->out, local->made, "made");
		print_flag(p->out, local->compound_literal, "literal");
		print_flag(p->out, local->variable_length, "vla");
		print_flag(p->out, local->is_volatile, "volatile");
		strbuf_addch(p->out, '\n');
	}
	for (size_t i = 0; i < p->function->loops.len; i++) {
		const struct ir_loop_mark *loop = &p->function->loops.items[i];

		strbuf_addf(p->out, "  loop %s b%" PRIu32 "\n", loop_names[loop->kind], loop->header);
	}
}

void ir_print_function(const struct ir_unit *unit, const struct ir_function *function, struct strbuf *out)
{
	const struct printer p = { unit, function, out };

	print_heading(&p);
	print_overrides(&p);
	print_locals(&p);
	for (size_t b = 0; b < function->blocks.len; b++) {
		const struct ir_block *block = &function->blocks.items[b];

		strbuf_addf(out, "b%zu:\n", b);
		for (size_t i = 0; i < block->insns.len; i++)
			print_insn(&p, &block->insns.items[i]);
	}
}

/* --- the unit -------------------------------------------------------------- */

/* Only what this unit defines: names that it merely uses show where they are used. */
static void print_globals(const struct printer *p)
{
	for (uint32_t i = 0; i < p->unit->symbols.len; i++) {
		const struct ir_symbol *symbol = &p->unit->symbols.items[i];

		if (symbol->is_function || !symbol->defined)
			continue;
		strbuf_addf(p->out, "global %s ", symbol->name);
		ir_print_type(p->unit, symbol->type, p->out);
		print_flag(p->out, symbol->linkage == IR_L_INTERNAL, "static");
		print_flag(p->out, symbol->linkage == IR_L_NONE, "static local");
		print_flag(p->out, symbol->thread_local_, "thread");
		print_flag(p->out, symbol->weak, "weak");
		strbuf_addch(p->out, '\n');
	}
	for (size_t i = 0; i < p->unit->static_inits.len; i++) {
		const struct ir_static_init *init = &p->unit->static_inits.items[i];

		strbuf_addstr(p->out, "init ");
		print_memory(p, &init->memory);
		strbuf_addstr(p->out, " = ");
		print_value(p, &init->value);
		strbuf_addch(p->out, '\n');
	}
}

static void print_diagnostics(const struct printer *p)
{
	for (size_t i = 0; i < p->unit->diagnostics.len; i++) {
		const struct ir_diagnostic *diagnostic = &p->unit->diagnostics.items[i];

		strbuf_addstr(p->out, diagnostic->is_error ? "error " : "warning ");
		if (diagnostic->place.file < p->unit->files.len) {
			print_place(p, &diagnostic->place);
			strbuf_addstr(p->out, ": ");
		}
		strbuf_addf(p->out, "%s\n", diagnostic->text);
	}
}

void ir_print(const struct ir_unit *unit, struct strbuf *out)
{
	const struct printer p = { unit, NULL, out };

	strbuf_addf(out, "unit %s\n",
		    unit->main_file < unit->files.len ? path_base(unit->files.items[unit->main_file].path) : "?");
	print_diagnostics(&p);
	print_globals(&p);
	for (size_t i = 0; i < unit->functions.len; i++) {
		strbuf_addch(out, '\n');
		ir_print_function(unit, &unit->functions.items[i], out);
	}
}
