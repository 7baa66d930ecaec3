/* Remedies that rules give their findings: edits of the source. */
#include "engine/rule.h"

#include "engine/run.h"

const Fact__Extent *rule_extent(const struct function *function, uint32_t event, size_t extent)
{
	const Fact__Event *facts = function->facts->events[event];

	if (extent >= facts->n_extents || facts->extents[extent]->kind == FACT__EXTENT_KIND__EXTENT_NONE)
		return NULL;
	return facts->extents[extent];
}

void rule_cannot_mend(struct finding *finding, const char *obstacle)
{
	finding->remedy.obstacle = obstacle;
	finding->remedy.edits.len = 0;
}

/* What a macro makes would change wherever the macro is used. */
static bool has_extent(struct rule_run *run, struct finding *finding, const struct function *function, uint32_t event,
		       size_t extent)
{
	const Fact__Place *place = function->facts->events[event]->place;

	if (rule_extent(function, event, extent))
		return !finding->remedy.obstacle;
	rule_cannot_mend(finding, place && place->macro[0] ?
					  arena_printf(run->arena, "macro '%s' makes the call", place->macro) :
					  "what would change doesn't stand there as such");
	return false;
}

static void add_edit(struct rule_run *run, struct finding *finding, const Fact__Extent *from, const Fact__Extent *to,
		     bool from_end, const char *text)
{
	struct edit edit = { { .file = finding->place.file,
			       .line = from_end ? from->end_line : from->line,
			       .column = from_end ? from->end_column : from->column,
			       .end_line = to ? to->end_line : from->line,
			       .end_column = to ? to->end_column : from->column },
			     text };

	vec_push(run->arena, &finding->remedy.edits, edit);
}

void rule_replace_extent(struct rule_run *run, struct finding *finding, const Fact__Extent *extent, const char *text)
{
	add_edit(run, finding, extent, extent, false, text);
}

bool rule_replace(struct rule_run *run, struct finding *finding, const struct function *function, uint32_t event,
		  size_t extent, const char *text)
{
	if (!has_extent(run, finding, function, event, extent))
		return false;
	rule_replace_extent(run, finding, rule_extent(function, event, extent), text);
	return true;
}

bool rule_surround(struct rule_run *run, struct finding *finding, const struct function *function, uint32_t event,
		   size_t extent, const char *before, const char *after)
{
	const Fact__Extent *at;

	if (!has_extent(run, finding, function, event, extent))
		return false;
	at = rule_extent(function, event, extent);
	add_edit(run, finding, at, NULL, false, before);
	if (after[0])
		add_edit(run, finding, at, at, true, after);
	return true;
}
