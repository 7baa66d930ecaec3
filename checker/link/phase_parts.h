/*
 * What the files of the phase analysis share.
 *
 * The analysis tabulates (function, state at its entry) pairs, called contexts:
 * each is run over its blocks with sets of states, and a call goes on with the
 * states in which the callee's context is left. A callee is told only what it
 * can change or ask; the caller puts the rest back when the callee returns.
 */
#ifndef SNAG_LINK_PHASE_PARTS_H
#define SNAG_LINK_PHASE_PARTS_H

#include "link/phase.h"

#define NONE UINT32_MAX

/* Where a thread's handle lies, as the function that looks at it can name it. */
enum handle_kind {
	HANDLE_PARAM,    /* what parameter `number` is or points to */
	HANDLE_OBJECT,   /* local object `number` */
	HANDLE_RESULT,   /* what call event `number` returned, or what that points to */
	HANDLE_RETURNED, /* at an exit: what the function returns */
	HANDLE_GLOBAL,   /* global `number` of the program */
	HANDLE_FIELD,    /* field `number` of phases.fields, in whatever object */
};

struct handle {
	uint32_t kind, number;
	int64_t element; /* constant index into an array on the way, -1, or ELEMENT_EACH */
};

/* Of threads that run: one for each of several elements. Joining a single one doesn't end them. */
#define ELEMENT_EACH -2

/* More threads at a time than this, each with a handle of its own, are not told apart. */
#define HANDLE_LIMIT 8

/* What tests of results tell apart. */
enum sign { SIGN_NEGATIVE = 1, SIGN_ZERO = 2, SIGN_POSITIVE = 4, SIGN_ANY = 7 };

#define GUESSES_SEVERAL 2

/* No padding: states are interned by their bytes. */
struct state {
	uint8_t threads; /* enum threads */
	uint8_t before;  /* what it is again when the last thread is joined */
	bool in_thread, child_of_threaded, in_doubt; /* as in struct phase */
	uint8_t guesses; /* on the way: none, one, or GUESSES_SEVERAL */
	bool unjoinable; /* some thread is never joined; then the next two are false and there are no handles */
	bool held;       /* some thread runs whose handle only a caller knows */
	bool lost;       /* a thread's handle went where it isn't followed */
	uint8_t signs;   /* what `result` is known to be: set of enum sign; 0 where nothing is known */
	bool returned;   /* at an exit: `signs` speaks of what the function returns */
	bool in_team;    /* in_thread only until the OpenMP region ends that this function is in */
	uint8_t stored;  /* what the last fork returned, where that lies in memory; as `signs` */
	uint8_t unused[3];
	uint32_t result; /* 1 + call event whose result is known, since it tells ways apart; 0: none */
	uint32_t handles[HANDLE_LIMIT]; /* 1 + index into phases.handles, ascending, then 0: each a running thread's */
};

/* What a library function does to the state. */
struct effect {
	bool any;         /* one of those below */
	bool creates;     /* a thread */
	bool conditional; /* only with some arguments or in some builds */
	bool constructs;  /* a C++ object: without an entry, or from another such object, it makes no thread */
	bool needs_entry; /* makes a thread only where a function for it is known */
	bool by_handle;   /* its handle comes into argument 0, and 0 is returned where it was made */
	bool makes_team;  /* what follows runs on the threads that are made, until their team ends */
	bool ends_team;
	bool by_result;   /* its handle is what it returns */
	bool forks, joins, detaches, moves;
	bool never_returns;
	bool exits;       /* runs what was registered for the exit */
	bool at_exit;     /* registers a function for the exit */
	bool interrupts;  /* registers one that runs at any moment */
	bool at_fork;     /* registers one for each forked child */
	uint32_t argument; /* of joins, detaches, moves and ends of teams: the handle; of at_fork: the function */
	uint32_t from;     /* of moves: where it was */
};

/* States of one context, which sets number by bits. */
#define STATE_LIMIT 64
/* From so many on, new ones are made plain; there are fewer plain ones than the rest. */
#define STATE_PLAIN_FROM 32
/* Contexts of one function that keep handles apart. */
#define CONTEXT_LIMIT 48

/* A context that goes on when another one is left in a new state. */
struct waiter {
	uint32_t context, block;
};

/* A state that a call changes. */
struct change {
	uint32_t event, from; /* state, a bit's number */
	uint64_t to;          /* set */
	uint32_t call;        /* the edge that makes the difference, or NONE */
	uint32_t callee;      /* context it enters, or NONE: a library function */
};

struct context {
	uint32_t id, function, entry; /* entry: state */
	VEC(uint32_t) states;         /* by bit */
	VEC(uint32_t) entries;        /* by bit: the state in which most callees are entered, or NONE */
	uint64_t *in;                 /* [block] set */
	bool *waiting;                /* [block] to be run (again) */
	uint32_t first_waiting;       /* block before which none waits */
	bool queued;
	VEC(uint32_t) exits;          /* states */
	VEC(struct waiter) waiters;
	/* The shortest way to it, found at the end. */
	bool reached;
	uint32_t from, from_state, call; /* context, state there by bit, edge; NONE for roots */
	VEC(struct change) changes;      /* by event and state */
};

/* A loop that joins one thread a round: when it is left, all are taken to be joined. */
struct loop_join {
	uint32_t loop;
	struct handle handle;
};

/* An edge that goes around a join: `if (started) pthread_join(…);`. */
struct skipped_join {
	uint32_t from, to; /* blocks */
	struct handle handle;
};

/* What the analysis keeps of a function. */
struct phase_function {
	bool may_change;  /* it or a callee creates, joins or forks */
	bool may_join;
	bool tells;       /* which of these happened can show in its result */
	uint32_t *asked;  /* [event] as results_asked gives it; made when first needed */
	bool joins_known; /* the next two are made */
	VEC(struct loop_join) joins;
	VEC(struct skipped_join) skipped;
	uint64_t *reached; /* [event] set of phases, by phase_bit; NULL: never reached */
	uint32_t context_count;
	VEC(struct context *) contexts; /* those that are reached, nearest first */
};

/* When a library calls what it keeps. */
enum occasion { OCCASION_LATER, OCCASION_ANY_MOMENT, OCCASION_EXIT, OCCASION_FORK };

/* A function that a library keeps and calls on an occasion. */
struct registration {
	enum occasion occasion;
	uint32_t call, context, state; /* edge; where; state there by bit */
	uint32_t node;                 /* the same state as it stands for what is later */
};

/* A step by which the first thread's states follow each other. */
struct transition {
	uint32_t from, to; /* states */
	uint32_t context, event;
};

/* Phases of one set, for those who ask. */
struct phase_set {
	uint64_t bits;
	size_t count;
	const struct phase *items;
};

struct phases {
	const struct program *program;
	struct arena *arena;
	VEC(struct effect) effects;
	uint32_t *effect_of_call; /* [call] index into effects, or NONE */
	struct phase_function *functions;
	VEC(struct state) states;
	VEC(struct handle) handles;
	VEC(struct context *) contexts;
	VEC(struct transition) transitions;
	VEC(struct registration) registrations;
	VEC(uint32_t) exit_states, nodes;
	VEC(uint32_t) fork_states; /* of children */
	VEC(struct phase_set) sets; /* by bits */
	bool has_threads;
	uint64_t search_steps; /* that searches for ways have taken, for who asks what they cost */
	bool joins_any; /* something in the program waits for a thread */
	struct phase_tables *tables; /* only while computing */
};

/* What is looked up while computing. On the heap, and freed when all is done. */
struct phase_tables {
	struct names states, handles, fields, libraries;
	struct map contexts;          /* function and entry → context */
	struct map fork_values;       /* function and origin → whether it is a fork's result */
	struct names seen;            /* waiters, transitions, registrations */
	struct map waits;             /* callee's and caller's context → the first block that waits */
	VEC(struct context *) queue;
	size_t queue_at;
	bool tracing;                 /* the last pass: nothing is new, ways and answers are written down */
	VEC(struct context *) trace;
};

/* phase_state.c */
/* One more guess, where `guess` says so. */
void state_guess(struct state *state, bool guess);
uint32_t state_intern(struct phases *p, const struct state *state);
/* Without handle: a thread that is never joined. */
void state_create(struct phases *p, struct state *state, const struct handle *handle);
/* A thread whose handle can't be named. */
void state_create_lost(struct state *state);
/* Without handle: one that can't be named. */
void state_join(const struct phases *p, struct state *state, const struct handle *handle);
/* One that may have been joined. */
void state_doubt(const struct phases *p, struct state *state, const struct handle *handle);
/* The thread of one handle is another one's; NULL: of one without a name. */
void state_move(struct phases *p, struct state *state, const struct handle *from, const struct handle *to);
void state_detach(const struct phases *p, struct state *state, const struct handle *handle);
void state_add_handle(struct state *state, uint32_t handle);
/* Without what tells threads apart. */
struct state state_plain(const struct state *state);
/* As what holds at some later time on the same thread, in a function nobody calls by name. */
struct state state_later(const struct state *state);
/* Whether the two differ in more than what is known of results. */
bool states_differ(const struct state *one, const struct state *other);
uint32_t handle_intern(struct phases *p, const struct handle *handle);
/* The handle that an address or a value is; false where it can't be named. `*many`: one of several in turn. */
bool thread_handle_of(struct phases *p, const struct function *f, uint32_t origin, struct handle *handle, bool *many);

/* phase_calls.c: from caller to callee and back. */
struct call_site {
	const struct function *caller, *callee;
	const struct call *call; /* NULL: nobody calls it by name, as at the start of the program; no caller then */
};
struct state state_enter(struct phases *p, const struct call_site *site, const struct state *state);
struct state state_return(struct phases *p, const struct call_site *site, const struct state *caller,
			  const struct state *exit);
/* What stays of a state when its function returns. */
struct state state_leave(struct phases *p, const struct function *f, uint32_t event, const struct state *state);

/* phase_effects.c */
void effects_find(struct phases *p);
const struct effect *effect_of(const struct phases *p, const struct call *call); /* NULL: none */

/* phase_edges.c */
/* Whether `origin` is the result of that call event, as it is or joined with other values. */
bool origin_is_result(const Fact__Function *f, uint32_t origin, uint32_t event);
/* [event] 1 + the last block that tests or returns its result; ASKED_ALWAYS where it is stored; 0: nobody asks. */
#define ASKED_ALWAYS UINT32_MAX
const uint32_t *results_asked(struct phases *p, const struct function *f);
/* The signs that a comparison of such a number with a constant can have: zero for false, positive for true. */
uint8_t signs_of_test(uint8_t signs, Fact__Op op, int64_t number);
/* Whether what the state knows of a result lets the edge be taken; the state knows more of it behind the edge. */
bool edge_allows(const struct phases *p, const struct function *f, const Fact__Block *block, const Fact__Edge *edge,
		 struct state *state);

/* phase_contexts.c */
/* The edges of a call event: indices into f->calls. */
struct edge_range {
	size_t first, end;
};
/* Where it has none, both ends are where they would be. */
struct edge_range event_calls(const struct phases *p, const struct function *f, uint32_t event);
/* The edges of the same event from that one on; empty behind the last. */
struct edge_range edges_together(const struct phases *p, const struct function *f, size_t call);
uint32_t edge_event(const struct phases *p, const struct function *f, size_t call);
/* How sure a way is: guesses and doubts, told apart as far as phases tell. */
#define PHASE_CERTAINTIES 5u
/* The phase of a state, as a bit's number; fewer than 64. */
uint32_t phase_bit(const struct state *state);
/*
 * The context, made and queued where it is new. In the last pass: `from` (NULL
 * for a root) reaches it by `call` in the state with that bit.
 */
struct context *context_reach(struct phases *p, uint32_t function, uint32_t entry, const struct context *from,
			      uint32_t from_state, uint32_t call);
/* The set of that state alone. */
uint64_t context_set(struct phases *p, struct context *c, const struct state *state);
/* The same where it is there already; else 0. */
uint64_t context_known_set(const struct phases *p, const struct context *c, const struct state *state);
/* Runs the block (again) when its turn comes. */
void context_wake(struct phases *p, struct context *c, uint32_t block);
/* Wakes the block whenever `callee` is left in a new state. */
void context_wait(struct phases *p, struct context *callee, const struct context *c, uint32_t block);
void context_exit(struct phases *p, struct context *c, const struct state *state);
/* Whether these numbers are seen for the first time. */
bool first_time(struct phases *p, uint32_t kind, uint32_t a, uint32_t b, uint32_t c);

/* phase_steps.c: what a call event makes of one state. */
uint64_t call_step(struct phases *p, struct context *c, struct edge_range calls, uint32_t bit);
/* Whether an event does nothing but come back. */
bool call_is_plain(const struct phases *p, const struct function *f, struct edge_range calls);
/* The handle that a join waits for; false where it can't be named. */
bool join_handle(struct phases *p, const struct function *f, uint32_t event, uint32_t argument, struct handle *handle,
		 bool *many);

/* phase_flow.c */
/* Takes the edge; false where it isn't taken in that state. */
bool edge_takes(struct phases *p, const struct function *f, const Fact__Block *block, const Fact__Edge *edge,
		struct state *state);
void context_run(struct phases *p, struct context *c);
/* The last pass over a context: answers and ways are written down. */
void context_trace(struct phases *p, struct context *c);

/* phase_start.c: what runs without being called by name. */
void start_roots(struct phases *p);
/* Whether the function is one of a library whose process has threads, as the configuration says. */
bool host_is_threaded(const struct program *program, const struct function *f);
/* A function kept by a library: called in all states that follow the one in which it was handed over, or at an end. */
void start_registered(struct phases *p, const struct registration *registration);
void note_fork(struct phases *p, const struct state *child);
void note_exit(struct phases *p, const struct state *state);
void note_node(struct phases *p, const struct state *state);
void note_transition(struct phases *p, const struct context *c, uint32_t event, const struct state *from,
		     const struct state *to);

#endif
