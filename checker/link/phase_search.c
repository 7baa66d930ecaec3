/* Searches one context for the way on which threads start or the process forks. */
#include "link/phase_search.h"

#include <stdlib.h>

struct node {
	uint32_t block, bit;
	const struct milestone *last;
};

struct search {
	struct phases *p;
	const struct context *c;
	const struct function *f;
	struct search_goal goal;
	struct arena *arena;
	VEC(struct node) queue;
	struct map seen;                     /* block and bit */
	uint64_t set;                        /* states at the point reached */
	const struct milestone *last[STATE_LIMIT]; /* by bit */
	bool found;
	const struct milestone *way;
};

static uint32_t lowest(uint64_t set)
{
	return (uint32_t)__builtin_ctzll(set);
}

static const struct state *state_at(const struct search *s, uint32_t bit)
{
	return &s->p->states.items[s->c->states.items[bit]];
}

static int by_place(const void *one, const void *other)
{
	const struct change *a = one, *b = other;

	if (a->event != b->event)
		return a->event < b->event ? -1 : 1;
	return (a->from > b->from) - (a->from < b->from);
}

static const struct change *change_at(const struct search *s, uint32_t event, uint32_t bit)
{
	struct change key = { .event = event, .from = bit };

	if (!s->c->changes.len)
		return NULL;
	return bsearch(&key, s->c->changes.items, s->c->changes.len, sizeof key, by_place);
}

static const struct milestone *passed(struct search *s, const struct change *change, uint32_t from, uint32_t to)
{
	const struct state *before = state_at(s, from), *after = state_at(s, to);
	struct milestone *m;
	bool starts = after->threads == THREADS_THREADED && before->threads != THREADS_THREADED;
	bool forks = after->child_of_threaded && !before->child_of_threaded;

	if (!starts && !forks)
		return s->last[from];
	m = arena_new(s->arena, struct milestone);
	*m = (struct milestone){ forks, change, s->last[from] };
	return m;
}

static void pass_call(struct search *s, uint32_t event)
{
	const struct milestone *last[STATE_LIMIT] = { 0 };
	uint64_t after = 0;

	for (uint64_t set = s->set; set; set &= set - 1) {
		uint32_t from = lowest(set);
		const struct change *change = change_at(s, event, from);

		for (uint64_t to = change ? change->to : (uint64_t)1 << from; to; to &= to - 1) {
			uint32_t bit = lowest(to);

			if (!(after >> bit & 1))
				last[bit] = change ? passed(s, change, from, bit) : s->last[from];
			after |= (uint64_t)1 << bit;
		}
	}
	s->set = after;
	for (size_t i = 0; i < STATE_LIMIT; i++)
		s->last[i] = last[i];
}

static bool is_goal(const struct search *s, uint32_t event)
{
	if (!(s->set & s->goal.states))
		return false;
	return s->goal.event == event || (s->goal.event == NONE &&
					  s->f->facts->events[event]->kind == FACT__EVENT_KIND__EVENT_RETURN);
}

static void add_node(struct search *s, uint32_t block, uint32_t bit, const struct milestone *last)
{
	bool added;

	map_put(&s->seen, (uint64_t)block * STATE_LIMIT + bit, 0, &added);
	if (added)
		hvec_push(&s->queue, (struct node){ block, bit, last });
}

static void pass_edges(struct search *s, const Fact__Block *block)
{
	for (size_t i = 0; i < block->n_edges; i++)
		for (uint64_t set = s->set; set; set &= set - 1) {
			uint32_t bit = lowest(set);
			struct state state = *state_at(s, bit);
			uint64_t after;

			if (!edge_takes(s->p, s->f, block, block->edges[i], &state))
				continue;
			after = context_known_set(s->p, s->c, &state);
			if (after)
				add_node(s, block->edges[i]->to, lowest(after), s->last[bit]);
		}
}

static void pass_block(struct search *s, const struct node *node)
{
	const Fact__Block *block = s->f->facts->blocks[node->block];

	s->set = (uint64_t)1 << node->bit;
	s->last[node->bit] = node->last;
	for (uint32_t i = 0; i < block->event_count && s->set; i++) {
		uint32_t event = block->first_event + i;

		if (is_goal(s, event)) {
			s->found = true;
			s->way = s->last[lowest(s->set & s->goal.states)];
			return;
		}
		if (s->f->facts->events[event]->kind == FACT__EVENT_KIND__EVENT_CALL)
			pass_call(s, event);
	}
	pass_edges(s, block);
}

bool phase_search(struct phases *p, const struct context *c, const struct search_goal *goal,
		  struct arena *arena, const struct milestone **way)
{
	struct search s = { .p = p, .c = c, .f = &p->program->functions.items[c->function], .goal = *goal,
			    .arena = arena };

	if (s.f->facts->n_blocks)
		add_node(&s, 0, 0, NULL);
	for (size_t i = 0; i < s.queue.len && !s.found; i++) {
		struct node node = s.queue.items[i];

		pass_block(&s, &node);
	}
	hvec_free(&s.queue);
	map_release(&s.seen);
	*way = s.way;
	return s.found;
}
