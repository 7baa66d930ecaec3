/* Runs each rule on a program; makes one finding of equal ones and orders them. */
#include "engine/run.h"

#include "base/files.h"
#include "base/map.h"

#include <stdlib.h>
#include <string.h>

/* A path that means the same on another machine, as identities need it: of files elsewhere the last two names. */
static const char *identity_path(struct arena *arena, const struct finding *finding)
{
	const char *start = path_base(finding->path);

	if (finding->path[0] != '/')
		return finding->path;
	while (start - finding->path > 1 && start[-2] != '/')
		start--;
	return arena_printf(arena, "<ext>/%s", start - finding->path > 1 ? start - 1 : path_base(finding->path));
}

static void identify(struct arena *arena, struct finding *finding)
{
	fingerprint(&(struct fingerprint_parts){ .rule = finding->rule->id,
						 .path = identity_path(arena, finding),
						 .function = finding->function,
						 .subject = finding->subject,
						 .statement = finding->statement },
		    &finding->id);
}

static int compare_numbers(uint32_t a, uint32_t b)
{
	return (a > b) - (a < b);
}

/* Where a finding stands, then what it says: equal under this order without the tie-break means the same finding. */
static int compare_places(const struct finding *a, const struct finding *b)
{
	int order = strcmp(a->path, b->path);

	if (!order)
		order = compare_numbers(a->place.line, b->place.line);
	if (!order)
		order = compare_numbers(a->place.column, b->place.column);
	return order ? order : strcmp(a->rule->id, b->rule->id);
}

/* The strongest of equal ones comes first; then the order doesn't depend on that of programs or units. */
static int compare_findings(const void *left, const void *right)
{
	const struct finding *a = *(struct finding *const *)left, *b = *(struct finding *const *)right;
	int order = compare_places(a, b);

	if (!order)
		order = (int)b->level - (int)a->level;
	if (!order)
		order = (int)b->confidence - (int)a->confidence;
	if (!order && a->programs.len && b->programs.len)
		order = strcmp(a->programs.items[0], b->programs.items[0]);
	if (!order)
		order = strcmp(a->unit, b->unit);
	if (!order)
		order = strcmp(a->unit_configuration, b->unit_configuration);
	return order ? order : strcmp(a->message, b->message);
}

static void add_program(struct arena *arena, struct finding *finding, const char *name)
{
	size_t at = finding->programs.len;

	for (size_t i = 0; i < finding->programs.len; i++)
		if (!strcmp(finding->programs.items[i], name))
			return;
	vec_push(arena, &finding->programs, name);
	for (; at && strcmp(finding->programs.items[at - 1], name) > 0; at--)
		finding->programs.items[at] = finding->programs.items[at - 1];
	finding->programs.items[at] = name;
}

/* Of findings at one place by one rule the first, strongest, stays, with the programs of all. */
static void merge(struct arena *arena, struct findings *findings)
{
	size_t kept = 0;

	for (size_t i = 0; i < findings->all.len; i++) {
		struct finding *finding = findings->all.items[i];

		if (kept && !compare_places(findings->all.items[kept - 1], finding))
			add_program(arena, findings->all.items[kept - 1], finding->programs.items[0]);
		else
			findings->all.items[kept++] = finding;
	}
	findings->all.len = kept;
}

static void number(struct findings *findings)
{
	struct names seen = { 0 };
	struct map counts = { 0 };

	for (size_t i = 0; i < findings->all.len; i++) {
		struct finding *finding = findings->all.items[i];
		uint64_t *count = map_put(&counts, names_add(&seen, finding->id.full), 0, NULL);

		finding->ordinal = (uint32_t)(*count)++;
	}
	map_release(&counts);
	names_release(&seen);
}

/*
 * The level as configured where the finding stands: what is in doubt stays as
 * many steps below a sure path as before. False where the rule is off there.
 */
static bool configure(const struct engine_options *options, struct finding *finding)
{
	const struct config_rule *rule;
	int level;

	if (!options->configs)
		return true;
	rule = config_rule(configs_of(options->configs, finding->place.file), finding->rule);
	if (rule->off && !options->even_off)
		return false;
	level = (int)finding->level + (int)rule->level - (int)finding->rule->level;
	finding->level = level < LEVEL_NOTE ? LEVEL_NOTE : level > LEVEL_ERROR ? LEVEL_ERROR : (enum level)level;
	return true;
}

static void run_rule(struct arena *arena, const struct program *program, const struct rule *rule,
		     const struct engine_options *options, struct shared *shared, struct findings *findings)
{
	struct rule_run run = { .arena = arena,
				.program = program,
				.rule = rule,
				.options = options,
				.shared = shared };

	rule->check(&run, program);
	for (size_t i = 0; i < run.reports.len; i++)
		if (!run.reports.items[i].hidden && configure(options, run.reports.items[i].finding)) {
			identify(arena, run.reports.items[i].finding);
			vec_push(arena, &findings->all, run.reports.items[i].finding);
		}
}

void engine_run(struct arena *arena, const struct program *program, const struct engine_options *options,
		struct findings *findings)
{
	struct shared shared = { 0 };

	for (size_t r = 0; r < options->rule_count; r++)
		if (options->rules[r]->check)
			run_rule(arena, program, options->rules[r], options, &shared, findings);
}

void findings_add(struct arena *arena, struct findings *findings, struct finding *finding)
{
	identify(arena, finding);
	vec_push(arena, &findings->all, finding);
}

void findings_finish(struct arena *arena, struct findings *findings)
{
	if (findings->all.len)
		qsort(findings->all.items, findings->all.len, sizeof *findings->all.items, compare_findings);
	merge(arena, findings);
	number(findings);
}
