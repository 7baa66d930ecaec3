/* `__attribute__((ifunc("choose")))`: a function whose body is what `choose` returns, as a body that calls both. */
#include "front/lower.h"

static void add_parameters(struct builder *b, CXType type, struct ir_place place)
{
	int count = clang_getNumArgTypes(type);

	for (int i = 0; i < count; i++) {
		uint32_t parameter = front_type(b->front, clang_getArgType(type, (unsigned)i));
		uint32_t local = build_local(b, "", parameter, place);

		b->function->locals.items[local].is_parameter = true;
		b->function->parameter_count++;
	}
}

static struct ir_value call(struct builder *b, struct ir_value callee, uint32_t type, const struct ir_value *args,
			    uint32_t count)
{
	bool yields = front_type_at(b->front, type)->kind != IR_T_VOID;
	CXCursor nowhere = clang_getNullCursor();
	struct ir_insn *insn = yields ? build_result(b, IR_CALL, type, nowhere) : build_insn(b, IR_CALL, nowhere);

	insn->a = callee;
	build_arguments(b, insn, args, count);
	return yields ? build_temp(insn) : ir_value_none();
}

static void lower_body(struct builder *b, CXCursor chooser)
{
	struct front *front = b->front;
	uint32_t symbol = b->function->symbol, count = b->function->parameter_count;
	struct ir_value *args = arena_array(&front->scratch, struct ir_value, count), chosen;

	build_begin(b, build_block(b));
	chosen = ir_value_function(front, front_symbol(front, chooser));
	chosen = call(b, chosen, front_type(front, clang_getCursorResultType(chooser)), NULL, 0);
	chosen = build_cast(b, chosen, front_pointer_to(front, front->unit->symbols.items[symbol].type), true,
			    clang_getNullCursor());
	for (uint32_t i = 0; i < count; i++)
		args[i] = build_load(b, ir_memory_local(b, i), clang_getNullCursor());
	chosen = call(b, chosen, b->function->return_type, args, count);
	build_insn_at(b, IR_RETURN, b->here)->a = chosen;
}

void lower_chosen_function(struct front *front, CXCursor declaration)
{
	struct arena_mark mark = arena_mark(&front->scratch);
	const char *name = front_attribute_argument(front, declaration, "ifunc");
	CXCursor chooser = name ? front_top_level(front, name) : clang_getNullCursor();
	CXType type = clang_getCanonicalType(clang_getCursorType(declaration));
	struct ir_function function = {0};
	struct builder b = {.front = front, .function = &function, .block = IR_NONE};

	if (!clang_Cursor_isNull(chooser)) {
		b.on_break.block = b.on_continue.block = b.on_throw.block = IR_NONE;
		b.full = b.last = clang_getNullCursor();
		function.symbol = front_symbol(front, declaration);
		function.place = b.here = front_name_place(front, declaration);
		function.return_type = front_type(front, clang_getResultType(type));
		function.variadic = clang_Cursor_isVariadic(declaration);
		add_parameters(&b, type, function.place);
		lower_body(&b, chooser);
		build_finish(&b);
		vec_push(front->arena, &front->unit->functions, function);
		hvec_push(&front->extents, front_place(front, declaration));
	}
	build_release(&b);
	arena_rewind(&front->scratch, mark);
}
