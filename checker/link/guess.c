/* Which units make up which programs, where nobody said so: from each main, what its undefined symbols lead to. */
#include "base/files.h"
#include "link/internal.h"

#include <string.h>

#define LIBRARY_NAME "library"

/* An external name, and a unit that defines it. */
struct definer {
	uint32_t unit;
	bool weak;
	uint32_t next; /* 1 + index of the next one of that name; 0: none */
};

struct guess {
	struct arena *arena;
	Fact__Unit *const *units;
	size_t count;
	const char *root;
	struct names names;
	VEC(struct definer) definers;
	VEC(uint32_t) first, last; /* [name] 1 + index into definers */
	bool *has_main;            /* [unit] */
	bool *reached;             /* [unit] by any program */
};

bool symbol_is_main(const Fact__Symbol *symbol)
{
	return symbol->is_function && symbol->linkage == FACT__LINKAGE__LINKAGE_EXTERNAL &&
	       !strcmp(symbol->name, "main");
}

bool unit_has_main(const Fact__Unit *unit)
{
	for (size_t i = 0; i < unit->n_functions; i++)
		if (symbol_is_main(unit->symbols[unit->functions[i]->symbol]))
			return true;
	return false;
}

static bool same_folder(const char *one, const char *other)
{
	size_t length = (size_t)(path_base(one) - one);

	return length == (size_t)(path_base(other) - other) && !strncmp(one, other, length);
}

unsigned unit_nearness(const Fact__Unit *candidate, const Fact__Unit *reference)
{
	return 2u * same_folder(candidate->main_file, reference->main_file) +
	       !strcmp(candidate->configuration, reference->configuration);
}

const Fact__Unit *program_main_unit(const struct program *program)
{
	for (size_t i = 0; program->has_main && i < program->units.len; i++)
		if (unit_has_main(program->units.items[i]))
			return program->units.items[i];
	return program->units.items[0];
}

static void add_definer(struct guess *g, uint32_t unit, const Fact__Symbol *symbol)
{
	uint32_t name = names_add(&g->names, symbol->link_name);
	uint32_t index;

	while (g->first.len < g->names.len) {
		vec_push(g->arena, &g->first, 0);
		vec_push(g->arena, &g->last, 0);
	}
	vec_push(g->arena, &g->definers, (struct definer){ .unit = unit, .weak = symbol->weak });
	index = (uint32_t)g->definers.len;
	if (g->last.items[name])
		g->definers.items[g->last.items[name] - 1].next = index;
	else
		g->first.items[name] = index;
	g->last.items[name] = index;
}

bool symbol_draws_unit(const Fact__Symbol *symbol)
{
	return (symbol->defined || *symbol->alias) && !symbol->is_inline &&
	       symbol->linkage == FACT__LINKAGE__LINKAGE_EXTERNAL;
}

static void index_units(struct guess *g)
{
	for (uint32_t u = 0; u < g->count; u++) {
		const Fact__Unit *unit = g->units[u];

		g->has_main[u] = unit_has_main(unit);
		for (size_t s = 0; s < unit->n_symbols; s++)
			if (symbol_draws_unit(unit->symbols[s]))
				add_definer(g, u, unit->symbols[s]);
	}
}

/*
 * The unit to take for a name that `from` leaves undefined, or UINT32_MAX. One
 * with a main of its own is another program. Where several are left: one that
 * is a member already, a strong definition, the one nearest to the unit that
 * names it, the one nearest to main, the first.
 */
static uint32_t pick_definer(const struct guess *g, const char *link_name, uint32_t from, uint32_t main_unit,
			     const bool *member)
{
	uint32_t name = names_find(&g->names, link_name), best = UINT32_MAX;
	unsigned best_score = 0;

	if (name == NAMES_NONE)
		return UINT32_MAX;
	for (uint32_t i = g->first.items[name]; i; i = g->definers.items[i - 1].next) {
		const struct definer *d = &g->definers.items[i - 1];
		unsigned score;

		if (g->has_main[d->unit] && d->unit != main_unit)
			continue;
		score = 64u * member[d->unit] + 32u * !d->weak +
			4u * unit_nearness(g->units[d->unit], g->units[from]) +
			unit_nearness(g->units[d->unit], g->units[main_unit]);
		if (best == UINT32_MAX || score > best_score) {
			best = d->unit;
			best_score = score;
		}
	}
	return best;
}

static void close_over(struct guess *g, uint32_t main_unit, bool *member)
{
	VEC(uint32_t) todo = { 0 };

	member[main_unit] = true;
	vec_push(g->arena, &todo, main_unit);
	for (size_t i = 0; i < todo.len; i++) {
		const Fact__Unit *unit = g->units[todo.items[i]];

		for (size_t s = 0; s < unit->n_symbols; s++) {
			const Fact__Symbol *symbol = unit->symbols[s];
			uint32_t definer;

			if (symbol->defined || *symbol->alias ||
			    symbol->linkage != FACT__LINKAGE__LINKAGE_EXTERNAL)
				continue;
			definer = pick_definer(g, symbol->link_name, todo.items[i], main_unit, member);
			if (definer == UINT32_MAX || member[definer])
				continue;
			member[definer] = true;
			vec_push(g->arena, &todo, definer);
		}
	}
}

void program_add(struct arena *arena, Fact__Unit *const *units, const bool *member, size_t count,
		 struct program program, struct program_set *set)
{
	struct program *added = arena_new(arena, struct program);

	*added = program;
	added->arena = arena;
	added->complete = true;
	for (size_t u = 0; u < count; u++) {
		if (!member[u])
			continue;
		map_put(&added->unit_index, (uint64_t)(uintptr_t)units[u], added->units.len, NULL);
		vec_push(arena, &added->units, units[u]);
		if (units[u]->status != FACT__STATUS__STATUS_OK && units[u]->status != FACT__STATUS__STATUS_PARTIAL)
			added->complete = false;
	}
	vec_push(arena, &set->programs, added);
}

static void add_program(struct guess *g, struct program_set *set, const char *name, bool has_main, const bool *member)
{
	struct program program = { .name = name, .kind = "guess", .has_main = has_main };

	for (uint32_t u = 0; u < g->count; u++)
		g->reached[u] = g->reached[u] || member[u];
	program_add(g->arena, g->units, member, g->count, program, set);
}

static const char *main_name(const struct guess *g, uint32_t unit)
{
	return path_below(g->root, g->units[unit]->main_file);
}

static void add_only_program(struct guess *g, struct program_set *set)
{
	bool *member = arena_array(g->arena, bool, g->count);
	const char *name = NULL;

	for (uint32_t u = 0; u < g->count; u++) {
		member[u] = true;
		if (!name && g->has_main[u])
			name = main_name(g, u);
	}
	add_program(g, set, name ? name : LIBRARY_NAME, name, member);
}

static void add_all_programs(struct guess *g, struct program_set *set)
{
	bool *member = arena_array(g->arena, bool, g->count);
	bool rest = false;

	for (uint32_t u = 0; u < g->count; u++) {
		if (!g->has_main[u])
			continue;
		memset(member, 0, g->count * sizeof *member);
		close_over(g, u, member);
		add_program(g, set, main_name(g, u), true, member);
	}
	for (uint32_t u = 0; u < g->count; u++) {
		member[u] = !g->reached[u];
		rest = rest || member[u];
	}
	if (rest)
		add_program(g, set, LIBRARY_NAME, false, member);
}

void guess_programs(struct arena *arena, Fact__Unit *const *units, size_t count, bool all_one, const char *root,
		    struct program_set *set)
{
	struct guess g = { .arena = arena, .units = units, .count = count, .root = root };

	if (!count)
		return;
	g.has_main = arena_array(arena, bool, count);
	g.reached = arena_array(arena, bool, count);
	index_units(&g);
	if (all_one)
		add_only_program(&g, set);
	else
		add_all_programs(&g, set);
	names_release(&g.names);
}
