/* From IR to facts: the tables of a unit, and its functions one after the other. */
#include "flow/flow.h"

#include "flow/body.h"
#include "flow/emit.h"
#include "flow/range.h"

#include <stdlib.h>
#include <string.h>

static uint32_t index_or_none(uint32_t index)
{
	return index == IR_NONE ? 0 : index + 1;
}

static void emit_types(struct arena *arena, const struct ir_unit *unit, Fact__Unit *out)
{
	out->types = emit_array(arena, unit->types.len);
	for (size_t i = 0; i < unit->types.len; i++) {
		const struct ir_type *type = &unit->types.items[i];
		Fact__Type *t = arena_new(arena, Fact__Type);

		fact__type__init(t);
		t->kind = (Fact__TypeKind)type->kind;
		t->is_signed = type->is_signed;
		t->plain_char = type->plain_char;
		t->size = type->size;
		t->element = index_or_none(type->element);
		t->count = type->kind == IR_T_ARRAY && type->count != IR_COUNT_UNKNOWN ? type->count : 0;
		t->record = type->kind == IR_T_RECORD ? index_or_none(type->record) : 0;
		out->types[out->n_types++] = t;
	}
}

static void emit_records(struct arena *arena, const struct ir_unit *unit, Fact__Unit *out)
{
	out->records = emit_array(arena, unit->records.len);
	for (size_t i = 0; i < unit->records.len; i++) {
		const struct ir_record *record = &unit->records.items[i];
		Fact__Record *r = arena_new(arena, Fact__Record);

		fact__record__init(r);
		r->key = facts_text(record->key);
		r->name = facts_text(record->name);
		r->fields = emit_array(arena, record->fields.len);
		for (size_t k = 0; k < record->fields.len; k++) {
			Fact__Field *field = arena_new(arena, Fact__Field);

			fact__field__init(field);
			field->name = facts_text(record->fields.items[k].name);
			field->type = record->fields.items[k].type;
			r->fields[r->n_fields++] = field;
		}
		out->records[out->n_records++] = r;
	}
	for (size_t i = 0; i < unit->types.len; i++)
		if (unit->types.items[i].kind == IR_T_RECORD && unit->types.items[i].record != IR_NONE)
			out->records[unit->types.items[i].record]->is_union |= unit->types.items[i].is_union;
}

static void emit_symbols(struct arena *arena, const struct ir_unit *unit, Fact__Unit *out)
{
	out->symbols = emit_array(arena, unit->symbols.len);
	for (size_t i = 0; i < unit->symbols.len; i++) {
		const struct ir_symbol *symbol = &unit->symbols.items[i];
		Fact__Symbol *s = arena_new(arena, Fact__Symbol);

		fact__symbol__init(s);
		s->name = facts_text(symbol->name);
		s->link_name = facts_text(symbol->link_name);
		s->is_function = symbol->is_function;
		s->linkage = (Fact__Linkage)symbol->linkage;
		s->defined = symbol->defined;
		s->weak = symbol->weak;
		s->is_inline = symbol->is_inline;
		s->in_system_header = symbol->in_system_header;
		s->alias = facts_text(symbol->alias);
		s->type = symbol->type;
		s->place = emit_place(arena, unit, &symbol->place);
		if (symbol->bound.kind != IR_E_NONE)
			s->bound = emit_extent(arena, &symbol->bound);
		out->symbols[out->n_symbols++] = s;
	}
}

static void emit_texts(struct arena *arena, const struct ir_unit *unit, Fact__Unit *out)
{
	out->files = emit_array(arena, unit->files.len);
	for (size_t i = 0; i < unit->files.len; i++) {
		Fact__File *file = arena_new(arena, Fact__File);

		fact__file__init(file);
		file->path = facts_text(unit->files.items[i].path);
		file->content_hash = arena_strdup(arena, unit->files.items[i].content_hash);
		file->system = unit->files.items[i].system;
		out->files[out->n_files++] = file;
	}
	out->statements = emit_array(arena, unit->statements.len);
	for (size_t i = 0; i < unit->statements.len; i++) {
		Fact__Statement *statement = arena_new(arena, Fact__Statement);

		fact__statement__init(statement);
		statement->tokens = facts_text(unit->statements.items[i].tokens);
		statement->line = unit->statements.items[i].line;
		statement->end_line = unit->statements.items[i].end_line;
		out->statements[out->n_statements++] = statement;
	}
	out->diagnostics = emit_array(arena, unit->diagnostics.len);
	for (size_t i = 0; i < unit->diagnostics.len; i++) {
		Fact__Diagnostic *diagnostic = arena_new(arena, Fact__Diagnostic);

		fact__diagnostic__init(diagnostic);
		diagnostic->is_error = unit->diagnostics.items[i].is_error;
		diagnostic->text = facts_text(unit->diagnostics.items[i].text);
		diagnostic->place = emit_place(arena, unit, &unit->diagnostics.items[i].place);
		out->diagnostics[out->n_diagnostics++] = diagnostic;
	}
}

/* Initial values of globals, as far as linking asks: functions, strings and numbers, with the fields on the way. */
static void emit_static_inits(struct arena *arena, const struct ir_unit *unit, Fact__Unit *out)
{
	static const Fact__OriginKind kinds[] = {
		[IR_V_INT] = FACT__ORIGIN_KIND__ORIGIN_INT,
		[IR_V_STRING] = FACT__ORIGIN_KIND__ORIGIN_STRING,
		[IR_V_FUNCTION] = FACT__ORIGIN_KIND__ORIGIN_FUNCTION,
		[IR_V_GLOBAL] = FACT__ORIGIN_KIND__ORIGIN_GLOBAL,
	};

	out->static_inits = emit_array(arena, unit->static_inits.len);
	for (size_t i = 0; i < unit->static_inits.len; i++) {
		const struct ir_static_init *init = &unit->static_inits.items[i];
		Fact__StaticInit *s;

		if (init->memory.base != IR_B_GLOBAL)
			continue;
		s = arena_new(arena, Fact__StaticInit);
		fact__static_init__init(s);
		s->symbol = init->memory.index;
		s->records = arena_array(arena, uint32_t, init->memory.step_count);
		s->fields = arena_array(arena, uint32_t, init->memory.step_count);
		for (uint32_t k = 0; k < init->memory.step_count; k++)
			if (init->memory.steps[k].kind == IR_S_FIELD) {
				s->records[s->n_records++] = init->memory.steps[k].record;
				s->fields[s->n_fields++] = init->memory.steps[k].field;
			}
		s->value = arena_new(arena, Fact__Origin);
		fact__origin__init(s->value);
		s->value->type = init->value.type;
		s->value->number = init->value.number;
		if (init->value.kind == IR_V_INT || init->value.kind == IR_V_STRING ||
		    init->value.kind == IR_V_FUNCTION || init->value.kind == IR_V_GLOBAL)
			s->value->kind = kinds[init->value.kind];
		if (init->value.kind == IR_V_GLOBAL) {
			s->value->symbol = init->value.index;
			s->value->type = unit->symbols.items[init->value.index].type;
		}
		if (init->value.kind == IR_V_FUNCTION) {
			s->value->symbol = init->value.index;
			out->symbols[init->value.index]->address_taken = true;
		}
		if (init->value.kind == IR_V_STRING) {
			const struct ir_string *string = &unit->strings.items[init->value.index];

			s->value->text.data = (uint8_t *)facts_text(string->bytes);
			s->value->text.len = string->length;
			s->value->number = string->length;
		}
		s->place = emit_place(arena, unit, &init->place);
		out->static_inits[out->n_static_inits++] = s;
	}
}

static void note_address(const struct ir_value *value, Fact__Unit *out)
{
	if (value->kind == IR_V_FUNCTION)
		out->symbols[value->index]->address_taken = true;
}

/* A function named anywhere but as a call's callee has its address taken. */
static void note_addresses(const struct ir_function *function, Fact__Unit *out)
{
	for (size_t b = 0; b < function->blocks.len; b++)
		for (size_t i = 0; i < function->blocks.items[b].insns.len; i++) {
			const struct ir_insn *insn = &function->blocks.items[b].insns.items[i];

			if (insn->kind != IR_CALL)
				note_address(&insn->a, out);
			note_address(&insn->b, out);
			for (uint32_t k = 0; k < insn->arg_count; k++)
				note_address(&insn->args[k], out);
		}
}

static int by_what(const void *a, const void *b)
{
	return strcmp((*(Fact__OpaqueCount *const *)a)->what, (*(Fact__OpaqueCount *const *)b)->what);
}

static void count_opaques(struct arena *arena, const struct ir_unit *unit, Fact__Unit *out)
{
	struct names kinds = { 0 };
	VEC(uint32_t) counts = { 0 };

	for (size_t f = 0; f < unit->functions.len; f++)
		for (size_t b = 0; b < unit->functions.items[f].blocks.len; b++) {
			const struct ir_block *block = &unit->functions.items[f].blocks.items[b];

			for (size_t i = 0; i < block->insns.len; i++) {
				uint32_t kind;

				if (block->insns.items[i].kind != IR_OPAQUE)
					continue;
				kind = names_add(&kinds, facts_text(block->insns.items[i].text));
				if (kind == counts.len)
					vec_push(arena, &counts, 0u);
				counts.items[kind]++;
			}
		}
	out->opaques = emit_array(arena, kinds.len);
	for (size_t i = 0; i < kinds.len; i++) {
		Fact__OpaqueCount *count = arena_new(arena, Fact__OpaqueCount);

		fact__opaque_count__init(count);
		count->what = arena_strdup(arena, kinds.texts[i]);
		count->count = counts.items[i];
		out->opaques[out->n_opaques++] = count;
	}
	qsort(out->opaques, out->n_opaques, sizeof *out->opaques, by_what);
	names_release(&kinds);
}

static void emit_functions(struct arena *arena, const struct ir_unit *unit, Fact__Unit *out)
{
	struct arena scratch = { 0 };

	out->functions = emit_array(arena, unit->functions.len);
	for (size_t i = 0; i < unit->functions.len; i++) {
		struct arena_mark mark = arena_mark(&scratch);
		struct map value_index = { 0 };
		struct body body;

		note_addresses(&unit->functions.items[i], out);
		body_build(&scratch, unit, &unit->functions.items[i], &value_index, &body);
		out->functions[out->n_functions++] = emit_function(arena, &body, ranges_build(&body));
		map_release(&value_index);
		arena_rewind(&scratch, mark);
	}
	arena_release(&scratch);
}

Fact__Unit *flow_facts(struct arena *arena, const struct ir_unit *unit)
{
	Fact__Unit *out = arena_new(arena, Fact__Unit);

	fact__unit__init(out);
	out->format = facts_text(FACTS_FORMAT);
	out->main_file = facts_text(unit->files.items[unit->main_file].path);
	out->target = facts_text(unit->target);
	out->char_is_signed = unit->char_is_signed;
	out->pointer_size = unit->pointer_size;
	out->glibc_minor = unit->glibc_minor;
	emit_types(arena, unit, out);
	emit_records(arena, unit, out);
	emit_symbols(arena, unit, out);
	emit_texts(arena, unit, out);
	emit_static_inits(arena, unit, out);
	emit_functions(arena, unit, out);
	count_opaques(arena, unit, out);
	return out;
}
