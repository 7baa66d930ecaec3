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
			     const enum member *member)
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
		score = 64u * (member[d->unit] != MEMBER_NOT) + 32u * !d->weak +
			4u * unit_nearness(g->units[d->unit], g->units[from]) +
			unit_nearness(g->units[d->unit], g->units[main_unit]);
		if (best == UINT32_MAX || score > best_score) {
			best = d->unit;
			best_score = score;
		}
	}
	return best;
}

static void close_over(struct guess *g, uint32_t main_unit, enum member *member)
{
	VEC(uint32_t) todo = { 0 };

	member[main_unit] = MEMBER_OWN;
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
			member[definer] = MEMBER_OWN;
			vec_push(g->arena, &todo, definer);
		}
	}
}

void program_add(struct arena *arena, Fact__Unit *const *units, const enum member *member, size_t count,
		 struct program program, struct program_set *set)
{
	struct program *added = arena_new(arena, struct program);

	*added = program;
	added->complete = true;
	for (size_t u = 0; u < count; u++) {
		if (!member[u])
			continue;
		map_put(&added->unit_index, (uint64_t)(uintptr_t)units[u], added->units.len, NULL);
		vec_push(arena, &added->units, units[u]);
		vec_push(arena, &added->loaded, member[u] == MEMBER_LOADED);
		if (units[u]->status != FACT__STATUS__STATUS_OK && units[u]->status != FACT__STATUS__STATUS_PARTIAL)
			added->complete = false;
	}
	vec_push(arena, &set->programs, added);
}

static void add_program(struct guess *g, struct program_set *set, const char *name, bool has_main, const enum member *member)
{
	struct program program = { .name = name, .kind = "guess", .has_main = has_main };

	for (uint32_t u = 0; u < g->count; u++)
		g->reached[u] = g->reached[u] || member[u] != MEMBER_NOT;
	program_add(g->arena, g->units, member, g->count, program, set);
}

static const char *main_name(const struct guess *g, uint32_t unit)
{
	return path_below(g->root, g->units[unit]->main_file);
}

bool unit_loads_modules(const Fact__Unit *unit)
{
	static const char *const loaders[] = { "dlopen", "dlmopen", "lt_dlopen", "lt_dlopenext", "g_module_open", "uv_dlopen" };

	for (size_t s = 0; s < unit->n_symbols; s++)
		for (size_t i = 0; unit->symbols[s]->is_function && i < sizeof loaders / sizeof *loaders; i++)
			if (!strcmp(unit->symbols[s]->link_name, loaders[i]))
				return true;
	return false;
}

static bool loads_modules(const struct guess *g, const enum member *member)
{
	for (uint32_t u = 0; u < g->count; u++)
		if (member[u] && unit_loads_modules(g->units[u]))
			return true;
	return false;
}

/* Whether the program itself defines something that the unit uses. */
static bool uses_member(const struct guess *g, uint32_t from, uint32_t main_unit, const enum member *member)
{
	const Fact__Unit *unit = g->units[from];

	for (size_t s = 0; s < unit->n_symbols; s++) {
		const Fact__Symbol *symbol = unit->symbols[s];
		uint32_t definer;

		if (symbol->defined || *symbol->alias || symbol->linkage != FACT__LINKAGE__LINKAGE_EXTERNAL)
			continue;
		definer = pick_definer(g, symbol->link_name, from, main_unit, member);
		if (definer != UINT32_MAX && member[definer] == MEMBER_OWN)
			return true;
	}
	return false;
}

/* Modules of a program that loads some: what no program reaches and uses its functions. */
static void add_modules(struct guess *g, uint32_t main_unit, const bool *reached, enum member *member)
{
	if (!loads_modules(g, member))
		return;
	for (uint32_t u = 0; u < g->count; u++)
		if (!reached[u] && !member[u] && uses_member(g, u, main_unit, member))
			member[u] = MEMBER_LOADED;
}

static void add_only_program(struct guess *g, struct program_set *set)
{
	enum member *member = arena_array(g->arena, enum member, g->count);
	uint32_t main_unit = UINT32_MAX;

	for (uint32_t u = 0; u < g->count && main_unit == UINT32_MAX; u++)
		if (g->has_main[u])
			main_unit = u;
	if (main_unit != UINT32_MAX) {
		close_over(g, main_unit, member);
		add_modules(g, main_unit, g->has_main, member);
	}
	for (uint32_t u = 0; u < g->count; u++)
		if (!member[u])
			member[u] = MEMBER_OWN;
	add_program(g, set, main_unit != UINT32_MAX ? main_name(g, main_unit) : LIBRARY_NAME, main_unit != UINT32_MAX,
		    member);
}

/* [unit] whether any program reaches it without loading it; NULL: none loads anything. */
static bool *reached_by_mains(struct guess *g)
{
	enum member *member = arena_array(g->arena, enum member, g->count);
	bool *reached = arena_array(g->arena, bool, g->count), any = false;

	for (uint32_t u = 0; u < g->count; u++)
		any = any || unit_loads_modules(g->units[u]);
	for (uint32_t u = 0; u < g->count && any; u++) {
		if (!g->has_main[u])
			continue;
		memset(member, 0, g->count * sizeof *member);
		close_over(g, u, member);
		for (uint32_t m = 0; m < g->count; m++)
			reached[m] = reached[m] || member[m];
	}
	return any ? reached : NULL;
}

static void add_all_programs(struct guess *g, struct program_set *set)
{
	enum member *member = arena_array(g->arena, enum member, g->count);
	const bool *reached = reached_by_mains(g);
	bool rest = false;

	for (uint32_t u = 0; u < g->count; u++) {
		if (!g->has_main[u])
			continue;
		memset(member, 0, g->count * sizeof *member);
		close_over(g, u, member);
		if (reached)
			add_modules(g, u, reached, member);
		add_program(g, set, main_name(g, u), true, member);
	}
	for (uint32_t u = 0; u < g->count; u++) {
		member[u] = g->reached[u] ? MEMBER_NOT : MEMBER_OWN;
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
