/* The call graph while it is built: what its files share. */
#ifndef SNAG_LINK_CALLGRAPH_H
#define SNAG_LINK_CALLGRAPH_H

#include "link/call_flow.h"
#include "link/internal.h"

#define LIBRARY_BIT 0x80000000u /* a value that is a library function: number of its name */

/* What a call event with a callee that is no plain name has come to. */
enum site_flags { SITE_INDIRECT = 1, SITE_FOUND = 2, SITE_ANY = 4, SITE_GUESSED = 8 };

/* Who wants to hear of functions at a node: an event, for its callee or for an argument that its callee runs. */
struct watch {
	uint32_t function, event;
	enum call_how how; /* CALL_POINTER: the callee */
	uint32_t sample;   /* for arguments: the first function heard of, or UINT32_MAX */
};

/* Where a function's nodes begin: origins, parameters, results of calls; what it returns is one node. */
struct node_base {
	uint32_t origin, parameter, event, result;
};

/* A method that takes another one's place in virtual calls. */
struct override {
	uint32_t function;
	uint32_t next; /* 1 + index of the next one of that method; 0: none */
};

struct call_builder {
	struct program *program;
	struct arena *arena; /* freed behind the build */
	struct call_flow flow;
	struct node_base *bases; /* [function] */
	uint32_t first_event, first_place;
	uint8_t *sites;          /* [event node - first_event] */
	VEC(struct watch) watches;
	struct names libraries;
	VEC(const char *) library_names;
	VEC(struct call) found;
	struct map found_index;  /* event node and value → bits of enum call_how */
	bool *taken;
	struct names methods;    /* those that others override */
	VEC(uint32_t) first_override; /* [method] 1 + index into overrides; 0: none */
	VEC(struct override) overrides;
	bool guessing;           /* what is found now rests on guesses */
};

/* callgraph.c */
uint32_t call_event_node(const struct call_builder *b, uint32_t function, uint32_t event);
uint32_t call_operand_node(const struct call_builder *b, uint32_t function, const Fact__Operand *operand);
uint8_t *call_site(const struct call_builder *b, uint32_t function, uint32_t event);

/* call_targets.c */
/* What a function symbol is as a value, or FLOW_ANY where nothing is known of it. */
uint32_t call_symbol_value(struct call_builder *b, const Fact__Unit *unit, uint32_t symbol);
/* The library function that a model of the project's makes of one with a body here, besides the body; else FLOW_ANY. */
uint32_t call_model_value(struct call_builder *b, const Fact__Unit *unit, uint32_t symbol);
/* One more target of a call event, with all that follows from it. */
void call_add_target(struct call_builder *b, const struct watch *site, uint32_t value, bool maybe);
void call_watch(struct call_builder *b, uint32_t node, uint32_t function, uint32_t event, enum call_how how);
flow_heard call_heard;

/* call_guess.c */
void call_index_overrides(struct call_builder *b);
/* Dynamic dispatch: the method that is named, and whatever overrides it. */
void call_add_virtual(struct call_builder *b, const struct watch *site, const Fact__Unit *unit, uint32_t method);
/* Calls through pointers of which nothing else is known: by type. */
void call_guess_unknown(struct call_builder *b);

#endif
