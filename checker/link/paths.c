/* Path queries: a search over blocks, each with what is known there of the assumed call's result. */
#include "link/paths.h"

#include "link/internal.h"

/* Ranges told apart at one block; beyond that, nothing is known of the result there. */
#define PATH_RANGES_LIMIT 8

struct point {
	uint32_t block, position; /* event within the block */
	struct range range;
};

struct visited {
	struct range ranges[PATH_RANGES_LIMIT];
	uint32_t count;
};

struct search {
	const struct path_query *query;
	uint32_t target; /* event; UINT32_MAX: any return, or the point that follows */
	uint32_t block, before; /* a point: right before that event; UINT32_MAX: none */
	struct arena arena;
	VEC(struct point) todo;
	struct visited *visited; /* [block] */
};

enum outcome { PATH_ENDS, PATH_GOES_ON, PATH_REACHES };

/* Whether a path with that range came by before. */
static bool is_known(const struct visited *visited, const struct range *range)
{
	for (uint32_t i = 0; i < visited->count; i++)
		if (range->low >= visited->ranges[i].low && range->high <= visited->ranges[i].high)
			return true;
	return false;
}

static void go_to(struct search *s, uint32_t block, struct range range)
{
	struct visited *visited = &s->visited[block];

	if (is_known(visited, &range))
		return;
	if (visited->count >= PATH_RANGES_LIMIT - 1)
		range = RANGE_ALL;
	visited->ranges[visited->count++] = range;
	vec_push(&s->arena, &s->todo, (struct point){ .block = block, .range = range });
}

static enum outcome pass_event(const struct search *s, uint32_t e, struct range *range)
{
	const struct path_query *query = s->query;
	const Fact__Event *event = query->function->facts->events[e];
	bool is_return = event->kind == FACT__EVENT_KIND__EVENT_RETURN;

	if (query->blocks && query->blocks(query->data, e))
		return PATH_ENDS;
	if (e == s->target || (is_return && s->target == UINT32_MAX && s->block == UINT32_MAX))
		return PATH_REACHES;
	if (is_return || !program_call_returns(query->program, query->function, e))
		return PATH_ENDS;
	if (e == query->from)
		*range = RANGE_ALL; /* called again: another result */
	return PATH_GOES_ON;
}

static enum outcome pass_block(struct search *s, struct point *point)
{
	const Fact__Block *block = s->query->function->facts->blocks[point->block];
	enum outcome outcome = PATH_GOES_ON;

	for (uint32_t i = point->position; outcome == PATH_GOES_ON; i++) {
		if (point->block == s->block && block->first_event + i == s->before)
			return PATH_REACHES;
		if (i >= block->event_count)
			break;
		outcome = pass_event(s, block->first_event + i, &point->range);
	}
	return outcome;
}

static bool search(const struct path_query *query, uint32_t target, uint32_t block_wanted, uint32_t before)
{
	const Fact__Function *facts = query->function->facts;
	const Fact__Event *from = facts->events[query->from];
	struct search s = { .query = query, .target = target, .block = block_wanted, .before = before };
	struct point start = { .block = from->block, .range = RANGE_ALL };
	bool reached = false;

	start.position = query->from + 1 - facts->blocks[from->block]->first_event;
	if (query->assume)
		start.range = (struct range){ query->low, query->high };
	s.visited = arena_array(&s.arena, struct visited, facts->n_blocks);
	if (program_call_returns(query->program, query->function, query->from))
		vec_push(&s.arena, &s.todo, start);
	while (s.todo.len && !reached) {
		struct point point = s.todo.items[--s.todo.len];
		const Fact__Block *block = facts->blocks[point.block];
		enum outcome outcome = pass_block(&s, &point);

		reached = outcome == PATH_REACHES;
		for (size_t i = 0; outcome == PATH_GOES_ON && i < block->n_edges; i++) {
			struct range range = point.range;

			if (edge_narrows(query->function->unit, facts, block, block->edges[i], query->from, &range))
				go_to(&s, block->edges[i]->to, range);
		}
	}
	arena_release(&s.arena);
	return reached;
}

bool path_reaches_return(const struct path_query *query)
{
	return search(query, UINT32_MAX, UINT32_MAX, UINT32_MAX);
}

bool path_reaches_event(const struct path_query *query, uint32_t event)
{
	return search(query, event, UINT32_MAX, UINT32_MAX);
}

bool path_reaches_point(const struct path_query *query, uint32_t block, uint32_t event)
{
	return search(query, UINT32_MAX, block, event);
}
