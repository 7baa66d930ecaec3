/* Functions that nobody wrote and the program runs before main or behind it: what makes and ends objects with static
 * storage, and what calls the functions that the linker collects in a section. */
#include "front/lower_class.h"

/* A function of an object that only the start or the end of the program calls. */
static void begin_function(struct builder *b, struct front *front, CXCursor definition, const char *what)
{
	b->function->symbol = front_code_symbol(front, front_symbol(front, definition), what);
	build_init(b, front, b->function);
	b->function->place = b->here = front_name_place(front, definition);
	b->function->return_type = front_type_plain(front, IR_T_VOID);
	build_begin(b, build_block(b));
}

static void end_function(struct builder *b, CXCursor definition)
{
	struct front *front = b->front;

	if (build_is_open(b)) {
		build_set_full(b, clang_getNullCursor());
		build_insn_at(b, IR_RETURN, b->function->place);
	}
	build_finish(b);
	vec_push(front->arena, &front->unit->functions, *b->function);
	hvec_push(&front->extents, front_place(front, definition));
	build_release(b);
}

void lower_dynamic_initializer(struct front *front, CXCursor definition, CXCursor initializer)
{
	struct ir_function function = {.attributes.constructor = true};
	struct builder b = {.function = &function};

	begin_function(&b, front, definition, "initializer");
	build_set_full(&b, definition);
	lower_into(&b, ir_memory_global(front, front_symbol(front, definition)), initializer);
	lower_end_temporaries(&b, NULL);
	end_function(&b, definition);
}

/* Objects of one thread end with it, and not always in the program's last moments. */
void lower_finalizer(struct front *front, CXCursor definition)
{
	uint32_t index = front_symbol(front, definition);
	struct ir_symbol object = front->unit->symbols.items[index];
	struct ir_function function = {.attributes.destructor = object.linkage != IR_L_NONE};
	struct builder b = {.function = &function};
	uint32_t symbol = class_destructor(front, clang_getCursorType(definition));
	struct ir_value address;
	struct ir_memory memory;
	struct ir_insn *insn;

	if (symbol == IR_NONE || object.thread_local_)
		return;
	begin_function(&b, front, definition, "finalizer");
	memory = memory_of_elements(&b, ir_memory_global(front, index));
	address = build_address(&b, memory, front_pointer_to(front, memory.type), definition);
	insn = build_insn(&b, IR_CALL, definition);
	insn->a = ir_value_function(front, symbol);
	build_arguments(&b, insn, &address, 1);
	end_function(&b, definition);
}

void lower_listed_functions(struct front *front, CXCursor definition, size_t first, bool behind)
{
	struct ir_function function = {.attributes = {.constructor = !behind, .destructor = behind}};
	struct builder b = {.function = &function};

	begin_function(&b, front, definition, behind ? "finalizer" : "initializer");
	for (size_t i = first; i < front->unit->static_inits.len; i++) {
		struct ir_value value = front->unit->static_inits.items[i].value;

		if (value.kind == IR_V_FUNCTION)
			build_insn(&b, IR_CALL, definition)->a = value;
	}
	end_function(&b, definition);
}
