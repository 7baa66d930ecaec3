/*
 * A linked program: facts of many translation units joined by symbols, with a
 * call graph over them. Nothing changes after linking, so rules may ask in any order.
 */
#ifndef SNAG_LINK_PROGRAM_H
#define SNAG_LINK_PROGRAM_H

#include "base/arena.h"
#include "base/map.h"
#include "base/vec.h"
#include "model/facts.h"

/* A function with a body, in one program. */
struct function {
	uint32_t id;              /* index into program.functions */
	const Fact__Unit *unit;
	const Fact__Function *facts;
	const char *name;         /* as people write it */
	const char *link_name;
	bool internal;
	bool exported;            /* in a library: others may call it */
	bool loaded;              /* in a module that the program loads, which asks for it by its name */
	bool is_main;
	VEC(uint32_t) call_sites; /* indices into program.calls: who calls it */
	VEC(uint32_t) calls;      /* indices into program.calls: one or more an event, in order of events */
};

/* An object with static storage. Same-named internal ones are apart. */
struct global {
	uint32_t id;
	const char *name, *link_name;
	const Fact__Unit *unit;   /* that defines it, else the first that names it */
	uint32_t symbol;          /* there */
	bool defined;             /* somewhere in the program */
};

/* How a function comes to be called at a place. */
enum call_how {
	CALL_DIRECT,   /* by name */
	CALL_POINTER,  /* through a pointer whose values are known */
	CALL_MAYBE,    /* through a pointer, matched by type alone */
	CALL_RUNS,     /* the callee, a library function, is handed this function and runs it before it returns */
	CALL_LATER,    /* the callee keeps it and runs it some time later on the same thread */
	CALL_THREAD,   /* the callee starts a thread that runs it */
};

/*
 * One edge of the call graph. A call event has one for each possible target;
 * a library function has `target` UINT32_MAX and its name in `library`.
 */
struct call {
	uint32_t id;
	uint32_t caller, event;   /* function, and event in it */
	uint32_t target;          /* function, or UINT32_MAX */
	const char *library;      /* name of a function without a body here, or NULL */
	enum call_how how;
	/* A guess stands behind it: matched by type alone, handed over by such a call, or one of many. */
	bool maybe;
};

struct program {
	const char *name;         /* of the executable, or of the file with main: "src/server.c" */
	const char *kind;         /* "exe", "shared": a build linked it; "guess" */
	bool has_main;            /* else a library: all units that no program reaches */
	const struct names *threaded_hosts; /* program_set's */
	bool complete;            /* every member unit has facts */
	VEC(const Fact__Unit *) units;
	VEC(bool) loaded;         /* [unit] of a module that the program loads while it runs, not of the program itself */
	struct map unit_index;    /* Fact__Unit pointer → index into units */
	/* What follows is there from program_link to program_unlink, and lives in an arena of the program's own. */
	struct arena *arena, own;
	VEC(struct function) functions;
	VEC(struct global) globals;
	VEC(struct call) calls;
	/*
	 * Functions whose address is taken but that no edge reaches, by id, and those
	 * of modules: a library may call them at any time, on the first thread.
	 */
	VEC(uint32_t) loose;
	uint64_t *returns;        /* a bit a function: program_returns */
	/* (unit, symbol) → function or global: resolve with program_function / program_global. */
	uint32_t **function_of_symbol; /* [unit][symbol], UINT32_MAX: no body here */
	uint32_t **global_of_symbol;
	const char ***library_of_symbol; /* name for models; NULL: has a body here that no model of the project's speaks of, or is no function */
	struct phases *phases;    /* link/phase.h */
	struct locales *locales;  /* link/locale.h */
	struct values *values;    /* link/values.h */
};

/* All programs that some units make up, sorted by name. */
struct program_set {
	VEC(struct program *) programs;
	/*
	 * To be set before programs are found: main files whose exported functions, in a library,
	 * are called by a process that has threads. NULL: nothing is known of any.
	 */
	const struct names *threaded_hosts;
};

/*
 * Guesses programs: from each unit with a `main`, the closure over symbols that
 * other units define. What no program reaches, but uses what one that loads
 * modules defines, is a module of that program and belongs to it. The rest
 * makes up one library program.
 * With `all_one`, all units are one program whatever they define.
 * The set and what makes up its programs live in the arena; none is linked yet.
 */
void programs_guess(struct arena *arena, Fact__Unit *const *units, size_t count, bool all_one, const char *root,
		    struct program_set *set);

/* A file that a build linked. Units are indices into those given. */
struct linked {
	const char *name, *kind; /* as in struct program */
	const uint32_t *units;
	size_t unit_count;
	const uint32_t *archived; /* of static libraries: linked only where they define what is undefined without them */
	size_t archived_count;
};

/* Programs as they were linked. Units that are in none make up guessed ones. */
void programs_given(struct arena *arena, Fact__Unit *const *units, size_t count, const struct linked *linked,
		    size_t linked_count, const char *root, struct program_set *set);
/* Unlinks those that are linked. */
void programs_release(struct program_set *set);

/* Joins the units: what a program is asked. To be given back, before long, by program_unlink: it is large. */
void program_link(struct program *program);
void program_unlink(struct program *program);

/* The function with a body that a symbol of a unit names in this program, or NULL. */
const struct function *program_function(const struct program *program, const Fact__Unit *unit, uint32_t symbol);
const struct global *program_global(const struct program *program, const Fact__Unit *unit, uint32_t symbol);

/* The edges of a call event: they lie together. */
const struct call *program_calls_at(const struct program *program, const struct function *function, uint32_t event,
				    size_t *count);

/*
 * The name by which models know the callee of a call event; NULL where it has a body here or isn't known by name. One
 * that the project has a model of has both: then there is an edge for the body, and one for the model.
 */
const char *program_library_callee(const struct program *program, const struct function *function, uint32_t event);

/* Whether the function can return to its caller (a whole-program answer: exits and endless loops are seen through). */
bool program_returns(const struct program *program, const struct function *function);
/* Whether control can come back from a call event; true for what is no call. */
bool program_call_returns(const struct program *program, const struct function *function, uint32_t event);

/* Stable text for goldens and people: functions, edges, phases. */
struct strbuf;
void program_print(const struct program *program, struct strbuf *out);

#endif
