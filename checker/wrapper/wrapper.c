/* What follows a compile: scan, records, findings. */
#include "wrapper/wrapper.h"

#include "base/files.h"
#include "base/hash.h"
#include "driver/build.h"
#include "driver/configure.h"
#include "driver/scan.h"
#include "model/facts.h"

#include <string.h>

struct work {
	struct arena *arena;
	const struct decision *decision;
	const struct wrapper_options *options;
	struct findings *findings;
};

/* --- records ------------------------------------------------------------------------- */

/* How facts that the cache doesn't have are named: the object's latest. */
static const char *own_name(struct arena *arena, const struct command *command)
{
	const char *key = arena_printf(arena, "%s\n%s\n%s", command->output, command->file, command->configuration);
	char *hex = arena_alloc(arena, HASH_HEX_SIZE);

	hash_content(key, strlen(key), hex);
	return hex;
}

static bool put_facts(const struct work *work, const struct command *command, const Fact__Unit *facts,
		      const char *kept, const char **name, struct err *err)
{
	const struct spool *spool = work->options->spool;

	if (kept) {
		*name = path_base(kept);
		return spool_put_facts(work->arena, spool, kept, *name, err);
	}
	*name = own_name(work->arena, command);
	return facts_write(spool_facts_path(work->arena, spool, *name), facts, err);
}

/* By these an archive's member is known again. */
static void describe_object(struct arena *arena, Spool__Compile *compile)
{
	struct arena content = { 0 };
	size_t length;
	char *bytes;

	compile->object_content = arena_alloc(arena, HASH_HEX_SIZE);
	if (compile->object[0] && file_read(&content, compile->object, 0, &bytes, &length, NULL)) {
		compile->object_size = length;
		hash_content(bytes, length, compile->object_content);
	}
	arena_release(&content);
}

static char **copy_words(struct arena *arena, const struct command *command)
{
	char **words = arena_array(arena, char *, command->arguments.len);

	for (size_t i = 0; i < command->arguments.len; i++)
		words[i] = arena_strdup(arena, command->arguments.items[i]);
	return words;
}

static bool put_compile(const struct work *work, const struct command *command, const struct check_unit *unit,
			const Fact__Unit *facts, const char *kept, struct err *err)
{
	Spool__Record record;
	Spool__Compile compile;
	struct arena *arena = work->arena;
	const char *name = "";
	bool usable = unit->status == FACT__STATUS__STATUS_OK || unit->status == FACT__STATUS__STATUS_PARTIAL;

	spool__record__init(&record);
	spool__compile__init(&compile);
	if (usable && !put_facts(work, command, facts, kept, &name, err))
		return false;
	compile.folder = arena_strdup(arena, command->folder);
	compile.file = arena_strdup(arena, command->file);
	compile.given = arena_strdup(arena, command->given);
	compile.arguments = copy_words(arena, command);
	compile.n_arguments = command->arguments.len;
	compile.object = arena_strdup(arena, command->output);
	compile.configuration = arena_strdup(arena, command->configuration);
	compile.status = arena_strdup(arena, facts_status_name(unit->status));
	compile.note = arena_strdup(arena, unit->note);
	compile.facts = arena_strdup(arena, name);
	compile.ms = unit->ms;
	compile.cached = unit->cached;
	describe_object(arena, &compile);
	record.compile = &compile;
	return spool_put(arena, work->options->spool, &record, err);
}

void wrapper_note_failure(struct arena *arena, const struct decision *decision, const struct spool *spool,
			  const char *why)
{
	struct wrapper_options options = { .spool = spool };
	struct work work = { .arena = arena, .decision = decision, .options = &options };

	for (size_t i = 0; i < decision->commands.all.len && spool_make(arena, spool, NULL); i++) {
		struct check_unit unit = { .status = FACT__STATUS__STATUS_CRASHED, .note = why };

		put_compile(&work, &decision->commands.all.items[i], &unit, NULL, NULL, NULL);
	}
}

static bool put_records(const struct work *work, const struct scanned *scanned, struct err *err)
{
	Spool__Record record;

	spool__record__init(&record);
	if (!spool_make(work->arena, work->options->spool, err))
		return false;
	for (size_t i = 0; i < scanned->count; i++)
		if (!put_compile(work, &work->decision->commands.all.items[i], &scanned->units[i], scanned->facts[i],
				 scanned->kept[i], err))
			return false;
	record.link = work->decision->link;
	return !record.link || spool_put(work->arena, work->options->spool, &record, err);
}

/* --- findings ------------------------------------------------------------------------- */

/* Adds what the rules find in each of the programs, and gives those back. */
static void run_rules(const struct work *work, struct program_set *programs, bool whole_program)
{
	const struct check_options *check = work->options->check;
	const struct rule **rules = arena_array(work->arena, const struct rule *, check->rule_count);
	struct engine_options engine = { rules, 0, check->root, check->configs, false };
	struct findings found = { 0 };

	for (size_t i = 0; i < check->rule_count; i++)
		if (check->rules[i]->info.whole_program == whole_program)
			rules[engine.rule_count++] = check->rules[i];
	for (size_t i = 0; i < programs->programs.len; i++) {
		program_link(programs->programs.items[i]);
		engine_run(work->arena, programs->programs.items[i], &engine, &found);
		program_unlink(programs->programs.items[i]);
	}
	programs_release(programs);
	findings_finish(work->arena, &found);
	for (size_t i = 0; i < found.all.len; i++)
		vec_push(work->arena, &work->findings->all, found.all.items[i]);
}

/* Whether some rule needs no more than one unit. */
static bool any_unit_rule(const struct check_options *check)
{
	for (size_t i = 0; i < check->rule_count; i++)
		if (!check->rules[i]->info.whole_program && check->rules[i]->check)
			return true;
	return false;
}

static bool judge_unit(const struct work *work, struct scanned *unit, struct err *err)
{
	const struct check_options *check = work->options->check;
	struct program_set programs = { 0 };
	struct names threaded = { 0 };
	bool ok = configure_units(work->arena, check, unit, &threaded, &programs, err);

	if (ok) {
		programs_guess(work->arena, unit->facts, 1, true, check->root, &programs);
		run_rules(work, &programs, false);
	}
	names_release(&threaded);
	return ok;
}

/* A shared library or a relocatable file is part of something that will be linked later. */
static bool judge_program(const struct work *work, struct err *err)
{
	const struct wrapper_options *options = work->options;
	struct program_set programs = { 0 };
	struct spool_records records;
	struct names threaded = { 0 };
	struct build build;
	bool ok;

	if (!spool_read(work->arena, options->spool, &records, err))
		return false;
	build_read(work->arena, options->spool, &records, options->check->root, work->decision->link->output, &build);
	ok = configure_units(work->arena, options->check, &build.scanned, &threaded, &programs, err);
	if (ok) {
		programs_given(work->arena, build.scanned.facts, build.scanned.count, build.linked.items,
			       build.linked.len, options->check->root, &programs);
		run_rules(work, &programs, true);
	}
	names_release(&threaded);
	return ok;
}

bool wrapper_analyse(struct arena *arena, const struct decision *decision, const struct wrapper_options *options,
		     struct findings *findings, struct err *err)
{
	struct work work = { arena, decision, options, findings };
	struct check_options check = *options->check;
	bool judges_units = any_unit_rule(&check);
	struct scanned scanned = { 0 };

	*findings = (struct findings){ 0 };
	check.facts_unread = !judges_units;
	if (!scan_commands(arena, &decision->commands, &check, &scanned, err))
		return false;
	if (!put_records(&work, &scanned, err))
		return false;
	for (size_t i = 0; judges_units && i < scanned.count; i++) {
		struct scanned one = { .units = &scanned.units[i], .facts = &scanned.facts[i], .count = 1 };

		if (!judge_unit(&work, &one, err))
			return false;
	}
	if (!options->at_link || !decision->link || decision->link->kind != SPOOL__LINK_KIND__LINK_EXECUTABLE)
		return true;
	return judge_program(&work, err);
}
