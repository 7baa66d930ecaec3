/* In doubt a comment was not tried: who takes out one that is needed gets the finding back. */
#include "driver/unused.h"

#include "base/files.h"
#include "engine/comment.h"

#include <string.h>

/* Larger sources are data. */
#define SOURCE_LIMIT ((size_t)64 << 20)

static const struct rule_info *running_rule(const struct check_options *options, const char *file, const char *name)
{
	for (size_t i = 0; i < options->rule_count; i++) {
		const struct rule_info *info = &options->rules[i]->info;
		const struct config *config;

		if (strcmp(info->id, name) != 0)
			continue;
		config = options->configs && !options->rules_by_name ? configs_of(options->configs, file) : NULL;
		return config && config_rule(config, info)->off ? NULL : info;
	}
	return NULL;
}

/* Nobody but the units that are known to can read it, as all of the build is here; one that failed may have. */
static bool no_other_reads(const struct check_options *options, const struct scanned *scanned,
			   const struct commented *source)
{
	bool is_source = false;

	for (size_t i = 0; i < scanned->count; i++) {
		const struct check_unit *unit = &scanned->units[i];

		if (strcmp(unit->file, source->path) != 0)
			continue;
		is_source = true;
		if (unit->status != FACT__STATUS__STATUS_OK)
			return false;
	}
	if (is_source)
		return true;
	for (size_t i = 0; i < scanned->count; i++)
		if (!scanned->facts[i]->n_files)
			return false;
	return options->whole_build || options->all_one_program;
}

static bool all_analysed(const struct commented *source)
{
	for (size_t i = 0; i < source->unit_count; i++)
		if (source->units[i]->status != FACT__STATUS__STATUS_OK)
			return false;
	return source->unit_count > 0;
}

static bool is_member(const struct program *program, const struct commented *source)
{
	for (size_t i = 0; i < program->units.len; i++)
		for (size_t j = 0; j < source->unit_count; j++)
			if (program->units.items[i] == source->units[j])
				return true;
	return false;
}

static bool programs_whole(const struct check_options *options, const struct program_set *programs,
			   const struct commented *source)
{
	if (!options->whole_build && !options->all_one_program)
		return false;
	for (size_t i = 0; i < programs->programs.len; i++)
		if (!programs->programs.items[i]->complete && is_member(programs->programs.items[i], source))
			return false;
	return true;
}

/* --- conditional lines ---------------------------------------------------- */

/* Comments become blanks: what looks like a directive in one is none. */
static void blank_comments(char *text, size_t length)
{
	struct comments comments;
	struct comment comment;

	comments_begin(&comments, text, length);
	while (comments_next(&comments, &comment))
		for (char *at = text + (comment.start - text); at < comment.end; at++)
			if (*at != '\n')
				*at = ' ';
}

enum directive { DIRECTIVE_NONE, DIRECTIVE_IF, DIRECTIVE_ELSE, DIRECTIVE_ENDIF };

static enum directive directive_of(const char *line)
{
	line += strspn(line, " \t");
	if (*line != '#')
		return DIRECTIVE_NONE;
	line += 1 + strspn(line + 1, " \t");
	if (!strncmp(line, "if", 2))
		return DIRECTIVE_IF;
	if (!strncmp(line, "el", 2))
		return DIRECTIVE_ELSE;
	return strncmp(line, "endif", 5) ? DIRECTIVE_NONE : DIRECTIVE_ENDIF;
}

/* Behind '#', its blanks and the word; NULL where the line is another one. */
static const char *behind(const char *line, const char *word)
{
	line += strspn(line, " \t\r\n");
	if (*line != '#')
		return NULL;
	line += 1 + strspn(line + 1, " \t");
	return strncmp(line, word, strlen(word)) ? NULL : line + strlen(word) + strspn(line + strlen(word), " \t");
}

/* Of a header that may be read twice: `#ifndef NAME`, then `#define NAME`. That hangs on nothing. */
static bool is_guard(const char *line)
{
	const char *name = behind(line, "ifndef "), *defined;
	size_t length = name ? strcspn(name, " \t\r\n") : 0;

	defined = name ? behind(name + length, "define ") : NULL;
	return defined && length && !strncmp(name, defined, length) && strchr(" \t\r\n", defined[length]);
}

struct branch {
	uint32_t first, last; /* first 0: none */
};

/* The innermost branch of an #if around a line. */
static struct branch branch_around(struct arena *arena, const char *text, uint32_t line)
{
	VEC(uint32_t) open = { 0 }; /* where each branch begins that hasn't ended; 0: a guard's */
	const char *at = text;

	for (uint32_t n = 1; at && *at; n++) {
		enum directive directive = directive_of(at);

		if ((directive == DIRECTIVE_ELSE || directive == DIRECTIVE_ENDIF) && open.len) {
			/* The first to end behind the line, of those that began before it, is the innermost. */
			if (n > line && open.items[open.len - 1] && open.items[open.len - 1] < line)
				return (struct branch){ open.items[open.len - 1], n };
			open.len--;
		}
		if (directive == DIRECTIVE_IF || directive == DIRECTIVE_ELSE)
			vec_push(arena, &open, directive == DIRECTIVE_IF && is_guard(at) ? 0 : n);
		at = strchr(at, '\n');
		at = at ? at + 1 : NULL;
	}
	return (struct branch){ 0 };
}

static bool lies_in(const Fact__Unit *unit, const Fact__Place *place, const char *path, struct branch branch)
{
	return place && place->file < unit->n_files && place->line > branch.first && place->line < branch.last &&
	       !strcmp(unit->files[place->file]->path, path);
}

static bool unit_compiled(const Fact__Unit *unit, const char *path, struct branch branch)
{
	for (size_t i = 0; i < unit->n_functions; i++) {
		const Fact__Function *function = unit->functions[i];

		if (lies_in(unit, function->place, path, branch))
			return true;
		for (size_t j = 0; j < function->n_events; j++)
			if (lies_in(unit, function->events[j]->place, path, branch))
				return true;
	}
	return false;
}

/* What an #if left out has no facts. */
static bool was_compiled(const struct commented *source, uint32_t line)
{
	struct arena arena = { 0 };
	struct branch branch = { 0 };
	size_t length;
	bool compiled;
	char *text;

	if (file_read(&arena, source->path, SOURCE_LIMIT, &text, &length, NULL)) {
		blank_comments(text, length);
		branch = branch_around(&arena, text, line);
	}
	arena_release(&arena);
	compiled = !branch.first;
	for (size_t i = 0; i < source->unit_count && !compiled; i++)
		compiled = unit_compiled(source->units[i], source->path, branch);
	return compiled;
}

bool marker_was_tried(const struct check_options *options, const struct scanned *scanned,
		      const struct program_set *programs, const struct commented *source, const struct marker *marker)
{
	const struct rule_info *rule = running_rule(options, source->path, marker->rule);

	return rule && all_analysed(source) && no_other_reads(options, scanned, source) &&
	       (!rule->whole_program || programs_whole(options, programs, source)) && was_compiled(source, marker->line);
}
