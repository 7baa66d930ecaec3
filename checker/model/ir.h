/*
 * The intermediate representation: what the front end makes of a translation unit.
 *
 * A function is basic blocks of three-address instructions over places. Nothing
 * here knows a compiler: `front` fills it, `flow` reads it, `snag dump --ir`
 * prints it. Everything lives in the arena of its unit.
 *
 * Conventions that every producer keeps and ir_verify checks:
 *  - Block 0 is the entry. Each block ends in exactly one terminator, and only there.
 *  - A temporary is defined by one instruction and used only in code that this
 *    instruction dominates; what a `?:`, `&&` or statement expression yields goes
 *    through a local made for it (IR_LOCAL_MADE).
 *  - A conversion that the language makes silently is an IR_CAST like a written
 *    one, so a type never changes unseen.
 *  - Conditions of `&&`, `||`, `!` and `?:` in branches become control flow.
 *  - Nothing is dropped: what isn't understood is an IR_OPAQUE that may do anything.
 */
#ifndef SNAG_MODEL_IR_H
#define SNAG_MODEL_IR_H

#include "base/arena.h"
#include "base/strbuf.h"
#include "base/vec.h"

#include <stdbool.h>
#include <stdint.h>

#define IR_NONE UINT32_MAX /* no index */

/* --- types ------------------------------------------------------------- */

enum ir_type_kind {
	IR_T_UNKNOWN, /* error recovery, or a type we don't model */
	IR_T_VOID,
	IR_T_BOOL,
	IR_T_INT,  /* every integer, character and enumeration type */
	IR_T_FLOAT,
	IR_T_POINTER, /* `element`: what it points to; references too */
	IR_T_ARRAY,   /* `element`, `count` (IR_COUNT_UNKNOWN: incomplete or variable) */
	IR_T_RECORD,  /* struct, union, class: `record` */
	IR_T_FUNCTION, /* `element`: what it returns; `variadic` */
	IR_T_VECTOR,
};

#define IR_COUNT_UNKNOWN UINT64_MAX

struct ir_type {
	enum ir_type_kind kind;
	bool is_signed;  /* IR_T_INT */
	bool plain_char; /* IR_T_INT: `char` without signed or unsigned */
	bool is_enum;    /* IR_T_INT */
	bool is_union;   /* IR_T_RECORD */
	bool is_reference; /* IR_T_POINTER: a C++ reference */
	bool variadic;
	uint64_t size;   /* in bytes; 0 where unknown or incomplete */
	uint32_t element; /* type index, or IR_NONE */
	uint64_t count;
	uint32_t record; /* record index, or IR_NONE */
};

struct ir_field {
	const char *name; /* "" for an unnamed one */
	uint32_t type;
	uint32_t bit_width; /* 0: not a bit-field */
};

struct ir_record {
	const char *key;  /* identity across units: tag or qualified name; `file:name` when defined in a source file, a place where unnamed */
	const char *name; /* for people; "" where unnamed */
	VEC(struct ir_field) fields; /* none where the unit only points to it */
};

/* --- places in the source ------------------------------------------------ */

struct ir_place {
	uint32_t file; /* index into files */
	uint32_t line, column;         /* the use: where a person sees it; columns are bytes from 1 */
	uint32_t end_line, end_column; /* behind the last byte */
	uint32_t macro;                /* name id of the outermost macro whose use this is, or IR_NONE */
	uint32_t spelling_file, spelling_line; /* where the characters stand; equal to file and line outside macros */
	uint32_t statement;            /* index into statements, or IR_NONE */
};

/* Characters of the source where a remedy could be written, in the file of the place around. */
enum ir_extent_kind {
	IR_E_NONE,    /* made by a macro, or hard to tell */
	IR_E_OTHER,
	IR_E_TIGHT,   /* an operand: a cast in front of it is a cast of all of it */
	IR_E_LITERAL, /* an integer's literal */
	IR_E_SIZEOF,  /* `sizeof` of an object */
};

struct ir_extent {
	enum ir_extent_kind kind;
	uint32_t line, column, end_line, end_column;
};

/*
 * The largest expression around a place, or the one declarator it initialises,
 * as tokens of the source with one space between: at most 64, the first 48 and
 * the last 16 (part 6 of a finding's identity). Bodies in braces are cut to {}.
 */
struct ir_statement {
	const char *tokens;
	uint32_t line, end_line;
};

/* --- symbols ------------------------------------------------------------ */

enum ir_linkage {
	IR_L_EXTERNAL,
	IR_L_INTERNAL, /* static, anonymous namespace */
	IR_L_NONE,     /* a static local: a global object with its function's scope */
};

/* A function or an object with static storage, defined here or only named. */
struct ir_symbol {
	const char *name;      /* as people write it: qualified, no parameters */
	const char *link_name; /* what the linker sees: follows asm labels, mangled in C++ */
	uint32_t type;
	bool is_function;
	enum ir_linkage linkage;
	bool defined;          /* here: a body, or storage */
	bool weak, is_inline, thread_local_;
	bool in_system_header; /* its declaration; a model may speak of it only then, or where there is none at all */
	const char *alias;     /* attribute alias/ifunc: the link name it stands for, or NULL */
	struct ir_place place; /* its declaration or definition; file IR_NONE for what the compiler declares itself */
	struct ir_extent bound; /* of an array: its number of elements */
};

/* --- values, places in memory, instructions ------------------------------ */

enum ir_value_kind {
	IR_V_NONE,
	IR_V_INT,    /* `number`, in the sense of `type` (sign-extended to 64 bits) */
	IR_V_FLOAT,  /* a floating constant; its value doesn't matter to us */
	IR_V_STRING, /* address of string literal `index` */
	IR_V_FUNCTION, /* address of function symbol `index` */
	IR_V_GLOBAL, /* address of object symbol `index`, or of a part of it; only as initial content */
	IR_V_TEMP,   /* result of the instruction that defines temporary `index` */
	IR_V_UNKNOWN, /* a value of which nothing but the type is known */
};

struct ir_value {
	enum ir_value_kind kind;
	uint32_t type;
	uint32_t index;
	int64_t number;
};

struct ir_string {
	const char *bytes; /* length bytes, unescaped; the NUL of the array isn't counted but is there */
	uint32_t length;
	uint32_t char_size; /* 1; 2 or 4 for wide ones, whose bytes are as in the file's encoding */
};

enum ir_base_kind {
	IR_B_LOCAL,  /* local `index`: parameters, too */
	IR_B_GLOBAL, /* symbol `index` */
	IR_B_DEREF,  /* what `pointer` points to */
};

enum ir_step_kind {
	IR_S_FIELD, /* field `field` of record `record` */
	IR_S_INDEX, /* element `index`; an unknown one in an initialiser stands for several */
};

struct ir_step {
	enum ir_step_kind kind;
	uint32_t record, field;
	struct ir_value index;
};

/* A piece of memory: a base and the steps into it. `p->a[i]` is DEREF(p) .a [i]; `q[i]` with a pointer q is DEREF(q) [i]. */
struct ir_memory {
	enum ir_base_kind base;
	uint32_t index;
	struct ir_value pointer;
	uint32_t type; /* of the piece */
	uint32_t step_count;
	struct ir_step *steps;
};

enum ir_op {
	/* binary: a, b */
	IR_ADD, IR_SUB, IR_MUL, IR_DIV, IR_REM, IR_SHL, IR_SHR, IR_AND, IR_OR, IR_XOR,
	IR_EQ, IR_NE, IR_LT, IR_LE, IR_GT, IR_GE,
	/* unary: a */
	IR_NEG, IR_NOT /* bitwise */, IR_LNOT,
};

enum ir_kind {
	IR_COPY,    /* dest = a */
	IR_CAST,    /* dest = a in dest_type; `implicit` where nobody wrote it */
	IR_UNARY,   /* dest = op a */
	IR_BINARY,  /* dest = a op b; pointer ± integer counts elements, as in C */
	IR_LOAD,    /* dest = memory */
	IR_STORE,   /* memory = a; whole records too; a string into a whole array of characters that it initialises */
	IR_ZERO,    /* memory = all zero: the rest of an initialiser */
	IR_ADDRESS, /* dest = &memory; arrays that decay, too */
	IR_CALL,    /* dest (or none) = a(args) */
	IR_SCOPE_END, /* local `local` ends its life here; not written before a return, which ends all of them */
	IR_OPAQUE,  /* may read and write anything reachable; `text` says what it was; dest may be set */
	/* terminators */
	IR_JUMP,     /* targets[0] */
	IR_BRANCH,   /* a true: targets[0], else targets[1] */
	IR_SWITCH,   /* a: cases; the default is the last target */
	IR_INDIRECT, /* goto *a: any target */
	IR_RETURN,   /* a, or IR_V_NONE */
	IR_UNREACHABLE, /* behind a call that doesn't return */
};

/* One case of a switch: low..high (equal for a plain one) goes to targets[i]. */
struct ir_case {
	int64_t low, high;
};

struct ir_insn {
	enum ir_kind kind;
	enum ir_op op;
	bool implicit;
	bool is_virtual; /* IR_CALL through a virtual table: dynamic dispatch on args[0] */
	uint32_t dest;   /* temporary, or IR_NONE */
	uint32_t dest_type;
	struct ir_place place;
	struct ir_value a, b;
	struct ir_memory memory;
	uint32_t local;
	uint32_t arg_count;
	struct ir_value *args;
	struct ir_extent *extents; /* of an IR_CALL that a rule knows a remedy for: its name, then each argument; or NULL */
	uint32_t target_count; /* blocks */
	uint32_t *targets;
	struct ir_case *cases; /* target_count - 1 of them */
	const char *text;
};

struct ir_block {
	VEC(struct ir_insn) insns;
};

/* What kind of statement made a loop, by its header block: facts name it for people. */
enum ir_loop_kind { IR_LOOP_GOTO, IR_LOOP_WHILE, IR_LOOP_DO, IR_LOOP_FOR, IR_LOOP_RANGE };

struct ir_loop_mark {
	uint32_t header; /* block that the back edge enters */
	enum ir_loop_kind kind;
	struct ir_place place;
};

struct ir_local {
	const char *name; /* "" for made ones */
	uint32_t type;
	bool is_parameter; /* the first parameter_count locals, in order */
	bool made;         /* by lowering: no name in the source */
	bool compound_literal;
	bool variable_length;
	bool is_volatile;
	struct ir_place place;
	struct ir_extent bound; /* of an array: its number of elements */
};

struct ir_attributes {
	bool noreturn_, constructor, destructor, malloc_, pure, cold, used;
	uint32_t priority; /* of a constructor or destructor: lower ones begin earlier and end later; 0: after all others */
};

struct ir_function {
	uint32_t symbol;
	struct ir_place place; /* of its name */
	struct ir_attributes attributes;
	uint32_t return_type;
	uint32_t parameter_count;
	bool variadic;
	bool partial;  /* an error lies inside: some of its code is missing */
	const char *partial_reason;
	uint32_t temp_count;
	VEC(struct ir_local) locals;
	VEC(struct ir_block) blocks;
	VEC(struct ir_loop_mark) loops;
	VEC(uint32_t) overrides; /* methods whose place it takes in virtual calls, near and far ones */
};

/* Initial content of an object with static storage: `memory` is a piece of it. */
struct ir_static_init {
	struct ir_memory memory;
	struct ir_value value;
	struct ir_place place;
};

struct ir_file {
	const char *path; /* absolute and normal */
	char content_hash[33];
	bool system;
};

struct ir_diagnostic {
	bool is_error;
	const char *text;
	struct ir_place place; /* file IR_NONE where it has none */
};

struct ir_unit {
	struct arena *arena;
	uint32_t main_file;
	VEC(struct ir_file) files;
	VEC(const char *) macro_names;
	VEC(struct ir_statement) statements;
	VEC(struct ir_type) types;
	VEC(struct ir_record) records;
	VEC(struct ir_symbol) symbols;
	VEC(struct ir_string) strings;
	VEC(struct ir_function) functions; /* in order of their place */
	VEC(struct ir_static_init) static_inits;
	VEC(struct ir_diagnostic) diagnostics;
	const char *target;    /* triple */
	bool char_is_signed;
	uint32_t pointer_size; /* bytes */
	int glibc_minor;       /* __GLIBC_MINOR__, or -1 */
};

/* Whether control leaves the block here. */
bool ir_is_terminator(enum ir_kind kind);
/* "add", "eq", …: one word for dumps. "?" for what is none. */
const char *ir_op_name(enum ir_op op);
/* Of comparisons. */
bool ir_op_is_comparison(enum ir_op op);
enum ir_op ir_op_negated(enum ir_op op);  /* what holds where `op` doesn't */
enum ir_op ir_op_mirrored(enum ir_op op); /* the same with its sides exchanged */

/* Stable text for goldens and people. */
void ir_print(const struct ir_unit *unit, struct strbuf *out);
void ir_print_function(const struct ir_unit *unit, const struct ir_function *function, struct strbuf *out);
void ir_print_type(const struct ir_unit *unit, uint32_t type, struct strbuf *out);

/* Checks the conventions above; the first breach is worded in `err`. */
struct err;
bool ir_verify(const struct ir_unit *unit, struct err *err);
/* One function alone, in a unit whose tables are sound. */
bool ir_verify_function(const struct ir_unit *unit, const struct ir_function *function, struct err *err);

#endif
