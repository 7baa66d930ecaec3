/* Reading compile databases. */
#include "command/collect.h"

#include "base/files.h"

#include <jansson.h>

#include <string.h>
#include <sys/stat.h>

#define DATABASE_NAME "compile_commands.json"

/* The database's path and its folder: relative folders of entries are seen from there. */
struct database {
	const char *path, *folder;
};

static bool is_folder(const char *path)
{
	struct stat st;

	return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

static bool find_database(struct arena *arena, const char *path, struct database *database, struct err *err)
{
	char *cwd;

	if (!path_cwd(arena, &cwd, err))
		return false;
	database->path = path_join(arena, cwd, path);
	if (is_folder(path))
		database->path = path_join(arena, database->path, DATABASE_NAME);
	if (!file_exists(database->path))
		return err_set(err,
			       "there is no '%s': make one with `cmake -DCMAKE_EXPORT_COMPILE_COMMANDS=ON` or "
			       "`bear -- make`, or name files and their flags",
			       database->path);
	database->folder = path_folder(arena, database->path);
	return true;
}

/* A string of the entry; where it may be absent, NULL then. */
static bool entry_string(const json_t *entry, const char *key, bool needed, const char **text, struct err *err)
{
	const json_t *value = json_object_get(entry, key);

	*text = json_string_value(value);
	if (!value && needed)
		return err_set(err, "'%s' is missing", key);
	if (value && !*text)
		return err_set(err, "'%s' is no string", key);
	return true;
}

static bool read_arguments(struct arena *arena, const json_t *list, struct words *words, struct err *err)
{
	if (!json_is_array(list))
		return err_set(err, "'arguments' is no list");
	for (size_t i = 0; i < json_array_size(list); i++) {
		const char *word = json_string_value(json_array_get(list, i));

		if (!word)
			return err_set(err, "'arguments' holds something that is no string");
		vec_push(arena, &words->all, arena_strdup(arena, word));
	}
	return true;
}

static bool read_words(struct arena *arena, const json_t *entry, struct words *words, struct err *err)
{
	const json_t *arguments = json_object_get(entry, "arguments");
	const char *command;

	if (arguments)
		return read_arguments(arena, arguments, words, err);
	if (!entry_string(entry, "command", false, &command, err))
		return false;
	if (!command)
		return err_set(err, "both 'arguments' and 'command' are missing");
	return words_from_shell(arena, command, words, err);
}

static bool add_entry(struct arena *arena, const struct database *database, const json_t *entry,
		      struct commands *commands, struct err *err)
{
	struct raw_command raw = { 0 };
	const char *folder;

	if (!json_is_object(entry))
		return err_set(err, "it is no object");
	if (!entry_string(entry, "directory", true, &folder, err) ||
	    !entry_string(entry, "file", true, &raw.file, err) ||
	    !entry_string(entry, "output", false, &raw.output, err) || !read_words(arena, entry, &raw.words, err))
		return false;
	raw.folder = path_join(arena, database->folder, folder);
	return commands_add(arena, commands, &raw, err);
}

static bool add_entries(struct arena *arena, const struct database *database, const json_t *list,
			struct commands *commands, struct err *err)
{
	if (!json_is_array(list))
		return err_set(err, "'%s' is no list of compile commands: write it again", database->path);
	for (size_t i = 0; i < json_array_size(list); i++) {
		struct err why = { 0 };

		if (!add_entry(arena, database, json_array_get(list, i), commands, &why))
			return err_set(err, "'%s', entry %zu of %zu: %s: correct it, or write the database again",
				       database->path, i + 1, json_array_size(list), why.text);
	}
	return true;
}

bool commands_read(struct arena *arena, const char *path, struct commands *commands, struct err *err)
{
	struct database database = { 0 };
	struct arena file = { 0 };
	json_error_t problem;
	size_t length = 0;
	char *bytes = NULL;
	json_t *list;
	bool ok = false;

	if (!find_database(arena, path, &database, err) || !file_read(&file, database.path, 0, &bytes, &length, err))
		goto out;
	list = json_loadb(bytes, length, 0, &problem);
	if (list)
		ok = add_entries(arena, &database, list, commands, err);
	else
		err_set(err, "'%s', line %d: %s: write the database again", database.path, problem.line, problem.text);
	json_decref(list);
	commands_finish(commands);
out:
	arena_release(&file);
	return ok;
}
