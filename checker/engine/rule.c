/* What rules call: visits of calls, and reports. */
#include "engine/rule.h"

#include "base/files.h"
#include "engine/run.h"

#include <stdarg.h>
#include <stdio.h>

/* Edges that hand a function over don't call it here with arguments that we see. */
static bool calls_here(const struct call *call)
{
	return call->library && (call->how == CALL_DIRECT || call->how == CALL_POINTER || call->how == CALL_MAYBE);
}

static void visit_calls(struct rule_run *run, const struct program *program, const enum trait *trait,
			rule_call_visit *visit)
{
	for (size_t f = 0; f < program->functions.len; f++) {
		const struct function *function = &program->functions.items[f];

		for (size_t c = 0; c < function->calls.len; c++) {
			const struct call *call = &program->calls.items[function->calls.items[c]];
			const struct model_trait *row = NULL;
			const struct phase *phases;

			if (!calls_here(call) || (trait && !(row = model_trait(call->library, *trait))))
				continue;
			if (phase_at(program, function, call->event, &phases))
				visit(run, function, call, row);
		}
	}
}

void rule_each_call(struct rule_run *run, const struct program *program, enum trait trait, rule_call_visit *visit)
{
	visit_calls(run, program, &trait, visit);
}

void rule_each_library_call(struct rule_run *run, const struct program *program, rule_call_visit *visit)
{
	visit_calls(run, program, NULL, visit);
}

static struct place real_place(const struct function *function, const Fact__Place *place)
{
	if (!place || !place->line)
		return (struct place){ .file = "" };
	return (struct place){ .file = function->unit->files[place->file]->path,
			       .line = place->line,
			       .column = place->column,
			       .end_line = place->end_line,
			       .end_column = place->end_column };
}

struct finding *rule_report(struct rule_run *run, const struct function *function, uint32_t event, const char *subject)
{
	const Fact__Unit *unit = function->unit;
	const Fact__Place *place = function->facts->events[event]->place;
	struct finding *finding = arena_new(run->arena, struct finding);

	finding->rule = &run->rule->info;
	finding->level = run->rule->info.level;
	finding->confidence = CONFIDENCE_LIKELY;
	finding->place = real_place(function, place);
	finding->path = path_below(run->options->root, finding->place.file);
	finding->function = function->name;
	finding->subject = arena_strdup(run->arena, subject);
	finding->statement = "";
	if (place && place->statement) {
		const Fact__Statement *statement = unit->statements[place->statement - 1];

		finding->statement = statement->tokens;
		finding->statement_line = statement->line;
		finding->statement_end_line = statement->end_line;
	}
	finding->macro = place && place->macro ? place->macro : "";
	finding->message = finding->fix = "";
	finding->unit = unit->main_file;
	finding->unit_configuration = unit->configuration;
	vec_push(run->arena, &finding->programs, run->program->name);
	vec_push(run->arena, &run->reports,
		 (struct report){ finding, !place || !place->line || unit->files[place->file]->system });
	return finding;
}

static void add_step(struct rule_run *run, struct finding *finding, struct place place, const char *format, va_list args)
{
	va_list again;
	int length;
	char *text;

	va_copy(again, args);
	length = vsnprintf(NULL, 0, format, again);
	va_end(again);
	text = arena_alloc(run->arena, (size_t)length + 1);
	vsnprintf(text, (size_t)length + 1, format, args);
	vec_push(run->arena, &finding->steps, (struct step){ place, text });
}

void rule_step(struct rule_run *run, struct finding *finding, const struct function *function, uint32_t event,
	       const char *format, ...)
{
	va_list args;

	va_start(args, format);
	add_step(run, finding, real_place(function, function->facts->events[event]->place), format, args);
	va_end(args);
}

void rule_step_place(struct rule_run *run, struct finding *finding, const struct function *function,
		     const Fact__Place *place, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	add_step(run, finding, real_place(function, place), format, args);
	va_end(args);
}

struct arena *rule_arena(struct rule_run *run)
{
	return run->arena;
}

const struct program *rule_program(const struct rule_run *run)
{
	return run->program;
}

/* What is configured for the unit; NULL: nothing anywhere. */
static const struct config *config_of(const struct rule_run *run, const struct function *function)
{
	return run->options->configs ? configs_of(run->options->configs, function->unit->main_file) : NULL;
}

static const struct libc *libc_of(const struct rule_run *run, const struct function *function)
{
	static const struct libc portable = { 0 };
	const struct config *config = config_of(run, function);

	return config ? &config->libc : &portable;
}

struct libc_environment rule_libc(const struct rule_run *run, const struct function *function)
{
	return libc_environment(libc_of(run, function), function->unit, run->arena);
}

int64_t rule_option(const struct rule_run *run, const struct function *function, const char *option)
{
	return config_rule_option(config_of(run, function), &run->rule->info, option);
}

struct libc_ctype rule_libc_ctype(const struct rule_run *run, const struct function *function)
{
	return libc_ctype(libc_of(run, function), function->unit);
}

void **rule_memory(struct rule_run *run)
{
	return &run->memory;
}

void **rule_shared(struct rule_run *run, const void *question)
{
	struct shared_answer *fresh;

	for (size_t i = 0; i < run->shared->answers.len; i++)
		if (run->shared->answers.items[i]->question == question)
			return &run->shared->answers.items[i]->answer;
	fresh = arena_new(run->arena, struct shared_answer);
	fresh->question = question;
	vec_push(run->arena, &run->shared->answers, fresh);
	return &fresh->answer;
}
