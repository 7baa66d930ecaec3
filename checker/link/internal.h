/* What the files of this folder share and nobody else needs: the steps of linking, in their order. */
#ifndef SNAG_LINK_INTERNAL_H
#define SNAG_LINK_INTERNAL_H

#include "base/strbuf.h"
#include "link/program.h"

/* guess.c: which units make up which programs; fills name, kind, has_main, complete and units. */
void guess_programs(struct arena *arena, Fact__Unit *const *units, size_t count, bool all_one, const char *root,
		    struct program_set *set);
/* What a unit is to a program. */
enum member { MEMBER_NOT, MEMBER_OWN, MEMBER_LOADED /* of a module */ };
/* Adds a program of the units that are members, in their order; name, kind and has_main are those of `program`. */
void program_add(struct arena *arena, Fact__Unit *const *units, const enum member *member, size_t count,
		 struct program program, struct program_set *set);
/* given.c: the same from what a build linked. */
void given_programs(struct arena *arena, Fact__Unit *const *units, size_t count, const struct linked *linked,
		    size_t linked_count, const char *root, struct program_set *set);
/* Whether the unit defines the function where programs begin. */
bool unit_has_main(const Fact__Unit *unit);
bool symbol_is_main(const Fact__Symbol *symbol);
/* Whether a unit names a function that loads modules. */
bool unit_loads_modules(const Fact__Unit *unit);
/* A definition that a linker would take an object file for: inline ones come with every unit that needs them. */
bool symbol_draws_unit(const Fact__Symbol *symbol);

/*
 * How much speaks for `candidate` as the unit whose definition is meant where
 * `reference` names it: one folder tends to be one program, one set of flags too.
 */
unsigned unit_nearness(const Fact__Unit *candidate, const Fact__Unit *reference);
/* The unit with `main`, else the first. */
const Fact__Unit *program_main_unit(const struct program *program);

/* symbols.c: functions, globals, and what each symbol of each unit names. */
void symbols_resolve(struct program *program);
/* The unit's index in program.units. */
uint32_t program_unit(const struct program *program, const Fact__Unit *unit);

/*
 * places.c: memory that outlives a statement, by name.
 *
 * The exact key tells `one.name` and `other.name` apart; the group is that of all
 * fields `name` of that record, reached in any way. Both are the same text where
 * there is nothing to tell apart.
 */
struct place_key {
	struct strbuf exact, group;
	bool followed; /* who reads it gets what stores to that key wrote: not through a parameter or a result */
	bool unseen;   /* others may write it under another name: locals, memory behind pointers, a library's globals */
};
void place_key_release(struct place_key *key);

#define PLACE_ROOT_LIMIT 16
/*
 * The origins that an address may start from, with casts, joins and steps over
 * elements taken off: an array and its elements are one place. Past the limit: none.
 */
size_t place_roots(const struct function *function, uint32_t address, uint32_t roots[PLACE_ROOT_LIMIT]);
/* False where the root has no name. */
bool place_describe(const struct program *program, const struct function *function, uint32_t root,
		    struct place_key *key);

/* A store to a place, or initial content of it. */
struct place_write {
	uint32_t exact;               /* place */
	uint32_t next;                /* 1 + index into writes of the same group; 0: none */
	uint32_t function, event;     /* a store */
	const Fact__Unit *unit;       /* initial content, else NULL */
	const Fact__StaticInit *init;
	uint32_t object;              /* 1 + place: memory behind a pointer that begins with that object's address */
};

struct values {
	struct names places;          /* exact keys and groups alike; only those that are written */
	VEC(struct place_write) writes; /* in order of units, functions, events within a group */
	VEC(uint32_t) first, last;    /* [place] 1 + index into writes of the group; 0: none */
};

/* Makes program.values. */
void places_index(struct program *program);

/* callgraph.c: program.calls, and with them who calls whom. Needs places. */
void callgraph_build(struct program *program);
/* The callee's origin without casts. */
const Fact__Origin *call_callee(const Fact__Function *function, const Fact__Event *event);
/*
 * What the caller hands over as the target's parameter, or NULL where that can't
 * be told. A thread's entry gets the creator's argument behind the entry where
 * that is the last one: what stands between or behind differs from library to library.
 */
const Fact__Operand *call_argument(const struct program *program, const struct call *call, uint32_t parameter);

/* call_refine.c: drops targets of calls through method tables that other objects' tables alone hold. Needs calls. */
void callgraph_refine(struct program *program);

/* Whether the pointer that is called stands for the target and its object: std::function, a bound method. */
bool brings_object(const Fact__Event *event, const struct function *target);

/* call_types.c: whether a pointer may point to a function, as far as types tell. */
bool call_fits(const Fact__Unit *unit, const Fact__Event *event, const struct function *target);
bool functions_alike(const struct function *one, const struct function *other);
/* [function] whether its address is taken anywhere in the program. In the arena. */
bool *address_taken(const struct program *program, struct arena *arena);

/* reach.c: program.loose and program.returns. Need calls. */
void reach_loose(struct program *program);
void reach_returns(struct program *program);

/* conditions.c: what an edge says of the value of an origin. */
struct range {
	int64_t low, high;
};
#define RANGE_ALL ((struct range){ INT64_MIN, INT64_MAX })
/* Whether the edge is possible at all, going by constants alone. */
bool edge_possible(const Fact__Unit *unit, const Fact__Function *function, const Fact__Block *block,
		   const Fact__Edge *edge);
/*
 * Narrows what is known of the result of call event `event` by the condition of
 * an edge; false where the condition can't hold.
 */
bool edge_narrows(const Fact__Unit *unit, const Fact__Function *function, const Fact__Block *block,
		  const Fact__Edge *edge, uint32_t event, struct range *range);
/* The numbers of the type that a cast is to; false where that is none. */
bool cast_range(const Fact__Unit *unit, const Fact__Origin *cast, struct range *range);
/* Whether a cast of a number or pointer in that range leaves it the same. */
bool cast_keeps(const Fact__Unit *unit, const Fact__Function *function, const Fact__Origin *cast,
		const struct range *range);

#endif
