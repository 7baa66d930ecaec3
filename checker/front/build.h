/* Puts blocks and instructions together while a function is lowered. */
#ifndef SNAG_FRONT_BUILD_H
#define SNAG_FRONT_BUILD_H

#include "front/front.h"

/* A variable with automatic storage that lives; `outer` was there before it. */
struct scope {
	struct scope *outer;
	uint32_t depth;
	uint32_t local; /* IR_NONE: another object ends here, `object` */
	struct ir_memory object;
	uint32_t cleanup; /* symbol of the destructor, or of what __attribute__((cleanup)) names; IR_NONE: neither */
};

/* Where `break` or `continue` go, and what lives there. */
struct jump_goal {
	uint32_t block; /* IR_NONE: nowhere */
	struct scope *scope;
};

struct label {
	uint64_t key; /* of the LabelStmt */
	uint32_t block;
	struct scope *scope;
	bool placed, address_taken;
};

/* A goto whose label may still come: the rest of its block is written when the function is done. */
struct pending_goto {
	uint32_t block, label;
	struct scope *scope;
	struct ir_place place;
};

/* A `goto *p` or an `asm goto`: goes to any label. */
struct pending_indirect {
	uint32_t block, next; /* `next`: where an asm goto may go on, or IR_NONE */
	struct ir_value value;
	struct ir_place place;
};

struct switch_case {
	int64_t low, high;
	uint32_t block;
};

struct switch_context {
	VEC(struct switch_case) cases;
	uint32_t otherwise; /* block of `default:`, or IR_NONE */
	struct scope *scope;
};

struct builder {
	struct front *front;
	struct ir_function *function;
	uint32_t block_count; /* of front's drafts, those of this function */
	VEC(uint32_t) order;  /* blocks as they were begun */
	uint32_t block;	      /* the one that grows; IR_NONE behind a terminator */
	struct map locals;    /* declaration → local */
	struct scope *scope;
	struct jump_goal on_break, on_continue, on_throw;
	struct switch_context *in_switch;
	VEC(struct label) labels;
	struct map label_of;
	VEC(struct pending_goto) gotos;
	VEC(struct pending_indirect) indirects;
	CXCursor full; /* the largest expression around, or the declaration it initialises */
	uint32_t full_statement;
	bool full_known;
	struct ir_place here; /* of the innermost cursor that has one */
	CXCursor last;	      /* the one whose place was asked for last */
	struct ir_place last_place;
	unsigned depth; /* of the recursion */
	struct map gone;    /* locals whose content others took over: they end without effect */
	bool has_this;	/* parameter 0 is the object of a method, or of a lambda */
	bool in_region; /* of OpenMP */
	const struct lambda *lambda; /* whose body this is, or NULL */
};

/* Beyond this many levels an expression or a statement becomes opaque: the stack is finite. */
#define LOWERING_DEPTH_LIMIT 1000

/* Of a function that is still empty. */
void build_init(struct builder *b, struct front *front, struct ir_function *function);

/* --- blocks -------------------------------------------------------------------- */

uint32_t build_block(struct builder *b);	     /* a new one, not begun */
void build_begin(struct builder *b, uint32_t block); /* jumps there from the current one, if that is open */
bool build_is_open(const struct builder *b);

/* --- instructions ---------------------------------------------------------------- */

/* Appends to the current block; behind a terminator, to a new one that nothing reaches. Holds until the next call. */
struct ir_insn *build_insn(struct builder *b, enum ir_kind kind, CXCursor at);
struct ir_insn *build_insn_at(struct builder *b, enum ir_kind kind, struct ir_place place);
/* One with a result. */
struct ir_insn *build_result(struct builder *b, enum ir_kind kind, uint32_t type, CXCursor at);
struct ir_value build_temp(const struct ir_insn *insn);

void build_targets(struct builder *b, struct ir_insn *insn, uint32_t count);
void build_jump(struct builder *b, uint32_t target);
void build_branch(struct builder *b, struct ir_value value, uint32_t on_true, uint32_t on_false, CXCursor at);
void build_unreachable(struct builder *b, CXCursor at);
struct ir_value build_load(struct builder *b, struct ir_memory memory, CXCursor at);
void build_store(struct builder *b, struct ir_memory memory, struct ir_value value, CXCursor at);
struct ir_value build_address(struct builder *b, struct ir_memory memory, uint32_t type, CXCursor at);
struct ir_value build_cast(struct builder *b, struct ir_value value, uint32_t type, bool implicit, CXCursor at);
struct ir_value build_binary(struct builder *b, enum ir_op op, uint32_t type, struct ir_value x, struct ir_value y,
			     CXCursor at);
struct ir_value build_binary_at(struct builder *b, enum ir_op op, uint32_t type, struct ir_value x, struct ir_value y,
				struct ir_place place);
struct ir_value build_unary(struct builder *b, enum ir_op op, uint32_t type, struct ir_value x, CXCursor at);
/* Unknown code, which gets `args` into its hands; a result where `type` isn't void. */
struct ir_value build_opaque(struct builder *b, uint32_t type, const char *text, CXCursor at);
struct ir_value build_opaque_of(struct builder *b, uint32_t type, const char *text, const struct ir_value *args,
				uint32_t count, CXCursor at);
void build_arguments(struct builder *b, struct ir_insn *insn, const struct ir_value *args, uint32_t count);

/* Sets what calls, stores and returns name as their statement; returns what it was. */
struct full_expression {
	CXCursor cursor;
	uint32_t statement;
	bool known;
};
struct full_expression build_set_full(struct builder *b, CXCursor cursor);
void build_restore_full(struct builder *b, struct full_expression full);

/* --- values, memory, locals --------------------------------------------------------- */

struct ir_value ir_value_none(void);
struct ir_value ir_value_int(uint32_t type, int64_t number);
struct ir_value ir_value_unknown(uint32_t type);
struct ir_value ir_value_function(struct front *front, uint32_t symbol);

struct ir_memory ir_memory_local(const struct builder *b, uint32_t local);
struct ir_memory ir_memory_global(const struct front *front, uint32_t symbol);
struct ir_memory ir_memory_deref(struct front *front, struct ir_value pointer, uint32_t type);
struct ir_memory ir_memory_field(struct front *front, struct ir_memory memory, uint32_t record, uint32_t field);
struct ir_memory ir_memory_index(struct front *front, struct ir_memory memory, struct ir_value index, uint32_t type);

uint32_t build_local(struct builder *b, const char *name, uint32_t type, struct ir_place place);
void build_parameter(struct builder *b, const char *name, uint32_t type, struct ir_place place);
uint32_t build_made_local(struct builder *b, uint32_t type);

/* --- scopes --------------------------------------------------------------------------- */

void build_enter(struct builder *b, uint32_t local, uint32_t cleanup);
/* An object that is no variable, but ends with this scope all the same. */
void build_enter_object(struct builder *b, struct ir_memory object, uint32_t cleanup);
/* Ends what came to live since `until`; the scope itself stays (a jump leaves it) or is taken back (its end). */
void build_leave(struct builder *b, struct scope *until, struct ir_place place);
void build_leave_from(struct builder *b, struct scope *from, struct scope *until, struct ir_place place);
/* A return ends all locals by itself: only clean-ups are written. */
void build_leave_function(struct builder *b, struct ir_place place);
void build_end_scope(struct builder *b, struct scope *until, struct ir_place place);

/* --- labels and the end ---------------------------------------------------------------- */

uint32_t build_label(struct builder *b, CXCursor label); /* index into labels */
/* Writes what had to wait and hands the function its blocks (finish.c). */
void build_finish(struct builder *b);
void build_release(struct builder *b);

#endif
