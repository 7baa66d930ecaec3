/* From comments to decisions: each source is read once, as it lies there when the run is closed. */
#include "driver/inline.h"

#include "base/files.h"
#include "base/map.h"
#include "driver/unused.h"
#include "engine/marker.h"
#include "model/date.h"

#include <fnmatch.h>
#include <string.h>

/* Larger sources are data. */
#define SOURCE_LIMIT ((size_t)64 << 20)

struct source {
	const Fact__Unit *unit; /* the first that includes it */
	const char *path;
	VEC(const Fact__Unit *) units; /* all that do */
	struct markers markers;
};

struct applying {
	struct arena *arena;
	const struct check_options *options;
	const struct scanned *scanned;
	const struct program_set *programs;
	struct findings *findings;
	struct names paths; /* index into sources */
	VEC(struct source) sources;
	VEC(struct marker *) of_macros;
	const struct rule_info *bad; /* NULL: the rule is off */
};

static bool is_rule(const void *data, const char *name)
{
	const struct check_options *options = data;

	if (!options->known_rule_count)
		return true;
	for (size_t i = 0; i < options->known_rule_count; i++)
		if (!strcmp(options->known_rules[i]->id, name))
			return true;
	return false;
}

static void collect(struct applying *a, const Fact__Unit *unit)
{
	for (size_t i = 0; i < unit->n_files; i++) {
		uint32_t place;

		if (unit->files[i]->system)
			continue;
		place = names_add(&a->paths, unit->files[i]->path);
		if (place == a->sources.len)
			vec_push(a->arena, &a->sources,
				 (struct source){ .unit = unit, .path = unit->files[i]->path });
		vec_push(a->arena, &a->sources.items[place].units, unit);
	}
}

/* A comment that would hold for longer than is allowed, from today on, says so and hides nothing. */
static void limit_days(struct applying *a, struct markers *markers)
{
	unsigned days = a->options->max_days;
	size_t kept = 0, all = markers->all.len;

	for (size_t i = 0; days && i < all; i++) {
		const struct marker *m = &markers->all.items[i];
		struct marker_trouble row = { m->line, m->column, m->column + 5, m->rule, NULL };

		if (!m->until)
			row.message = arena_printf(a->arena, "a suppression needs a date, at most %u days away: until=DATE", days);
		else if (date_days(m->until) > date_today() + days)
			row.message = arena_printf(a->arena, "until=%s is more than %u days away", m->until, days);
		if (row.message)
			vec_push(a->arena, &markers->troubles, row);
		else
			markers->all.items[kept++] = *m;
	}
	if (days)
		markers->all.len = kept;
}

static void read_source(struct applying *a, struct source *source)
{
	struct arena scratch = { 0 };
	size_t length;
	char *text;

	if (file_read(&scratch, source->path, SOURCE_LIMIT, &text, &length, NULL))
		markers_read(a->arena, text, length, is_rule, a->options, &source->markers);
	arena_release(&scratch);
	limit_days(a, &source->markers);
	for (size_t i = 0; i < source->markers.all.len; i++)
		if (source->markers.all.items[i].scope == MARKER_MACRO)
			vec_push(a->arena, &a->of_macros, &source->markers.all.items[i]);
}

static bool covers(const struct marker *marker, const struct finding *f)
{
	uint32_t first = f->statement_line && f->statement_line < f->place.line ? f->statement_line : f->place.line;
	uint32_t last = f->statement_end_line > f->place.end_line ? f->statement_end_line : f->place.end_line;

	if (strcmp(marker->rule, f->rule->id) != 0)
		return false;
	switch (marker->scope) {
	case MARKER_LINE:
		return first <= marker->last && marker->first <= last;
	case MARKER_NEXT:
		return first >= marker->first && first <= marker->last;
	case MARKER_RANGE:
		return f->place.line >= marker->first && f->place.line <= marker->last;
	case MARKER_FILE:
		return true;
	case MARKER_MACRO:
		return f->macro && !strcmp(f->macro, marker->macro);
	}
	return false;
}

static bool ran_out(const char *until)
{
	return until && date_days(until) < date_today();
}

/* The first comment counts, but one that still holds goes before one that ran out. */
static void suppress(struct applying *a, struct finding *f, struct marker *marker)
{
	struct suppression *suppression;

	marker->used = true;
	if (f->suppressed && (!ran_out(f->suppressed->until) || ran_out(marker->until)))
		return;
	suppression = arena_new(a->arena, struct suppression);
	*suppression = (struct suppression){ "inline", marker->kind, marker->reason, marker->until, "" };
	f->suppressed = suppression;
}

/* Comments at the place go before those of a macro's definition. */
static void apply_comments(struct applying *a, struct finding *f)
{
	uint32_t place = names_find(&a->paths, f->place.file);

	for (size_t i = 0; place != NAMES_NONE && i < a->sources.items[place].markers.all.len; i++) {
		struct marker *marker = &a->sources.items[place].markers.all.items[i];

		if (marker->scope != MARKER_MACRO && covers(marker, f))
			suppress(a, f, marker);
	}
	for (size_t i = 0; i < a->of_macros.len; i++)
		if (covers(a->of_macros.items[i], f))
			suppress(a, f, a->of_macros.items[i]);
}

static bool ignores(const struct config_ignore *ignore, const struct finding *f)
{
	for (size_t i = 0; i < ignore->rules.len; i++)
		if (!fnmatch(ignore->rules.items[i], f->rule->id, 0))
			return config_covers(ignore->paths.items, ignore->paths.len, f->place.file);
	return false;
}

static void apply_configuration(struct applying *a, struct finding *f)
{
	const struct config *config = a->options->configs ? configs_of(a->options->configs, f->place.file) : NULL;

	for (size_t i = 0; config && i < config->ignore.len && !f->configured; i++)
		if (ignores(&config->ignore.items[i], f)) {
			struct suppression *suppression = arena_new(a->arena, struct suppression);

			*suppression = (struct suppression){ "configuration", "accepted", config->ignore.items[i].reason,
							     NULL, "" };
			f->configured = suppression;
		}
}

static const char *program_of(const struct applying *a, const Fact__Unit *unit)
{
	for (size_t i = 0; i < a->programs->programs.len; i++)
		for (size_t j = 0; j < a->programs->programs.items[i]->units.len; j++)
			if (a->programs->programs.items[i]->units.items[j] == unit)
				return a->programs->programs.items[i]->name;
	return NULL;
}

static void report(struct applying *a, const struct source *source, uint32_t line, uint32_t column, uint32_t end_column,
		   enum level level, const char *text, const char *message)
{
	struct finding *f = arena_new(a->arena, struct finding);
	const char *program = program_of(a, source->unit);

	*f = (struct finding){ .rule = a->bad, .level = level, .confidence = CONFIDENCE_SURE,
			       .place = { source->path, line, column, line, end_column },
			       .path = path_below(a->options->root, source->path), .function = "", .subject = "",
			       .statement = text, .macro = "", .message = message,
			       .fix = "write it as 'snag: ignore[RULE] reason'", .unit = source->unit->main_file,
			       .unit_configuration = source->unit->configuration };
	if (level == LEVEL_NOTE)
		f->fix = "remove it";
	if (program)
		vec_push(a->arena, &f->programs, program);
	findings_add(a->arena, a->findings, f);
}

static const char *state_of(const struct applying *a, const struct source *source, const struct marker *marker)
{
	struct commented commented = { source->path, source->units.items, source->units.len };

	if (marker->used)
		return "used";
	return marker_was_tried(a->options, a->scanned, a->programs, &commented, marker) ? "unused" : "unchecked";
}

static void tell(struct applying *a, const struct source *source, struct inline_markers *markers)
{
	for (size_t i = 0; i < source->markers.all.len; i++) {
		const struct marker *m = &source->markers.all.items[i];
		const char *state = state_of(a, source, m);

		vec_push(a->arena, &markers->all,
			 (struct stored_marker){ source->path, m->line, m->column, m->rule, m->kind, m->until, m->reason,
						 state });
		if (a->bad && !strcmp(state, "unused"))
			report(a, source, m->line, m->column, m->column + 5, LEVEL_NOTE, m->rule,
			       arena_printf(a->arena, "suppression of '%s' hides nothing", m->rule));
	}
	for (size_t i = 0; a->bad && i < source->markers.troubles.len; i++) {
		const struct marker_trouble *t = &source->markers.troubles.items[i];

		report(a, source, t->line, t->column, t->end_column, a->bad->level, t->text, t->message);
	}
}

void inline_apply(struct arena *arena, const struct scanned *scanned, const struct program_set *programs,
		  const struct check_options *options, struct findings *findings, struct inline_markers *markers)
{
	struct applying a = { .arena = arena, .options = options, .scanned = scanned,
			      .programs = programs, .findings = findings };
	size_t found = findings->all.len;

	for (size_t i = 0; i < options->rule_count; i++)
		if (!strcmp(options->rules[i]->info.id, "bad-suppression"))
			a.bad = &options->rules[i]->info;
	for (size_t i = 0; i < scanned->count; i++)
		collect(&a, scanned->facts[i]);
	for (size_t i = 0; i < a.sources.len; i++)
		read_source(&a, &a.sources.items[i]);
	for (size_t i = 0; i < found; i++) {
		apply_comments(&a, findings->all.items[i]);
		apply_configuration(&a, findings->all.items[i]);
	}
	for (size_t i = 0; i < a.sources.len; i++)
		tell(&a, &a.sources.items[i], markers);
	findings_finish(arena, findings);
	names_release(&a.paths);
}
