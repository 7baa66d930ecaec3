/* Targets by guess: methods that may override, and functions that a pointer of that type may point to. */
#include "link/callgraph.h"

#include <string.h>

/* A pointer of which only the type is known isn't matched with more functions than these: they stay loose. */
#define GUESS_LIMIT 128

static const char *last_part(const char *name)
{
	const char *part = name;

	for (const char *at = name; (at = strstr(at, "::"));)
		part = at += 2;
	return part;
}

void call_index_methods(struct call_builder *b)
{
	const struct program *program = b->program;

	b->next_method = arena_array(b->arena, uint32_t, program->functions.len);
	for (size_t f = program->functions.len; f--;) {
		const char *name = program->functions.items[f].name;
		uint32_t index;

		if (last_part(name) == name)
			continue;
		index = names_add(&b->methods, last_part(name));
		if (index == b->first_method.len)
			vec_push(b->arena, &b->first_method, 0);
		b->next_method[f] = b->first_method.items[index];
		b->first_method.items[index] = (uint32_t)f + 1;
	}
}

void call_add_overrides(struct call_builder *b, const struct watch *site, const Fact__Event *event, const char *name)
{
	uint32_t index = names_find(&b->methods, last_part(name));
	struct watch guess = *site;

	guess.how = CALL_MAYBE;
	if (index == NAMES_NONE)
		return;
	for (uint32_t f = b->first_method.items[index]; f; f = b->next_method[f - 1])
		if (event->n_args == b->program->functions.items[f - 1].facts->parameter_count)
			call_add_target(b, &guess, f - 1, true);
}

/* Whether anything was added. */
static bool guess_site(struct call_builder *b, const struct function *function, uint32_t e)
{
	const Fact__Event *event = function->facts->events[e];
	struct watch site = { .function = function->id, .event = e, .how = CALL_MAYBE, .sample = UINT32_MAX };
	uint32_t fits[GUESS_LIMIT], count = 0;

	for (uint32_t f = 0; f < b->program->functions.len; f++) {
		if (!b->taken[f] || !call_fits(function->unit, event, &b->program->functions.items[f]))
			continue;
		if (count == GUESS_LIMIT)
			return false;
		fits[count++] = f;
	}
	for (uint32_t i = 0; i < count; i++)
		call_add_target(b, &site, fits[i], true);
	return count;
}

/* What a guess hands over may empty or fill other sets, so until nothing is left to guess. */
void call_guess_unknown(struct call_builder *b)
{
	bool again = true;

	b->guessing = true;
	while (again) {
		again = false;
		for (size_t f = 0; f < b->program->functions.len; f++) {
			const struct function *function = &b->program->functions.items[f];

			for (uint32_t e = 0; e < function->facts->n_events; e++) {
				uint8_t *site = call_site(b, function->id, e);

				if (!(*site & SITE_INDIRECT) || *site & SITE_GUESSED ||
				    (*site & SITE_FOUND && !(*site & SITE_ANY)))
					continue;
				*site |= SITE_GUESSED;
				again = guess_site(b, function, e) || again;
			}
		}
		flow_run(&b->flow);
	}
}
