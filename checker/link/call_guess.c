/* Targets by guess: methods that override another one, and functions that a pointer of that type may point to. */
#include "link/callgraph.h"

#include <string.h>

/* A pointer of which only the type is known isn't matched with more functions than these: they stay loose. */
#define GUESS_LIMIT 128

/* What one method is called in the whole program: a function, or a name where none is at hand. */
static const char *method_key(const struct call_builder *b, const Fact__Unit *unit, uint32_t method)
{
	uint32_t u = program_unit(b->program, unit), function = b->program->function_of_symbol[u][method];
	const Fact__Symbol *symbol = unit->symbols[method];

	if (function != UINT32_MAX)
		return arena_printf(b->arena, "#%u", function);
	if (symbol->linkage != FACT__LINKAGE__LINKAGE_EXTERNAL)
		return arena_printf(b->arena, "%u#%s", u, symbol->link_name);
	return symbol->link_name;
}

static void note_override(struct call_builder *b, const char *key, uint32_t function)
{
	uint32_t index = names_add(&b->methods, key);

	if (index == b->first_override.len)
		vec_push(b->arena, &b->first_override, 0);
	vec_push(b->arena, &b->overrides,
		 (struct override){ .function = function, .next = b->first_override.items[index] });
	b->first_override.items[index] = (uint32_t)b->overrides.len;
}

void call_index_overrides(struct call_builder *b)
{
	const struct program *program = b->program;

	for (size_t f = program->functions.len; f--;) {
		const struct function *function = &program->functions.items[f];

		for (size_t i = 0; i < function->facts->n_overrides; i++)
			note_override(b, method_key(b, function->unit, function->facts->overrides[i]), (uint32_t)f);
	}
}

/* A method without a body whose only override is at hand leaves nothing to guess. */
void call_add_virtual(struct call_builder *b, const struct watch *site, const Fact__Unit *unit, uint32_t method)
{
	uint32_t index = names_find(&b->methods, method_key(b, unit, method));
	uint32_t first = index == NAMES_NONE ? 0 : b->first_override.items[index];
	uint32_t value = call_symbol_value(b, unit, method);
	bool body = value != FLOW_ANY && !(value & LIBRARY_BIT);
	bool one = !first || (!body && !b->overrides.items[first - 1].next);
	struct watch guess = *site;

	if (!one)
		guess.how = CALL_MAYBE;
	if (value != FLOW_ANY && (body || !first))
		call_add_target(b, &guess, value, !one);
	for (uint32_t o = first; o; o = b->overrides.items[o - 1].next)
		call_add_target(b, &guess, b->overrides.items[o - 1].function, !one);
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
