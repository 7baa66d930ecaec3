/* The unit under construction, and what every part of the front end asks of it. */
#ifndef SNAG_FRONT_FRONT_H
#define SNAG_FRONT_FRONT_H

#include "base/map.h"
#include "model/ir.h"

#include <clang-c/Index.h>

/* What is known of a symbol besides its entry in the unit. */
struct symbol_info {
	CXCursor cursor;
	bool noreturn_;
};

struct record_info {
	CXType type;
	bool filled;
};

struct source_text {
	const char *bytes;
	size_t length;
	uint32_t *lines; /* offsets at which they begin, once someone asks */
	size_t line_count;
};

/* A variable that a lambda's body names and that lies outside: its object has it, or its address, in a field. */
struct capture {
	CXCursor variable;
	uint32_t field;
	bool initialized; /* `[x = f()]`: a variable of the lambda's own */
};

struct lambda {
	uint32_t record;
	uint32_t this_field; /* the object of the method around, or IR_NONE */
	uint32_t capture_count;
	struct capture *captures;
};

/* Where a statement begins, as offsets: in a macro's body, the use alone doesn't tell statements apart. */
struct start {
	uint32_t file, spelling_file;
	unsigned offset, spelling_offset;
};

/* A statement that several threads run. */
struct region {
	struct start start;
	struct ir_place place; /* of the directive */
};

/* A member of an instantiated class. */
struct noted_member {
	CXCursor cursor;
	uint32_t next; /* 1 + index of the one before; 0: none */
};

/* Functions that the language makes for a class where nobody wrote them. */
enum implicit_kind {
	IMPLICIT_CONSTRUCTOR,
	IMPLICIT_MEMBERS, /* what an inherited constructor leaves to do */
	IMPLICIT_DESTRUCTOR,
};

struct implicit {
	CXCursor class_;
	uint32_t symbol;
	enum implicit_kind kind;
};

/* A block while its function is lowered. */
struct draft_block {
	VEC(struct ir_insn) insns;
};

struct front {
	struct arena *arena;  /* of the unit */
	struct arena scratch; /* for cursors of the statement at hand: marked and rewound */
	CXTranslationUnit tu;
	CXFile main_handle;
	struct ir_unit *unit;
	const char *folder; /* relative file names are seen from here */
	bool cplusplus;

	struct map types_seen;	  /* canonical type → type index */
	struct names type_shapes; /* content of a type → the same index */
	VEC(CXType) chain;	  /* types on the way to their innermost element */

	struct map records_seen; /* declaration → record index */
	VEC(struct record_info) record_infos;
	struct map fields_seen; /* declaration → record << 32 | field */

	struct map symbols_seen; /* canonical declaration → symbol index */
	VEC(struct symbol_info) symbol_infos;
	struct names local_statics; /* link names given to static locals */
	struct map noreturn_types;  /* canonical function type → whether it says so */

	struct map files_seen; /* file handle → file index */
	struct names file_paths;
	VEC(struct source_text) texts;
	VEC(CXFile) file_handles;
	VEC(uint32_t) includers; /* of each file the one that included it first, or IR_NONE */
	CXFile last_file;	 /* the one asked for last, since most questions in a row are about one file */
	uint32_t last_file_index;
	struct names macros;
	struct map statements_seen; /* file, start → statement, checked against its end */
	VEC(uint64_t) statement_ends;
	struct names strings;

	struct map lambdas_seen; /* closure class → lambda */
	VEC(struct lambda) lambdas;
	struct map call_operators; /* closure class → its instantiated call operator */
	VEC(CXCursor) operator_cursors;

	VEC(struct region) regions; /* of OpenMP */
	struct map noted_of_class; /* instantiated class → 1 + index of the last one */
	VEC(struct noted_member) noted_members;
	struct map constructors, destructors, member_initializers; /* class → symbol, or IR_NONE */
	struct map reached_classes;
	VEC(struct implicit) implicits; /* functions that nobody wrote, still to be lowered */

	/* Definitions still to be lowered: functions and initialised objects. */
	VEC(CXCursor) work;
	struct map work_seen;
	struct names top_names; /* functions at file scope, listed when first asked for */
	VEC(CXCursor) top_cursors;
	bool top_listed;
	VEC(struct draft_block) drafts; /* their memory serves from function to function */
	const char *function_name;	/* link name of the one being lowered, for names of its static locals */
	VEC(struct ir_place) extents;	/* of the functions of the unit, until they are put in order */
};

/* --- cursors (cursor.c) ---------------------------------------------------- */

struct kids {
	CXCursor *at;
	uint32_t count;
};

/* Direct children, in the scratch arena. */
struct kids front_kids(struct front *front, CXCursor cursor);
/* A copy in the unit's arena of a libclang string, which is disposed of. */
const char *front_string(struct front *front, CXString string);
/* Identity of a declaration or a statement. */
uint64_t cursor_key(CXCursor cursor);
/* Whether a class is what a lambda's object is of. */
bool cursor_is_closure(CXCursor class_);
/* An instantiated call operator of a generic lambda: only the list of the unit's declarations has it. */
void front_note_operator(struct front *front, CXCursor method);
/* What `object(…)` calls: the null cursor where the class has no such method, or several. */
CXCursor front_call_operator(struct front *front, CXCursor class_);
bool cursor_same_extent(CXCursor a, CXCursor b);
bool cursor_is_null_extent(CXCursor cursor);
/* Value of a constant expression of integer type; false where it has none. */
bool cursor_constant(CXCursor cursor, int64_t *number);
/* Whether one of the attributes of a declaration has the name (without `gnu::` and underscores). */
bool front_has_attribute(struct front *front, CXCursor declaration, const char *name);
/* The text between the brackets of attribute `name`, macro parameters replaced; NULL where there is none. */
const char *front_attribute_argument(struct front *front, CXCursor declaration, const char *name);
/* The same as written, for what libclang doesn't print: the string in the brackets. */
const char *front_attribute_text(struct front *front, CXCursor declaration, const char *name);
/* A function declared at file scope, by name; the null cursor where there is none. */
CXCursor front_top_level(struct front *front, const char *name);

/* --- types (types.c) --------------------------------------------------------- */

uint32_t front_type(struct front *front, CXType type);
uint32_t front_cursor_type(struct front *front, CXCursor cursor);
/* A function, so that the call that makes `type` comes before the look-up. */
const struct ir_type *front_type_at(const struct front *front, uint32_t type);
uint32_t front_type_int(struct front *front, uint64_t size, bool is_signed);
uint32_t front_type_plain(struct front *front, enum ir_type_kind kind); /* void, bool, unknown */
uint32_t front_pointer_to(struct front *front, uint32_t element);
uint32_t front_reference_to(struct front *front, uint32_t element);
/* Whether objects of a library's class stand for a function: they are pointers to one in the IR (callable.c). */
bool front_is_callable_record(CXType type);
/* The same of a type, or of what it refers to. */
bool front_is_callable(struct front *front, CXType type);
/* The record of a type that is one, its fields filled in. */
const struct ir_record *front_record(struct front *front, uint32_t record);
/* Which record and field a declaration is; false for what isn't known as one. */
bool front_field(struct front *front, CXCursor field, uint32_t *record, uint32_t *index);
void front_fill_records(struct front *front);

/* --- symbols (symbols.c) ------------------------------------------------------ */

/* Symbol of a function, or of an object with static storage; its definition joins the work. */
uint32_t front_symbol(struct front *front, CXCursor declaration);
/* A function of a library that no declaration at hand stands for. */
uint32_t front_library_symbol(struct front *front, const char *name);
/* A function made for an object, which the start or the end of the program calls; `what` is a word for it. */
uint32_t front_code_symbol(struct front *front, uint32_t object, const char *what);
/* A compound literal outside of functions. */
uint32_t front_literal_symbol(struct front *front, CXCursor literal);
/* Whether a variable has static storage (or is declared `extern`). */
bool front_is_static_object(CXCursor variable);
/* Whether a call through this type never returns. */
bool front_type_is_noreturn(struct front *front, CXType function);
bool front_is_system(CXCursor cursor);
void front_add_work(struct front *front, CXCursor definition);
/* Whether a method is called without an object: static, or of a lambda that captures nothing. */
bool front_has_no_object(struct front *front, CXCursor method);

/* --- extents (extents.c) --------------------------------------------------------- */

/* Of the name of a call and of its `count` arguments, or NULL where no rule knows a remedy for it. */
struct ir_extent *front_call_extents(struct front *front, CXCursor call, CXCursor function, uint32_t count);
/* Of the number of elements in an array's declaration. */
struct ir_extent front_bound_extent(struct front *front, CXCursor declaration);

/* --- places (places.c) ---------------------------------------------------------- */

uint32_t front_file(struct front *front, CXFile file);
const struct source_text *front_text(struct front *front, uint32_t file);
struct ir_place front_no_place(void);
struct ir_place front_place(struct front *front, CXCursor cursor);
/* The same place, but up to where another cursor ends. */
struct ir_place front_place_until(struct front *front, struct ir_place start, CXCursor last);
/* Only the name of a declaration. */
struct ir_place front_name_place(struct front *front, CXCursor declaration);
struct ir_place front_location_place(struct front *front, CXSourceLocation location);
/* The statement that `full` (an expression, or the variable it initialises) makes. */
uint32_t front_statement(struct front *front, CXCursor full);
/* False where the statement isn't in a file of the unit. It may be of another parse of the same source. */
bool front_start(struct front *front, CXCursor statement, struct start *start);
/* Text from where the cursor's characters stand to the end of their file; false where nothing is known of them. */
bool front_spelled(struct front *front, CXCursor cursor, const char **at, const char **end);
/* The identifier that the cursor is spelled with at its start, "" where there is none. */
const char *front_first_word(struct front *front, CXCursor cursor);

/* --- the rest ----------------------------------------------------------------- */

/* Index of a string literal (lower_initializer.c). */
uint32_t front_string_literal(struct front *front, CXCursor literal);

#endif
