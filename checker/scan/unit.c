/* One compile command to its facts: front end, check, flow. */
#include "scan/unit.h"

#include "flow/flow.h"
#include "front/parse.h"
#include "model/extension.h"

#include <string.h>

bool scan_models(struct arena *arena, const char *models, struct err *err)
{
	struct model_extension extension = { 0 };

	if (!extension_read(arena, models, &extension, err))
		return false;
	models_extend(arena, &extension);
	return true;
}

/* Leaves out functions that break a convention: one of our mistakes shall not cost the whole unit. */
static bool drop_broken(struct ir_unit *unit, struct err *err)
{
	size_t kept = 0;

	for (size_t i = 0; i < unit->functions.len; i++)
		if (ir_verify_function(unit, &unit->functions.items[i], err))
			unit->functions.items[kept++] = unit->functions.items[i];
	unit->functions.len = kept;
	return ir_verify(unit, NULL);
}

Fact__Status scan_ir(struct arena *arena, const struct command *command, struct ir_unit **unit, const char **note)
{
	struct err err = { 0 };
	enum parse_status status;

	*unit = NULL;
	*note = "";
	status = parse_unit(arena, command, unit, note);
	if (!*note)
		*note = ""; /* all is well */
	if (status == PARSE_FAILED)
		return FACT__STATUS__STATUS_FAILED;
	if (ir_verify(*unit, NULL))
		return status == PARSE_PARTIAL ? FACT__STATUS__STATUS_PARTIAL : FACT__STATUS__STATUS_OK;
	if (drop_broken(*unit, &err)) {
		*note = arena_printf(arena, "a function was left out: %s", err.text);
		return FACT__STATUS__STATUS_PARTIAL;
	}
	ir_verify(*unit, &err);
	*note = arena_strdup(arena, err.text);
	return FACT__STATUS__STATUS_FAILED;
}

void scan_failed(Fact__Unit *unit, const struct command *command, Fact__Status status, const char *note)
{
	facts_init_failed(unit, command->file, status, note);
	unit->configuration = (char *)(uintptr_t)command->configuration;
}

static Fact__Unit *failed_unit(struct arena *arena, const struct command *command, const char *note)
{
	Fact__Unit *unit = arena_new(arena, Fact__Unit);

	scan_failed(unit, command, FACT__STATUS__STATUS_FAILED, note);
	return unit;
}

Fact__Unit *scan_unit(struct arena *arena, const struct command *command)
{
	struct ir_unit *ir;
	struct err err = { 0 };
	const char *note;
	Fact__Status status = scan_ir(arena, command, &ir, &note);
	Fact__Unit *unit;

	if (status == FACT__STATUS__STATUS_FAILED)
		return failed_unit(arena, command, note);
	unit = flow_facts(arena, ir);
	unit->format = arena_strdup(arena, FACTS_FORMAT);
	unit->main_file = arena_strdup(arena, command->file);
	unit->configuration = arena_strdup(arena, command->configuration);
	unit->status = status;
	unit->note = arena_strdup(arena, note);
	return facts_check(unit, &err) ? unit : failed_unit(arena, command, arena_strdup(arena, err.text));
}
