/*
 * What each function of a program does with the environment, its callees
 * included: which variables it writes before it returns, whether it returns a
 * pointer from getenv, and what it does to memory that it is handed.
 */
#ifndef SNAG_RULES_ENV_H
#define SNAG_RULES_ENV_H

#include "rules/env_names.h"

/* A call or an assignment that writes the environment. */
struct env_write {
	const struct function *function;
	uint32_t event;
	const char *callee;   /* "setenv", "environ" */
	bool assigns;         /* environ or an element of it, by a store */
	bool puts;            /* keeps its argument */
	bool keeps;           /* a variable that is there already */
	bool maybe;           /* called through a guess */
	struct env_names names; /* in terms of that function */
};

/* A write as a caller of the function that holds it sees it: the name in the caller's terms. */
struct env_effect {
	const struct env_write *write;
	struct env_name name;
};

struct env_effects {
	VEC(struct env_effect) all;
};

struct env_function {
	VEC(struct env_write *) writes; /* of its own */
	struct env_effects effects;     /* with those of callees, where it can return after them */
	struct env_names got; /* variables whose strings it may return; none: it returns no such pointer */
	const struct function *getter; /* where the call of getenv stands */
	uint32_t getter_event;
	/* A bit a parameter. */
	uint64_t returns;  /* returned, or a pointer into it */
	uint64_t modifies; /* written through */
	uint64_t frees;
};

struct env {
	const struct program *program;
	struct arena *arena;
	struct env_function *functions; /* by id */
	VEC(struct env_write *) writes; /* that can be reached */
	bool names_environ;             /* somewhere in the program */
};

/* Found by the first rule that asks. */
struct env *env_of(struct rule_run *run, const struct program *program);

/* One level down; false where nothing is left. */
bool env_step_down(enum level *level);

/* The writes that an event makes, itself or in callees before it returns, in the function's terms. */
void env_effects_at(const struct env *env, const struct function *function, uint32_t event,
		    struct env_effects *effects);

/* Whether the call returns a pointer into the environment; adds the variables' names in the function's terms. */
bool env_gets_at(const struct env *env, const struct function *function, uint32_t event, struct env_names *names);

/* What becomes of an argument: written through, freed, or part of what is returned. */
enum env_fate { ENV_MODIFIED, ENV_FREED, ENV_RETURNED };
bool env_fate_at(const struct env *env, const struct function *function, uint32_t event, size_t argument,
		 enum env_fate fate);
/* The argument whose object keeps that argument, or the pointer in the variable there; NULL: none does. */
const Fact__Operand *env_keeper(const struct env *env, const struct function *function, uint32_t event,
				size_t argument);
/* The call writes through the pointer that lies where the argument points: strsep. */
bool env_modifies_behind(const struct env *env, const struct function *function, uint32_t event, size_t argument);

/*
 * What a pointer may be or point into, within the function: behind casts, joins,
 * steps to elements and calls that return an argument.
 */
#define ENV_LEAVES 48
struct env_leaves {
	uint32_t all[ENV_LEAVES];
	size_t count;
};
void env_leaves_of(const struct env *env, const struct function *function, uint32_t origin,
		   struct env_leaves *leaves);

/* A bit for each parameter among the leaves. */
uint64_t env_parameters_of(const struct env *env, const struct function *function, uint32_t origin);

/* A store of one byte: nothing else is written into a string of the environment. */
bool env_stores_byte(const struct function *function, const Fact__Event *store);

/* Whether an address is that of the variable environ. */
bool env_is_variable(const struct env *env, const struct function *function, uint32_t address);
/* The same, or of the memory that it points to. */
bool env_is_array(const struct env *env, const struct function *function, uint32_t origin);

#endif
