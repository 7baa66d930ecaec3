/* Which units make up which programs, as a build linked them. */
#include "link/internal.h"

#include <string.h>

struct given {
	struct arena *arena;
	Fact__Unit *const *units;
	enum member *member;   /* [unit] of the program at hand */
	struct names wanted;   /* names that the members leave undefined, or define */
	VEC(bool) defined;     /* [name] by a member */
};

static bool is_undefined(const Fact__Symbol *symbol)
{
	return !symbol->defined && !*symbol->alias && symbol->linkage == FACT__LINKAGE__LINKAGE_EXTERNAL;
}

static void add_member(struct given *g, uint32_t unit)
{
	const Fact__Unit *facts = g->units[unit];

	g->member[unit] = MEMBER_OWN;
	for (size_t i = 0; i < facts->n_symbols; i++) {
		const Fact__Symbol *symbol = facts->symbols[i];
		uint32_t name;

		if (!is_undefined(symbol) && !symbol_draws_unit(symbol))
			continue;
		name = names_add(&g->wanted, symbol->link_name);
		while (g->defined.len <= name)
			vec_push(g->arena, &g->defined, false);
		g->defined.items[name] |= symbol_draws_unit(symbol);
	}
}

static bool is_needed(const struct given *g, const Fact__Unit *unit)
{
	for (size_t i = 0; i < unit->n_symbols; i++) {
		uint32_t name;

		if (!symbol_draws_unit(unit->symbols[i]))
			continue;
		name = names_find(&g->wanted, unit->symbols[i]->link_name);
		if (name != NAMES_NONE && !g->defined.items[name])
			return true;
	}
	return false;
}

/* As a linker does with the members of an archive, until no more are needed. */
static void add_needed(struct given *g, const struct linked *linked)
{
	bool more = true;

	while (more) {
		more = false;
		for (size_t i = 0; i < linked->archived_count; i++) {
			uint32_t unit = linked->archived[i];

			if (g->member[unit] || !is_needed(g, g->units[unit]))
				continue;
			add_member(g, unit);
			more = true;
		}
	}
}

static bool any_main(const struct given *g, size_t count)
{
	for (size_t u = 0; u < count; u++)
		if (g->member[u] && unit_has_main(g->units[u]))
			return true;
	return false;
}

static void add_linked(struct arena *arena, Fact__Unit *const *units, size_t count, const struct linked *linked,
		       bool *reached, struct program_set *set)
{
	struct given g = { .arena = arena, .units = units, .member = arena_array(arena, enum member, count) };
	struct program program = { .name = linked->name, .kind = linked->kind };
	bool any = false;

	for (size_t i = 0; i < linked->unit_count; i++)
		add_member(&g, linked->units[i]);
	add_needed(&g, linked);
	for (size_t u = 0; u < count; u++) {
		reached[u] = reached[u] || g.member[u];
		any = any || g.member[u];
	}
	program.has_main = any_main(&g, count);
	if (any)
		program_add(arena, units, g.member, count, program, set);
	names_release(&g.wanted);
}

void given_programs(struct arena *arena, Fact__Unit *const *units, size_t count, const struct linked *linked,
		    size_t linked_count, const char *root, struct program_set *set)
{
	bool *reached = arena_array(arena, bool, count);
	Fact__Unit **rest = arena_array(arena, Fact__Unit *, count);
	size_t rest_count = 0;

	for (size_t i = 0; i < linked_count; i++)
		add_linked(arena, units, count, &linked[i], reached, set);
	for (size_t u = 0; u < count; u++)
		if (!reached[u])
			rest[rest_count++] = units[u];
	guess_programs(arena, rest, rest_count, false, root, set);
}
