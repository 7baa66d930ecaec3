/* What a call event makes of one state: library functions by their effects, the program's by their contexts. */
#include "link/phase_parts.h"

/* One event in one state, on the way. */
struct outcome {
	struct phases *p;
	struct context *c;
	const struct function *f;
	uint32_t event, bit;
	struct state state;
	uint64_t to;           /* what comes out so far */
	uint32_t call, callee; /* what makes the difference, as in struct change */
};

/* Goes on in `next`, by way of the edge. */
static void go_on(struct outcome *s, const struct call *call, struct state next, const struct context *callee)
{
	bool forked = next.child_of_threaded && !s->state.child_of_threaded;
	bool started = next.threads == THREADS_THREADED && s->state.threads != THREADS_THREADED;

	state_guess(&next, call->maybe && !next.guesses && states_differ(&next, &s->state));
	s->to |= context_set(s->p, s->c, &next);
	if (s->call == NONE && (forked || started)) {
		s->call = call->id;
		s->callee = callee ? callee->id : NONE;
	}
	if (!forked && states_differ(&next, &s->state))
		note_transition(s->p, s->c, s->event, &s->state, &next);
}

/* Goes on as it was. */
static void stay(struct outcome *s)
{
	s->to |= (uint64_t)1 << s->bit;
}

/* --- library functions ---------------------------------------------------- */

static void know_result(struct outcome *s, struct state *state, uint8_t signs)
{
	if (!results_asked(s->p, s->f)[s->event])
		return;
	state->result = s->event + 1;
	state->signs = signs;
	state->returned = false;
}

static bool has_entry(const struct outcome *s)
{
	struct edge_range calls = event_calls(s->p, s->f, s->event);

	for (size_t i = calls.first; i < calls.end; i++)
		if (s->p->program->calls.items[s->f->calls.items[i]].how == CALL_THREAD)
			return true;
	return false;
}

/* A thread object that is made empty or from another one. */
static bool constructs_only(const struct outcome *s)
{
	const Fact__Event *e = s->f->facts->events[s->event];
	const Fact__Type *const *types = (const Fact__Type *const *)s->f->unit->types;
	const Fact__Type *self, *other;

	if (e->n_args < 2)
		return true;
	self = types[e->args[0]->type];
	other = types[e->args[1]->type];
	return self->kind == FACT__TYPE_KIND__TYPE_POINTER && other->kind == FACT__TYPE_KIND__TYPE_POINTER &&
	       self->element && other->element && types[self->element - 1]->record &&
	       types[self->element - 1]->record == types[other->element - 1]->record;
}

static void create(struct outcome *s, const struct call *call, const struct effect *effect)
{
	struct state made, failed;
	struct handle handle;
	bool many;

	if ((effect->constructs && constructs_only(s)) || (effect->needs_entry && !has_entry(s))) {
		stay(s);
		return;
	}
	s->p->has_threads = true;
	if (s->state.result == s->event + 1) { /* of the round before */
		s->state.result = 0;
		s->state.signs = 0;
	}
	made = failed = s->state;
	if (!s->p->joins_any) {
		state_create(s->p, &made, NULL);
	} else if (effect->by_result) {
		state_create(s->p, &made, &(struct handle){ HANDLE_RESULT, s->event, -1 });
	} else if (effect->by_handle && join_handle(s->p, s->f, s->event, 0, &handle, &many)) {
		if (many)
			handle.element = ELEMENT_EACH;
		state_create(s->p, &made, &handle);
	} else if (effect->by_handle) {
		state_create_lost(&made);
	} else {
		state_create(s->p, &made, NULL);
	}
	if (effect->makes_team && !made.in_thread)
		made.in_thread = made.in_team = true;
	if (states_differ(&made, &s->state))
		state_guess(&made, effect->conditional);
	if (effect->by_handle && results_asked(s->p, s->f)[s->event] && states_differ(&made, &s->state)) {
		know_result(s, &made, SIGN_ZERO);
		know_result(s, &failed, SIGN_NEGATIVE | SIGN_POSITIVE);
		go_on(s, call, failed, NULL);
	} else if (effect->conditional) {
		stay(s);
	}
	go_on(s, call, made, NULL);
}

static void fork_process(struct outcome *s, const struct call *call)
{
	struct state parent = s->state, child = {
		.threads = THREADS_SINGLE,
		.child_of_threaded = s->state.threads != THREADS_SINGLE || s->state.child_of_threaded,
		.guesses = s->state.guesses,
		.in_doubt = s->state.in_doubt,
	};

	/* What is unknown of a library's process is unknown of its child. */
	state_guess(&child, s->state.threads == THREADS_UNKNOWN && !child.guesses);
	note_fork(s->p, &child);
	know_result(s, &parent, SIGN_NEGATIVE | SIGN_POSITIVE);
	know_result(s, &child, SIGN_ZERO);
	if (results_asked(s->p, s->f)[s->event] == ASKED_ALWAYS) {
		parent.stored = SIGN_NEGATIVE | SIGN_POSITIVE;
		child.stored = SIGN_ZERO;
	}
	go_on(s, call, parent, NULL);
	go_on(s, call, child, NULL);
}

bool join_handle(struct phases *p, const struct function *f, uint32_t event, uint32_t argument, struct handle *handle,
		 bool *many)
{
	const Fact__Event *e = f->facts->events[event];

	*many = false;
	return argument < e->n_args && thread_handle_of(p, f, e->args[argument]->origin, handle, many);
}

static void join(struct outcome *s, const struct call *call, const struct effect *effect)
{
	struct state next = s->state;
	struct handle handle;
	bool many, named = join_handle(s->p, s->f, s->event, effect->argument, &handle, &many);

	if (effect->ends_team && next.in_team)
		next.in_thread = next.in_team = false;
	if (effect->detaches)
		state_detach(s->p, &next, named ? &handle : NULL);
	else if (!many || !s->f->facts->events[s->event]->loop)
		state_join(s->p, &next, named ? &handle : NULL);
	go_on(s, call, next, NULL);
}

/* A handle that can't be named where it goes to is lost. */
static void move(struct outcome *s, const struct call *call, const struct effect *effect)
{
	struct state next = s->state;
	struct handle to, from;
	bool many, named = join_handle(s->p, s->f, s->event, effect->argument, &to, &many);

	if (join_handle(s->p, s->f, s->event, effect->from, &from, &many))
		state_move(s->p, &next, &from, named ? &to : NULL);
	go_on(s, call, next, NULL);
}

static void step_library(struct outcome *s, const struct call *call)
{
	const struct effect *effect = effect_of(s->p, call);

	if (effect && effect->exits)
		note_exit(s->p, &s->state);
	if (effect && effect->never_returns)
		return;
	if (effect && effect->creates)
		create(s, call, effect);
	else if (effect && effect->forks)
		fork_process(s, call);
	else if (effect && (effect->joins || effect->detaches || effect->ends_team))
		join(s, call, effect);
	else if (effect && effect->moves)
		move(s, call, effect);
	else
		stay(s);
}

/* --- functions of the program ----------------------------------------------- */

/* The callee's entry. Most callees join nothing and are told the same: that is looked up once. */
static uint32_t entry_state(struct outcome *s, const struct call_site *site)
{
	struct context *c = s->c;
	bool usual = !site->call->maybe && !s->p->functions[site->callee->id].may_join;
	struct state entry;
	uint32_t id;

	if (usual && s->bit < c->entries.len && c->entries.items[s->bit] != NONE)
		return c->entries.items[s->bit];
	entry = state_enter(s->p, site, &s->state);
	id = state_intern(s->p, &entry);
	while (usual && c->entries.len <= s->bit)
		vec_push(s->p->arena, &c->entries, NONE);
	if (usual)
		c->entries.items[s->bit] = id;
	return id;
}

static void step_function(struct outcome *s, const struct call *call)
{
	struct phases *p = s->p;
	struct call_site site = { s->f, &p->program->functions.items[call->target], call };
	uint32_t entry = entry_state(s, &site);
	struct context *callee = context_reach(p, call->target, entry, s->c, s->bit, call->id);

	if (!p->functions[call->target].may_change) {
		if (program_returns(p->program, site.callee))
			stay(s);
		return;
	}
	context_wait(p, callee, s->c, s->f->facts->events[s->event]->block);
	/* A function that calls itself may add to its own exits meanwhile: it is woken then. */
	for (size_t i = 0, count = callee->exits.len; i < count; i++) {
		struct state exit = p->states.items[callee->exits.items[i]];

		go_on(s, call, state_return(p, &site, &s->state, &exit), callee);
	}
}

static void step_thread(struct outcome *s, const struct call *call)
{
	struct call_site site = { .callee = &s->p->program->functions.items[call->target] };
	struct state thread = {
		.threads = THREADS_THREADED,
		.in_thread = true,
		.child_of_threaded = s->state.child_of_threaded,
		.guesses = s->state.guesses,
		.unjoinable = true,
	};

	s->p->has_threads = true;
	state_guess(&thread, call->maybe);
	thread = state_enter(s->p, &site, &thread);
	context_reach(s->p, call->target, state_intern(s->p, &thread), s->c, s->bit, call->id);
}

/* Whether the function that the call keeps is the one of that argument. */
static bool is_argument(const struct outcome *s, const struct call *call, uint32_t argument)
{
	const Fact__Event *event = s->f->facts->events[s->event];
	const Fact__Origin *o = argument < event->n_args ? s->f->facts->origins[event->args[argument]->origin] : NULL;
	const struct function *handed = o && o->kind == FACT__ORIGIN_KIND__ORIGIN_FUNCTION ?
						program_function(s->p->program, s->f->unit, o->symbol) :
						NULL;

	return handed && handed->id == call->target;
}

static enum occasion occasion_of(const struct outcome *s, const struct call *call, struct edge_range calls)
{
	for (size_t i = calls.first; i < calls.end; i++) {
		const struct effect *effect = effect_of(s->p, &s->p->program->calls.items[s->f->calls.items[i]]);

		if (effect && effect->at_exit)
			return OCCASION_EXIT;
		if (effect && effect->interrupts)
			return OCCASION_ANY_MOMENT;
		if (effect && effect->at_fork && is_argument(s, call, effect->argument))
			return OCCASION_FORK;
	}
	return OCCASION_LATER;
}

static void step_later(struct outcome *s, const struct call *call, struct edge_range calls)
{
	struct phases *p = s->p;
	struct state later = state_later(&s->state);
	struct registration registration = {
		.occasion = occasion_of(s, call, calls), .call = call->id, .context = s->c->id, .state = s->bit,
	};
	bool anywhere = registration.occasion == OCCASION_EXIT || registration.occasion == OCCASION_FORK;

	state_guess(&later, call->maybe);
	registration.node = state_intern(p, &later);
	note_node(p, &s->state);
	if (p->tables->tracing)
		start_registered(p, &registration);
	else if (first_time(p, 1, call->target, (uint32_t)registration.occasion, anywhere ? NONE : registration.node))
		vec_push(p->arena, &p->registrations, registration);
}

/* --- events -------------------------------------------------------------------- */

bool call_is_plain(const struct phases *p, const struct function *f, struct edge_range calls)
{
	for (size_t i = calls.first; i < calls.end; i++) {
		const struct call *call = &p->program->calls.items[f->calls.items[i]];

		if (call->target != NONE || effect_of(p, call))
			return false;
	}
	return true;
}

/* One edge; says whether it is one by which the event itself goes on. */
static bool step_edge(struct outcome *s, const struct call *call, struct edge_range calls)
{
	if (call->target == NONE && call->how > CALL_MAYBE)
		return false;
	switch (call->how) {
	case CALL_THREAD:
		step_thread(s, call);
		return false;
	case CALL_LATER:
		step_later(s, call, calls);
		return false;
	case CALL_RUNS:
		step_function(s, call);
		return false;
	default:
		break;
	}
	if (call->target == NONE)
		step_library(s, call);
	else
		step_function(s, call);
	if (call->how == CALL_MAYBE)
		stay(s);
	return true;
}

static void keep_change(struct outcome *s)
{
	struct change change = { s->event, s->bit, s->to, s->call, s->callee };

	if (s->p->tables->tracing && s->to != (uint64_t)1 << s->bit)
		vec_push(s->p->arena, &s->c->changes, change);
}

uint64_t call_step(struct phases *p, struct context *c, struct edge_range calls, uint32_t bit)
{
	const struct function *f = &p->program->functions.items[c->function];
	struct outcome s = {
		.p = p, .c = c, .f = f, .event = edge_event(p, f, calls.first), .bit = bit,
		.state = p->states.items[c->states.items[bit]], .call = NONE, .callee = NONE,
	};
	bool goes = false;

	for (size_t i = calls.first; i < calls.end; i++)
		goes |= step_edge(&s, &p->program->calls.items[f->calls.items[i]], calls);
	if (!goes)
		stay(&s);
	keep_change(&s);
	return s.to;
}
