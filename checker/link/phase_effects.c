/* What library functions do to the phase, and which functions of the program may come to them. */
#include "link/phase_parts.h"

#include "model/models.h"

#include <string.h>

/* Creators that leave a handle in argument 0, and return 0 where they made a thread, if anything. */
static const char *const by_handle[] = { "pthread_create",     "thrd_create",          "uv_thread_create",
					 "uv_thread_create_ex", "std::thread::thread", "boost::thread::thread",
					 "std::jthread::jthread" };
/* Creators whose result is the handle: it knows when the thread is done. */
static const char *const by_result[] = { "std::async", "boost::async" };
/* What runs the exit handlers, besides the end of main, and what registers them. */
static const char *const exits[] = { "exit", "std::exit", "err", "errx", "verr", "verrx", "errc", "verrc" };
static const char *const at_exit[] = { "atexit", "on_exit", "__cxa_atexit", "g_atexit" };

/* Stands for the pragma: the threads run what follows in the same function. */
#define TEAM_BEGINS "#pragma omp parallel"

/*
 * A function's result tells whether it made a thread or forked where it does
 * so itself or in wrappers below it; further up, results tell other things, and
 * following them all would only multiply states.
 */
#define TELLING_DISTANCE 3

static bool listed(const char *name, const char *const *list, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (!strcmp(list[i], name))
			return true;
	return false;
}

#define LISTED(name, list) listed((name), (list), sizeof(list) / sizeof *(list))

/* `A::B::B`: the function's name is that of its class. */
static bool names_constructor(const char *name)
{
	const char *function = NULL, *class = name;

	for (const char *at = name; (at = strstr(at, "::")); at += 2) {
		class = function ? function : name;
		function = at + 2;
	}
	return function && !strncmp(class, function, strlen(function)) && !strncmp(class + strlen(function), "::", 2);
}

static void add_creator(struct effect *effect, const char *name)
{
	const struct model_thread_creator *creator = model_thread_creator(name);

	if (!creator)
		return;
	effect->creates = true;
	effect->makes_team = !strcmp(name, TEAM_BEGINS);
	effect->by_handle = effect->makes_team || LISTED(name, by_handle);
	effect->by_result = LISTED(name, by_result);
	effect->constructs = names_constructor(name);
	effect->needs_entry = !strcmp(creator->kind, "signal-thread");
	/* The notes say when there is no thread: "only with …", "only when …", "… when built with …". */
	effect->conditional = !effect->needs_entry &&
			      (strstr(creator->notes, "only w") || strstr(creator->notes, "when built"));
}

static void add_trait(struct effect *effect, const struct model_trait *row)
{
	switch (row->trait) {
	case TRAIT_FORK:
		effect->forks = true;
		break;
	case TRAIT_THREAD_JOIN:
		effect->joins = true;
		effect->argument = (uint32_t)row->a;
		break;
	case TRAIT_THREAD_DETACH:
		effect->detaches = true;
		effect->argument = (uint32_t)row->a;
		break;
	case TRAIT_TEAM_END:
		effect->ends_team = true;
		effect->argument = (uint32_t)row->a;
		break;
	case TRAIT_LATER_ARG:
		effect->interrupts |= row->b == 1;
		effect->at_fork |= row->b == 2;
		if (row->b == 2)
			effect->argument = (uint32_t)row->a;
		break;
	case TRAIT_THREAD_MOVE:
		effect->moves = true;
		effect->argument = (uint32_t)row->a;
		effect->from = (uint32_t)row->b;
		break;
	case TRAIT_NORETURN:
		effect->never_returns = true;
		break;
	default:
		break;
	}
}

static struct effect effect_by_name(const char *name)
{
	struct effect effect = { 0 };
	size_t count = 0;
	const struct model_trait *rows = model_traits(name, &count);

	for (size_t i = 0; i < count; i++)
		add_trait(&effect, &rows[i]);
	add_creator(&effect, name);
	effect.exits = LISTED(name, exits);
	effect.at_exit = LISTED(name, at_exit);
	effect.any = effect.creates || effect.forks || effect.joins || effect.detaches || effect.moves ||
		     effect.ends_team || effect.never_returns || effect.exits || effect.at_exit ||
		     effect.interrupts || effect.at_fork;
	return effect;
}

const struct effect *effect_of(const struct phases *p, const struct call *call)
{
	uint32_t effect = p->effect_of_call[call->id];

	return effect == NONE ? NULL : &p->effects.items[effect];
}

/* Whether control comes back from the callee with what it did, before the caller goes on. */
static bool goes_and_returns(const struct call *call)
{
	return call->how != CALL_THREAD && call->how != CALL_LATER;
}

/* Marks what is known of `function`, and whether that was news. */
static bool mark(struct phases *p, uint32_t function, bool change, bool join, uint32_t distance)
{
	struct phase_function *f = &p->functions[function];
	bool news = (change && !f->may_change) || (join && !f->may_join);

	if (change && !f->may_change)
		f->tells = distance <= TELLING_DISTANCE;
	f->may_change |= change;
	f->may_join |= join;
	return news;
}

struct marked {
	uint32_t function, distance;
};

/* First those that call the library, then their callers, theirs, and so on. */
static void mark_callers(struct phases *p)
{
	VEC(struct marked) work = { 0 };

	for (size_t i = 0; i < p->program->calls.len; i++) {
		const struct call *call = &p->program->calls.items[i];
		const struct effect *effect = effect_of(p, call);
		bool join = effect && (effect->joins || effect->detaches || effect->moves || effect->ends_team);

		p->joins_any |= effect && (effect->joins || effect->ends_team);
		if (effect && mark(p, call->caller, join || effect->creates || effect->forks, join, 1))
			hvec_push(&work, (struct marked){ call->caller, 1 });
	}
	for (size_t at = 0; at < work.len; at++) {
		struct marked callee = work.items[at];
		const struct function *f = &p->program->functions.items[callee.function];

		for (size_t i = 0; i < f->call_sites.len; i++) {
			const struct call *call = &p->program->calls.items[f->call_sites.items[i]];

			if (goes_and_returns(call) &&
			    mark(p, call->caller, p->functions[callee.function].may_change,
				 p->functions[callee.function].may_join, callee.distance + 1))
				hvec_push(&work, (struct marked){ call->caller, callee.distance + 1 });
		}
	}
	hvec_free(&work);
}

void effects_find(struct phases *p)
{
	const struct program *program = p->program;

	p->effect_of_call = arena_array(p->arena, uint32_t, program->calls.len);
	for (size_t i = 0; i < program->calls.len; i++) {
		const char *name = program->calls.items[i].library;
		uint32_t number = name ? names_add(&p->tables->libraries, name) : NONE;

		if (name && number == p->effects.len)
			vec_push(p->arena, &p->effects, effect_by_name(name));
		p->effect_of_call[i] = name && p->effects.items[number].any ? number : NONE;
	}
	mark_callers(p);
}
