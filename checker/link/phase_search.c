/* Searches one context for the way on which threads start or the process forks. */
#include "link/phase_search.h"

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

/* The first change of the context at that event or behind it. */
static size_t first_change(const struct search *s, uint32_t event)
{
	size_t low = 0, high = s->c->changes.len;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (s->c->changes.items[middle].event < event)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* That of one event in one state; `from` is the event's first. */
static const struct change *change_in(const struct search *s, size_t from, uint32_t bit)
{
	const struct change *changes = s->c->changes.items;

	for (size_t i = from; i < s->c->changes.len && changes[i].event == changes[from].event; i++)
		if (changes[i].from == bit)
			return &changes[i];
	return NULL;
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

/* Passes the event that the change numbered `first` is of. */
static void pass_call(struct search *s, size_t first)
{
	const struct milestone *last[STATE_LIMIT] = { 0 };
	uint64_t after = 0;

	for (uint64_t set = s->set; set; set &= set - 1) {
		uint32_t from = lowest(set);
		const struct change *change = change_in(s, first, from);

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

/* The event of the block that is looked for: NONE where it has none. */
static uint32_t goal_in(const struct search *s, const Fact__Block *block)
{
	uint32_t end = block->first_event + block->event_count;

	if (s->goal.event != NONE)
		return s->goal.event >= block->first_event && s->goal.event < end ? s->goal.event : NONE;
	if (block->event_count && s->f->facts->events[end - 1]->kind == FACT__EVENT_KIND__EVENT_RETURN)
		return end - 1;
	return NONE;
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

/* Only events that change a state matter on the way. */
static void pass_block(struct search *s, const struct node *node)
{
	const Fact__Block *block = s->f->facts->blocks[node->block];
	uint32_t goal = goal_in(s, block), end = goal != NONE ? goal : block->first_event + block->event_count;
	const struct change *changes = s->c->changes.items;
	size_t i = first_change(s, block->first_event);

	s->set = (uint64_t)1 << node->bit;
	s->last[node->bit] = node->last;
	while (i < s->c->changes.len && changes[i].event < end && s->set) {
		uint32_t event = changes[i].event;

		pass_call(s, i);
		while (i < s->c->changes.len && changes[i].event == event)
			i++;
		s->p->search_steps++;
	}
	s->p->search_steps++;
	if (goal != NONE && s->set & s->goal.states) {
		s->found = true;
		s->way = s->last[lowest(s->set & s->goal.states)];
	} else if (s->set) {
		pass_edges(s, block);
	}
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
