/* Symbol resolution: which function or global each symbol of each unit names, as a linker would have it. */
#include "link/internal.h"
#include "model/extension.h"

#include <string.h>

/* An alias of an alias of … is followed so far. */
#define ALIAS_HOPS_LIMIT 8

/* A function that an external name may stand for. */
struct candidate {
	uint32_t unit, function;
	uint32_t next; /* 1 + index of the next one of that name; 0: none */
};

struct name_state {
	bool defined;  /* some unit says so, with facts of its body or not */
	bool strong;   /* somewhere a definition that is neither weak nor inline */
	uint32_t first, last; /* 1 + index into candidates */
};

struct resolver {
	struct program *program;
	struct arena *arena;
	struct names names; /* external functions by link name */
	VEC(struct name_state) states;
	VEC(struct candidate) candidates;
};

static struct name_state *state_of(struct resolver *r, const char *link_name)
{
	uint32_t name = names_add(&r->names, link_name);

	while (r->states.len < r->names.len)
		vec_push(r->arena, &r->states, (struct name_state){ 0 });
	return &r->states.items[name];
}

static void add_candidate(struct resolver *r, const char *link_name, uint32_t unit, uint32_t function)
{
	struct name_state *state = state_of(r, link_name);
	uint32_t index;

	vec_push(r->arena, &r->candidates, (struct candidate){ .unit = unit, .function = function });
	index = (uint32_t)r->candidates.len;
	if (state->last)
		r->candidates.items[state->last - 1].next = index;
	else
		state->first = index;
	state->last = index;
}

static bool is_external(const Fact__Symbol *symbol)
{
	return symbol->linkage == FACT__LINKAGE__LINKAGE_EXTERNAL;
}

/* One of many definitions that stand for each other. */
static bool is_mergeable(const Fact__Symbol *symbol)
{
	return symbol->weak || symbol->is_inline;
}

/*
 * The name that models know. Headers redirect calls to variants (checked, another
 * standard's, the compiler's own) that do the same.
 */
static const char *model_name(struct arena *arena, const char *name)
{
	static const char *const prefixes[] = { "__builtin_", "__isoc99_", "__isoc23_" };
	size_t length;

	for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
		if (!strncmp(name, prefixes[i], strlen(prefixes[i])))
			name += strlen(prefixes[i]);
	while (!strncmp(name, "___", 3)) /* __builtin___memcpy_chk */
		name++;
	length = strlen(name);
	if (length > 6 && !strncmp(name, "__", 2) && !strcmp(name + length - 4, "_chk"))
		return arena_strndup(arena, name + 2, length - 6);
	return name;
}

/*
 * A header's own body of what a model describes (checked read, printf) would only
 * hide the call that matters.
 */
static bool body_counts(struct resolver *r, const Fact__Symbol *symbol)
{
	return !symbol->in_system_header || !model_knows(model_name(r->arena, symbol->name));
}

static void note_definitions(struct resolver *r)
{
	for (size_t u = 0; u < r->program->units.len; u++) {
		const Fact__Unit *unit = r->program->units.items[u];

		for (size_t s = 0; s < unit->n_symbols; s++) {
			const Fact__Symbol *symbol = unit->symbols[s];
			struct name_state *state;

			if (!symbol->is_function || !is_external(symbol) || !(symbol->defined || *symbol->alias) ||
			    !body_counts(r, symbol))
				continue;
			state = state_of(r, symbol->link_name);
			state->defined = true;
			state->strong = state->strong || !is_mergeable(symbol);
		}
	}
}

static void add_function(struct resolver *r, uint32_t u, const Fact__Function *facts)
{
	struct program *program = r->program;
	const Fact__Unit *unit = program->units.items[u];
	const Fact__Symbol *symbol = unit->symbols[facts->symbol];
	uint32_t id = (uint32_t)program->functions.len;
	bool external = is_external(symbol);

	program->function_of_symbol[u][facts->symbol] = id;
	if (external)
		add_candidate(r, symbol->link_name, u, id);
	vec_push(program->arena, &program->functions,
		 (struct function){ .id = id,
				    .unit = unit,
				    .facts = facts,
				    .name = symbol->name,
				    .link_name = symbol->link_name,
				    .internal = !external,
				    .exported = external && !program->has_main,
				    .loaded = external && program->loaded.items[u],
				    .is_main = symbol_is_main(symbol) });
}

/* Of definitions that stand for each other one is kept, and none beside a strong one. */
static bool is_kept(struct resolver *r, uint32_t u, const Fact__Function *facts)
{
	const Fact__Symbol *symbol = r->program->units.items[u]->symbols[facts->symbol];
	const struct name_state *state;

	if (r->program->function_of_symbol[u][facts->symbol] != UINT32_MAX || !body_counts(r, symbol))
		return false;
	if (!is_external(symbol) || !is_mergeable(symbol))
		return true;
	state = state_of(r, symbol->link_name);
	return !state->strong && !state->first;
}

static void add_functions(struct resolver *r)
{
	for (uint32_t u = 0; u < r->program->units.len; u++) {
		const Fact__Unit *unit = r->program->units.items[u];

		for (size_t f = 0; f < unit->n_functions; f++)
			if (is_kept(r, u, unit->functions[f]))
				add_function(r, u, unit->functions[f]);
	}
}

/* The function that an external name means where that unit names it, or UINT32_MAX. */
static uint32_t pick_function(const struct resolver *r, const char *link_name, uint32_t unit)
{
	const struct program *program = r->program;
	uint32_t name = names_find(&r->names, link_name), best = UINT32_MAX, first;
	const Fact__Unit *main_unit;
	unsigned best_score = 0;

	if (name == NAMES_NONE || !(first = r->states.items[name].first))
		return UINT32_MAX;
	if (!r->candidates.items[first - 1].next)
		return r->candidates.items[first - 1].function;
	/*
	 * No linker would see two: they are of several programs taken as one. The same
	 * unit's own is meant, else the nearest one's, else the first.
	 */
	main_unit = program_main_unit(program);
	for (uint32_t i = first; i; i = r->candidates.items[i - 1].next) {
		const struct candidate *c = &r->candidates.items[i - 1];
		const Fact__Unit *definer = program->units.items[c->unit];
		unsigned score = 64u * (c->unit == unit) +
				 4u * unit_nearness(definer, program->units.items[unit]) +
				 unit_nearness(definer, main_unit);

		if (best == UINT32_MAX || score > best_score) {
			best = c->function;
			best_score = score;
		}
	}
	return best;
}

/*
 * The symbol of that link name in a unit, or UINT32_MAX. A static function in `extern "C"` has a mangled name
 * here, but gcc's assembler sees the plain one.
 */
static uint32_t find_symbol(const Fact__Unit *unit, const char *link_name, bool function)
{
	uint32_t plain = UINT32_MAX;

	for (uint32_t s = 0; s < unit->n_symbols; s++) {
		const Fact__Symbol *symbol = unit->symbols[s];

		if ((bool)symbol->is_function != function)
			continue;
		if (!strcmp(symbol->link_name, link_name))
			return s;
		if (!is_external(symbol) && symbol->defined && !strcmp(symbol->name, link_name))
			plain = s;
	}
	return plain;
}

/* What an alias stands for lies in its own unit, by the compiler's rule. */
static uint32_t alias_target(const struct resolver *r, uint32_t u, uint32_t symbol)
{
	const Fact__Unit *unit = r->program->units.items[u];

	for (int hop = 0; hop < ALIAS_HOPS_LIMIT && *unit->symbols[symbol]->alias; hop++) {
		symbol = find_symbol(unit, unit->symbols[symbol]->alias, true);
		if (symbol == UINT32_MAX)
			return UINT32_MAX;
		if (r->program->function_of_symbol[u][symbol] != UINT32_MAX)
			return r->program->function_of_symbol[u][symbol];
	}
	return UINT32_MAX;
}

static void add_aliases(struct resolver *r)
{
	struct program *program = r->program;

	for (uint32_t u = 0; u < program->units.len; u++) {
		const Fact__Unit *unit = program->units.items[u];

		for (uint32_t s = 0; s < unit->n_symbols; s++) {
			const Fact__Symbol *symbol = unit->symbols[s];
			uint32_t target;

			if (!symbol->is_function || !*symbol->alias ||
			    program->function_of_symbol[u][s] != UINT32_MAX)
				continue;
			target = alias_target(r, u, s);
			if (target == UINT32_MAX)
				continue;
			if (!is_external(symbol))
				program->function_of_symbol[u][s] = target;
			else if (!symbol->weak || !state_of(r, symbol->link_name)->strong)
				add_candidate(r, symbol->link_name, u, target);
		}
	}
}

/* The name by which models know what has no body in the whole program. */
static const char *library_name(struct resolver *r, const Fact__Symbol *symbol)
{
	const char *name = model_name(r->program->arena, symbol->name);
	uint32_t own = names_find(&r->names, symbol->link_name);

	if (!is_external(symbol) || (own != NAMES_NONE && r->states.items[own].defined))
		return NULL;
	/* A variant of a function that the program defines itself. */
	own = strcmp(name, symbol->name) ? names_find(&r->names, name) : NAMES_NONE;
	return own != NAMES_NONE && r->states.items[own].defined ? NULL : name;
}

static void resolve_functions(struct resolver *r)
{
	struct program *program = r->program;

	for (uint32_t u = 0; u < program->units.len; u++) {
		const Fact__Unit *unit = program->units.items[u];

		for (uint32_t s = 0; s < unit->n_symbols; s++) {
			const Fact__Symbol *symbol = unit->symbols[s];
			uint32_t *function = &program->function_of_symbol[u][s];

			if (!symbol->is_function)
				continue;
			if (*function == UINT32_MAX && is_external(symbol))
				*function = pick_function(r, symbol->link_name, u);
			if (model_is_extra(symbol->name))
				program->library_of_symbol[u][s] = symbol->name;
			else if (*function == UINT32_MAX)
				program->library_of_symbol[u][s] = library_name(r, symbol);
		}
	}
}

/* External objects of one name are one object, however often defined: C without -fno-common means it so. */
static void resolve_globals(struct resolver *r)
{
	struct program *program = r->program;
	struct names names = { 0 };
	VEC(uint32_t) ids = { 0 }; /* [name] */

	for (uint32_t u = 0; u < program->units.len; u++) {
		const Fact__Unit *unit = program->units.items[u];

		for (uint32_t s = 0; s < unit->n_symbols; s++) {
			const Fact__Symbol *symbol = unit->symbols[s];
			uint32_t id = (uint32_t)program->globals.len, name;
			struct global *global;

			if (symbol->is_function)
				continue;
			if (is_external(symbol) && (name = names_add(&names, symbol->link_name)) < ids.len)
				id = ids.items[name];
			else if (is_external(symbol))
				vec_push(r->arena, &ids, id);
			program->global_of_symbol[u][s] = id;
			if (id == program->globals.len)
				vec_push(program->arena, &program->globals, (struct global){ .id = id });
			global = &program->globals.items[id];
			if (global->unit && (global->defined || !symbol->defined))
				continue;
			*global = (struct global){ .id = id,
						   .name = symbol->name,
						   .link_name = symbol->link_name,
						   .unit = unit,
						   .symbol = s,
						   .defined = symbol->defined };
		}
	}
	names_release(&names);
}

static void replace_global(struct program *program, uint32_t from, uint32_t to)
{
	for (uint32_t u = 0; u < program->units.len; u++)
		for (uint32_t s = 0; s < program->units.items[u]->n_symbols; s++)
			if (program->global_of_symbol[u][s] == from)
				program->global_of_symbol[u][s] = to;
}

/* Another name of an object means the object, in all units. */
static void resolve_other_names(struct program *program)
{
	for (uint32_t u = 0; u < program->units.len; u++) {
		const Fact__Unit *unit = program->units.items[u];

		for (uint32_t s = 0; s < unit->n_symbols; s++) {
			uint32_t target = UINT32_MAX;

			if (!unit->symbols[s]->is_function && *unit->symbols[s]->alias)
				target = find_symbol(unit, unit->symbols[s]->alias, false);
			if (target != UINT32_MAX && target != s)
				replace_global(program, program->global_of_symbol[u][s],
					       program->global_of_symbol[u][target]);
		}
	}
}

static uint32_t *no_indices(struct arena *arena, size_t count)
{
	uint32_t *indices = arena_array(arena, uint32_t, count);

	memset(indices, 0xff, count * sizeof *indices);
	return indices;
}

void symbols_resolve(struct program *program)
{
	struct arena scratch = { 0 };
	struct resolver r = { .program = program, .arena = &scratch };
	size_t count = program->units.len;

	program->function_of_symbol = arena_array(program->arena, uint32_t *, count);
	program->global_of_symbol = arena_array(program->arena, uint32_t *, count);
	program->library_of_symbol = arena_array(program->arena, const char **, count);
	for (size_t u = 0; u < count; u++) {
		size_t symbols = program->units.items[u]->n_symbols;

		program->function_of_symbol[u] = no_indices(program->arena, symbols);
		program->global_of_symbol[u] = no_indices(program->arena, symbols);
		program->library_of_symbol[u] = arena_array(program->arena, const char *, symbols);
	}
	note_definitions(&r);
	add_functions(&r);
	add_aliases(&r);
	resolve_functions(&r);
	resolve_globals(&r);
	resolve_other_names(program);
	names_release(&r.names);
	arena_release(&scratch);
}
