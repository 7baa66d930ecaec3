/* Requests and answers as JSON. */
#include "driver/request.h"

#include "model/facts.h"

#include <jansson.h>
#include <string.h>

/* NULL where a word isn't UTF-8. */
static json_t *word_list(const char *const *words, size_t count)
{
	json_t *list = json_array();

	for (size_t i = 0; i < count; i++)
		if (json_array_append_new(list, json_string(words[i])) != 0) {
			json_decref(list);
			return NULL;
		}
	return list;
}

char *request_line(struct arena *arena, size_t id, const struct command *command, const char *facts,
		   const char *models, unsigned timeout_seconds)
{
	json_t *arguments = word_list(command->arguments.items, command->arguments.len), *request = NULL;
	json_t *before = word_list(command->before.items, command->before.len);
	json_t *behind = word_list(command->behind.items, command->behind.len);
	char *text = NULL, *line = NULL;

	if (arguments && before && behind)
		request = json_pack("{s:I, s:s, s:s, s:s, s:O, s:O, s:O, s:s, s:s, s:s, s:I}", "id", (json_int_t)id, "folder",
				    command->folder, "file", command->file, "given", command->given, "arguments",
				    arguments, "before", before, "behind", behind, "configuration", command->configuration, "facts", facts, "models",
				    models ? models : "", "timeout", (json_int_t)timeout_seconds);
	if (request)
		text = json_dumps(request, JSON_COMPACT);
	if (text)
		line = arena_printf(arena, "%s\n", text);
	free(text);
	json_decref(request);
	json_decref(arguments);
	json_decref(before);
	json_decref(behind);
	return line;
}

static bool status_parse(const char *name, Fact__Status *status)
{
	for (int i = FACT__STATUS__STATUS_OK; i <= FACT__STATUS__STATUS_CRASHED; i++)
		if (!strcmp(name, facts_status_name((Fact__Status)i))) {
			*status = (Fact__Status)i;
			return true;
		}
	return false;
}

static uint32_t count_of(json_int_t number)
{
	return number < 0 ? 0 : number > UINT32_MAX ? UINT32_MAX : (uint32_t)number;
}

bool answer_read(struct arena *arena, const char *line, size_t length, size_t id, struct check_unit *unit)
{
	json_t *answer = json_loadb(line, length, 0, NULL);
	json_int_t answered = -1, ms = 0, cpu_ms = 0, memory_kib = 0;
	json_int_t functions = 0, instructions = 0, opaques = 0;
	const char *status = NULL, *note = "";
	bool ok;

	ok = answer &&
	     json_unpack(answer, "{s:I, s:s, s?s, s?I, s?I, s?I, s?I, s?I, s?I}", "id", &answered, "status", &status,
			 "note", &note, "ms", &ms, "cpu_ms", &cpu_ms, "memory_kib", &memory_kib, "functions",
			 &functions, "instructions", &instructions, "opaques", &opaques) == 0 &&
	     answered == (json_int_t)id && status_parse(status, &unit->status);
	if (ok) {
		unit->note = arena_strdup(arena, note);
		unit->ms = ms;
		unit->cpu_ms = cpu_ms;
		unit->memory_kib = memory_kib;
		unit->functions = count_of(functions);
		unit->instructions = count_of(instructions);
		unit->opaques = count_of(opaques);
	}
	json_decref(answer);
	return ok;
}
