/* Whether a call is one of many by which a stream of any length passes: loops around it, in its function and in callers. */
#include "rules/stream.h"

#include "rules/trace.h"

/* Callers are looked at this far up, and no more of them than this. */
#define LEVEL_LIMIT 6
#define SITE_LIMIT 200

struct search {
	const struct program *program;
	const struct handle *handle;
	struct arena scratch;
	struct map makes; /* functions that make the descriptor whenever they return */
};

static bool makes_here(const struct search *search, const struct function *function, uint32_t event)
{
	for (size_t i = 0; i < search->handle->makers.len; i++)
		if (search->handle->makers.items[i].function == function &&
		    search->handle->makers.items[i].event == event)
			return true;
	return false;
}

/* Whether the descriptor is another one after the event. */
static bool makes(const struct search *search, const struct function *function, uint32_t event)
{
	size_t count;
	const struct call *calls = program_calls_at(search->program, function, event, &count);
	bool all = false;

	if (makes_here(search, function, event))
		return true;
	for (size_t i = 0; i < count; i++) {
		if (calls[i].how != CALL_DIRECT && calls[i].how != CALL_POINTER)
			continue;
		if (calls[i].target == UINT32_MAX || !map_get(&search->makes, calls[i].target))
			return false;
		all = true;
	}
	return all;
}

/* Whether some way from the function's entry leads to `target`, or to a return where it is UINT32_MAX, past no maker. */
static bool reached_without_making(struct search *search, const struct function *function, uint32_t target)
{
	struct arena_mark mark = arena_mark(&search->scratch);
	bool *seen = arena_array(&search->scratch, bool, function->facts->n_blocks + 1);
	VEC(uint32_t) work = { 0 };
	bool found = false;

	if (function->facts->n_blocks) {
		vec_push(&search->scratch, &work, 0);
		seen[0] = true;
	}
	while (work.len && !found) {
		const Fact__Block *block = function->facts->blocks[work.items[--work.len]];
		uint32_t end = block->first_event + block->event_count, event = block->first_event;

		for (; event < end && !found; event++) {
			found = target == UINT32_MAX ? function->facts->events[event]->kind ==
							       FACT__EVENT_KIND__EVENT_RETURN :
						       event == target;
			if (!found && (makes(search, function, event) ||
				       !program_call_returns(search->program, function, event)))
				break;
		}
		for (size_t i = 0; event == end && i < block->n_edges; i++)
			if (!seen[block->edges[i]->to]) {
				seen[block->edges[i]->to] = true;
				vec_push(&search->scratch, &work, block->edges[i]->to);
			}
	}
	arena_rewind(&search->scratch, mark);
	return found;
}

/* Functions that always make the descriptor: those with a maker on each way through, then their callers. */
static void find_makers(struct search *search)
{
	VEC(uint32_t) work = { 0 };

	for (size_t i = 0; i < search->handle->makers.len; i++)
		vec_push(&search->scratch, &work, search->handle->makers.items[i].function->id);
	for (size_t i = 0; i < work.len && i < SITE_LIMIT; i++) {
		const struct function *function = &search->program->functions.items[work.items[i]];
		bool added;

		if (map_get(&search->makes, function->id) || reached_without_making(search, function, UINT32_MAX))
			continue;
		map_put(&search->makes, function->id, 1, &added);
		for (size_t c = 0; c < function->call_sites.len; c++)
			vec_push(&search->scratch, &work,
				 search->program->calls.items[function->call_sites.items[c]].caller);
	}
}

struct around {
	const struct search *search;
	const struct function *function;
	uint32_t event;
};

static bool ends_round(void *data, uint32_t event)
{
	const struct around *around = data;

	return event != around->event && makes(around->search, around->function, event);
}

/* Whether a loop around the event goes round an unknown number of times. */
static bool in_open_loop(const struct function *function, uint32_t event)
{
	uint32_t loop = function->facts->events[event]->loop;

	for (size_t left = function->facts->n_loops; loop && left--; loop = function->facts->loops[loop - 1]->parent)
		if (function->facts->loops[loop - 1]->trips < 0)
			return true;
	return false;
}

bool stream_share_loop(const struct function *function, uint32_t a, uint32_t b)
{
	uint32_t outer = function->facts->events[a]->loop;

	for (size_t left = function->facts->n_loops; outer && left--;
	     outer = function->facts->loops[outer - 1]->parent) {
		uint32_t other = function->facts->events[b]->loop;

		for (size_t more = function->facts->n_loops; other && more--;
		     other = function->facts->loops[other - 1]->parent)
			if (other == outer)
				return true;
	}
	return false;
}

/* A call on the way: it is looked at, and then the calls of its function. */
struct site {
	const struct function *function;
	uint32_t event;
	unsigned level;
	bool returns_count; /* its result is the number of bytes moved */
	bool maybe;
	const Fact__Operand *descriptor; /* as it is called there, or NULL */
};

static bool goes_round(const struct search *search, const struct site *site, int64_t size)
{
	struct around around = { search, site->function, site->event };
	struct path_query query = { .program = search->program,
				    .function = site->function,
				    .from = site->event,
				    .assume = site->returns_count,
				    .low = 1,
				    .high = size,
				    .blocks = ends_round,
				    .data = &around };

	return in_open_loop(site->function, site->event) && path_reaches_event(&query, site->event);
}

static bool returns_result(const struct function *function, uint32_t event)
{
	for (size_t i = 0; i < function->facts->n_events; i++) {
		const Fact__Event *back = function->facts->events[i];
		const Fact__Origin *value;

		if (back->kind != FACT__EVENT_KIND__EVENT_RETURN || !back->value)
			continue;
		value = origin_of(function, origin_bare(function, back->value->origin));
		if (value->kind == FACT__ORIGIN_KIND__ORIGIN_RESULT && value->number == event)
			return true;
	}
	return false;
}

/* The argument that becomes the descriptor in the called function. */
static const Fact__Operand *handed_over(const struct site *site, const Fact__Event *event)
{
	const Fact__Origin *origin;

	if (!site->descriptor)
		return NULL;
	origin = origin_of(site->function, origin_bare(site->function, site->descriptor->origin));
	if (origin->kind != FACT__ORIGIN_KIND__ORIGIN_PARAM || (uint64_t)origin->number >= event->n_args)
		return NULL;
	return event->args[origin->number];
}

/* Whether a call of the site's function may go on with the descriptor of the call before. */
static bool keeps_descriptor(struct search *search, const struct site *site)
{
	return reached_without_making(search, site->function, site->event) &&
	       !(site->descriptor && handle_made_in(search->program, site->function, site->descriptor));
}

struct sites {
	VEC(struct site) work;
	struct map seen; /* calls */
};

static void add_callers(struct search *search, struct sites *sites, const struct site *site)
{
	for (size_t i = 0; i < site->function->call_sites.len; i++) {
		const struct call *call = &search->program->calls.items[site->function->call_sites.items[i]];
		const struct function *caller = &search->program->functions.items[call->caller];
		bool added;

		if (call->how != CALL_DIRECT && call->how != CALL_POINTER && call->how != CALL_MAYBE)
			continue;
		map_put(&sites->seen, call->id, 1, &added);
		if (!added)
			continue;
		vec_push(&search->scratch, &sites->work,
			 (struct site){ .function = caller,
					.event = call->event,
					.level = site->level + 1,
					.returns_count = site->returns_count &&
							 returns_result(site->function, site->event),
					.maybe = site->maybe || call->maybe,
					.descriptor = handed_over(site, caller->facts->events[call->event]) });
	}
}

bool stream_find_loop(const struct program *program, const struct stream_call *call, struct stream_loop *loop)
{
	struct search search = { .program = program, .handle = call->handle };
	struct site first = { .function = call->function,
			      .event = call->event,
			      .returns_count = true,
			      .descriptor = call->descriptor };
	struct sites sites = { 0 };
	bool found = false;

	find_makers(&search);
	vec_push(&search.scratch, &sites.work, first);
	for (size_t i = 0; i < sites.work.len && i < SITE_LIMIT && !found; i++) {
		struct site site = sites.work.items[i];

		*loop = (struct stream_loop){ site.function, site.event, site.maybe };
		found = goes_round(&search, &site, call->size);
		if (!found && site.level < LEVEL_LIMIT && keeps_descriptor(&search, &site))
			add_callers(&search, &sites, &site);
	}
	map_release(&sites.seen);
	map_release(&search.makes);
	arena_release(&search.scratch);
	return found;
}
