/* What `snag` asks of a scanner and what this answers: one JSON object a line. */
#include "scan/request.h"

#include "base/files.h"

#include <jansson.h>

#include <string.h>

typedef VEC(const char *) word_list;

static bool read_words(struct arena *arena, const json_t *list, word_list *words, struct err *err)
{
	for (size_t i = 0; i < json_array_size(list); i++) {
		const char *word = json_string_value(json_array_get(list, i));

		if (!word)
			return err_set(err, "request with an argument that is no string");
		vec_push(arena, words, arena_strdup(arena, word));
	}
	return true;
}

static bool read_arguments(struct arena *arena, const json_t *object, struct command *command, struct err *err)
{
	word_list words[3] = { 0 };

	if (!read_words(arena, json_object_get(object, "arguments"), &words[0], err) ||
	    !read_words(arena, json_object_get(object, "before"), &words[1], err) ||
	    !read_words(arena, json_object_get(object, "behind"), &words[2], err))
		return false;
	memcpy(&command->arguments, &words[0], sizeof words[0]);
	memcpy(&command->before, &words[1], sizeof words[1]);
	memcpy(&command->behind, &words[2], sizeof words[2]);
	return command->arguments.len > 0 || err_set(err, "request without arguments");
}

/* The strings lie in `object` as long as it lives. */
static bool read_object(json_t *object, bool serving, struct scan_request *request, struct err *err)
{
	json_int_t id = 0, timeout = 0;
	json_error_t problem;
	const char *facts = NULL, *models = "";
	struct command *command = &request->command;

	if (json_unpack_ex(object, &problem, 0, "{s?I, s:s, s:s, s:s, s:s, s?s, s?s, s?I}", "id", &id, "folder",
			   &command->folder, "file", &command->file, "given", &command->given,
			   "configuration", &command->configuration, "facts", &facts, "models", &models, "timeout",
			   &timeout) != 0)
		return err_set(err, "broken request: %s", problem.text);
	if (serving && (!facts || timeout < 1 || timeout > UINT32_MAX / 1000))
		return err_set(err, "broken request: 'facts' and 'timeout' in seconds are needed");
	request->id = id;
	request->facts = facts;
	request->models = models;
	request->timeout_seconds = (unsigned)timeout;
	return true;
}

static void own_strings(struct arena *arena, const char *cwd, struct scan_request *request)
{
	struct command *command = &request->command;

	command->folder = path_join(arena, cwd, command->folder);
	command->file = path_join(arena, command->folder, command->file);
	command->given = arena_strdup(arena, command->given);
	command->configuration = arena_strdup(arena, command->configuration);
	command->output = "";
	request->models = arena_strdup(arena, request->models);
	if (request->facts)
		request->facts = path_join(arena, cwd, request->facts);
}

bool scan_request_read(struct arena *arena, const char *line, size_t length, bool serving,
		       struct scan_request *request, struct err *err)
{
	json_error_t problem;
	json_t *object = json_loadb(line, length, 0, &problem);
	char *cwd;
	bool ok;

	*request = (struct scan_request){ 0 };
	if (!object)
		return err_set(err, "request is no JSON object: %s", problem.text);
	ok = read_object(object, serving, request, err) && path_cwd(arena, &cwd, err) &&
	     read_arguments(arena, object, &request->command, err);
	if (ok)
		own_strings(arena, cwd, request);
	json_decref(object);
	return ok;
}

/* JSON carries UTF-8 only; file names and sources may hold anything. */
static json_t *json_text(const char *text)
{
	json_t *string = json_string(text);
	char *plain;

	if (string)
		return string;
	plain = xstrdup(text);
	for (char *p = plain; *p; p++)
		if ((unsigned char)*p >= 0x80)
			*p = '?';
	string = json_string(plain);
	free(plain);
	return string;
}

char *scan_answer_line(int64_t id, const struct scan_answer *answer)
{
	json_t *object = json_pack("{s:I, s:s, s:o, s:I, s:I, s:I, s:I, s:I, s:I}", "id", (json_int_t)id, "status",
				   facts_status_name(answer->status), "note", json_text(answer->note), "ms",
				   (json_int_t)answer->ms, "cpu_ms", (json_int_t)answer->cpu_ms, "memory_kib",
				   (json_int_t)answer->memory_kib, "functions", (json_int_t)answer->functions, "instructions",
				   (json_int_t)answer->instructions, "opaques", (json_int_t)answer->opaques);
	char *text = object ? json_dumps(object, JSON_COMPACT) : NULL;

	BUG_IF(!text);
	json_decref(object);
	return text;
}
