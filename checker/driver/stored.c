/* Turns units, programs and findings into the rows of a run. */
#include "driver/stored.h"

#include "base/hash.h"
#include "base/strbuf.h"
#include "model/facts.h"

/* What the facts were made from: flags, and every file with its content. */
static const char *input_hash(struct arena *arena, const Fact__Unit *facts)
{
	struct strbuf text = { 0 };
	char *hex = arena_alloc(arena, HASH_HEX_SIZE);

	strbuf_addf(&text, "%s\n", facts->configuration);
	for (size_t i = 0; i < facts->n_files; i++)
		strbuf_addf(&text, "%s\n%s\n", facts->files[i]->path, facts->files[i]->content_hash);
	hash_content(strbuf_text(&text), text.len, hex);
	strbuf_release(&text);
	return hex;
}

/* What decides, besides the sources, which findings a run can have. */
static const char *config_hash(struct arena *arena, const struct check_options *options)
{
	struct strbuf text = { 0 };
	char *hex = arena_alloc(arena, HASH_HEX_SIZE);

	strbuf_addf(&text, "%s\n%d\n", SNAG_VERSION, options->rules_by_name);
	configs_print(options->configs, &text);
	for (size_t i = 0; i < options->rule_count; i++)
		strbuf_addf(&text, "%s %d\n", options->rules[i]->info.id, options->rules[i]->info.revision);
	hash_content(strbuf_text(&text), text.len, hex);
	strbuf_release(&text);
	return hex;
}

static const char *status_name(const struct check_unit *unit)
{
	if (unit->skipped)
		return "skipped";
	return unit->cached && unit->status == FACT__STATUS__STATUS_OK ? "cached" : facts_status_name(unit->status);
}

static void add_units(struct arena *arena, const struct scanned *scanned, struct stored_run *run)
{
	struct stored_unit *units = arena_array(arena, struct stored_unit, scanned->count);

	for (size_t i = 0; i < scanned->count; i++) {
		const struct check_unit *unit = &scanned->units[i];

		units[i] = (struct stored_unit){
			.main_file = unit->file,
			.configuration = unit->configuration,
			.status = status_name(unit),
			.input_hash = input_hash(arena, scanned->facts[i]),
			.note = unit->note,
			.ms = unit->ms,
		};
	}
	run->units = units;
	run->unit_count = scanned->count;
}

static void add_programs(struct arena *arena, const struct program_set *set, struct stored_run *run)
{
	struct stored_program *programs = arena_array(arena, struct stored_program, set->programs.len);

	for (size_t i = 0; i < set->programs.len; i++) {
		const struct program *program = set->programs.items[i];
		const char **units = arena_array(arena, const char *, program->units.len);
		const char **configurations = arena_array(arena, const char *, program->units.len);

		for (size_t j = 0; j < program->units.len; j++) {
			units[j] = program->units.items[j]->main_file;
			configurations[j] = program->units.items[j]->configuration;
		}
		programs[i] = (struct stored_program){ .name = program->name, .kind = program->kind,
						       .complete = program->complete, .units = units,
						       .configurations = configurations,
						       .unit_count = program->units.len };
	}
	run->programs = programs;
	run->program_count = set->programs.len;
}

void stored_run_make(struct arena *arena, const struct check_options *options, const struct scanned *scanned,
		     const struct program_set *programs, const struct findings *findings, int64_t started_at,
		     struct stored_run *run)
{
	const struct rule_info **rules = arena_array(arena, const struct rule_info *, options->rule_count);

	for (size_t i = 0; i < options->rule_count; i++)
		rules[i] = &options->rules[i]->info;
	*run = (struct stored_run){ .uuid = options->run_name, .tool_version = SNAG_VERSION, .config_hash = config_hash(arena, options),
				    .branch = options->revision.branch, .commit = options->revision.commit,
				    .ancestors = options->revision.ancestors,
				    .ancestor_count = options->revision.ancestor_count,
				    .whole_build = options->whole_build, .root = options->root,
				    .started_at = started_at, .rules = rules, .rule_count = options->rule_count,
				    .findings = findings->all.items, .finding_count = findings->all.len,
				    .decisions = options->decisions, .decision_count = options->decision_count };
	add_units(arena, scanned, run);
	add_programs(arena, programs, run);
}
