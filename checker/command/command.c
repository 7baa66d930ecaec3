/* Making struct commands of command lines, wherever these come from. */
#include "command/collect.h"

#include "base/files.h"
#include "base/hash.h"
#include "base/strbuf.h"
#include "command/line.h"

#include <stdlib.h>
#include <string.h>

/* Programs that stand before the compiler, and how many words they take. */
static const struct {
	const char *name;
	size_t words;
} launchers[] = {
	{ "ccache", 1 }, { "sccache", 1 }, { "distcc", 1 }, { "icecc", 1 }, { "snag", 2 },
};

static size_t launcher_words(const char *word)
{
	for (size_t i = 0; i < sizeof launchers / sizeof *launchers; i++)
		if (!strcmp(path_base(word), launchers[i].name))
			return launchers[i].words;
	return 0;
}

static void drop_launchers(struct words *words)
{
	size_t count;

	while (words->all.len > 1 && (count = launcher_words(words->all.items[0])) && count < words->all.len) {
		words->all.items += count;
		words->all.len -= count;
		words->all.cap -= count;
	}
}

/* --- configuration ----------------------------------------------------------- */

static void add_part(struct strbuf *digested, const char *text, size_t length)
{
	strbuf_add(digested, text, length);
	strbuf_addch(digested, '\0');
}

/*
 * Paths count as seen from the command's folder: two folders of a build may
 * compile one file with `-I.` and mean different headers.
 */
static const char *configuration(struct arena *arena, const char *folder, const struct words *words,
				 const char *language)
{
	struct words flat = { 0 };
	struct line_walk walk = { .words = &flat };
	struct strbuf digested = { 0 };
	char hex[HASH_HEX_SIZE];
	struct option option;
	enum line_part part;
	const char *word;

	options_flatten(arena, words, &flat);
	add_part(&digested, path_base(words->all.items[0]), strlen(path_base(words->all.items[0])));
	add_part(&digested, language, strlen(language));
	while ((part = line_next(&walk, &option, &word)) != LINE_END) {
		const char *value = option.value;

		if (part == LINE_FILE || (option.fate != OPTION_KEEP && option.fate != OPTION_ESSENTIAL))
			continue;
		if (option.is_path)
			value = path_join(arena, folder, value);
		add_part(&digested, word, option.name_length);
		add_part(&digested, value, strlen(value));
	}
	hash_content(digested.text, digested.len, hex);
	strbuf_release(&digested);
	return arena_strdup(arena, hex);
}

/* --- commands ---------------------------------------------------------------- */

/* Where the object goes: what the database says, then -o, then what -c implies. */
static const char *object_path(struct arena *arena, const struct raw_command *raw, const struct line *line,
			       const char *given)
{
	const char *base = path_base(given), *dot = strrchr(base, '.');
	size_t stem = dot ? (size_t)(dot - base) : strlen(base);

	if (raw->output && line->sources.len == 1)
		return path_join(arena, raw->folder, raw->output);
	if (line->output && line->sources.len == 1)
		return path_join(arena, raw->folder, line->output);
	if (!line->only_objects)
		return "";
	return path_join(arena, raw->folder, arena_printf(arena, "%.*s.o", (int)stem, base));
}

/* gcc takes what it can't read for a file of that name; so did whoever wrote the command, seldom knowing. */
static const char *unread_file(const struct words *words)
{
	for (size_t i = 1; i < words->all.len; i++)
		if (words->all.items[i][0] == '@' && words->all.items[i][1])
			return words->all.items[i] + 1;
	return NULL;
}

static void add_source(struct arena *arena, struct commands *commands, const struct raw_command *raw,
		       const struct words *words, const struct line *line, const struct line_source *source)
{
	struct command command = {
		.folder = raw->folder,
		.file = path_join(arena, raw->folder, source->given),
		.given = source->given,
		.output = object_path(arena, raw, line, source->given),
		.unread = unread_file(words),
		.configuration = configuration(arena, raw->folder, words, source->language),
	};

	command.arguments.items = words->all.items;
	command.arguments.len = command.arguments.cap = words->all.len;
	vec_push(arena, &commands->all, command);
}

bool commands_add(struct arena *arena, struct commands *commands, const struct raw_command *raw, struct err *err)
{
	struct words words = { 0 };
	struct line line;

	if (!raw->words.all.len)
		return err_set(err, "the command is empty");
	if (!words_expand(arena, raw->folder, &raw->words, &words, err))
		return false;
	drop_launchers(&words);
	line_read(arena, &words, &line);
	commands->others += line.ends || !line.sources.len;
	if (line.ends)
		return true;
	if (!line.file_count && raw->file && language_of_name(raw->file))
		return err_set(err, "the command doesn't name the source '%s'", raw->file);
	for (size_t i = 0; i < line.sources.len; i++)
		add_source(arena, commands, raw, &words, &line, &line.sources.items[i]);
	return true;
}

/* --- order ------------------------------------------------------------------ */

static int compare_keys(const struct command *a, const struct command *b)
{
	int order = strcmp(a->file, b->file);

	return order ? order : strcmp(a->configuration, b->configuration);
}

/* Of equal ones the same must stay each time, in whatever order they came. */
static int compare_commands(const void *left, const void *right)
{
	const struct command *a = left, *b = right;
	int order = compare_keys(a, b);

	if (!order)
		order = strcmp(a->output, b->output);
	if (!order)
		order = strcmp(a->folder, b->folder);
	return order ? order : strcmp(a->given, b->given);
}

void commands_finish(struct commands *commands)
{
	struct command *all = commands->all.items;
	size_t kept = 0;

	if (commands->all.len > 1)
		qsort(all, commands->all.len, sizeof *all, compare_commands);
	for (size_t i = 0; i < commands->all.len; i++)
		if (kept == 0 || compare_keys(&all[kept - 1], &all[i]) != 0)
			all[kept++] = all[i];
	commands->all.len = kept;
}

/* --- files by name ------------------------------------------------------------- */

/* Flags may hold no file of their own: it would be analysed unasked. */
static bool check_flags(const struct words *words, const char **language, struct err *err)
{
	struct line_walk walk = { .words = words };
	struct option option;
	enum line_part part;
	const char *word;

	while ((part = line_next(&walk, &option, &word)) != LINE_END)
		if (part == LINE_FILE)
			return err_set(err, "'%s' stands among the compiler's flags but is none: files go before '--'",
				       word);
	*language = walk.language;
	return true;
}

static bool add_file(struct arena *arena, const char *cwd, const char *file, const struct words *flags,
		     const char *language, struct commands *commands, struct err *err)
{
	struct raw_command raw = { .folder = cwd };
	size_t before = commands->all.len;

	if (!language)
		language = language_of_name(file);
	if (!file_exists(path_join(arena, cwd, file)))
		return err_set(err, "there is no file '%s'", file);
	for (size_t i = 0; i < flags->all.len; i++)
		vec_push(arena, &raw.words.all, flags->all.items[i]);
	raw.words.all.items[0] = language && strstr(language, "c++") ? "c++" : "cc";
	if (file[0] == '-' || file[0] == '@')
		file = arena_printf(arena, "./%s", file);
	vec_push(arena, &raw.words.all, file);
	if (!commands_add(arena, commands, &raw, err))
		return false;
	return commands->all.len > before ||
	       err_set(err, "'%s' is no C or C++ source by its name: say '-x c' or '-x c++' behind '--'", file);
}

bool commands_from_files(struct arena *arena, const char *cwd, char *const *files, size_t file_count,
			 char *const *flags, size_t flag_count, struct commands *commands, struct err *err)
{
	struct words given = { 0 }, words = { 0 };
	const char *language = NULL;
	bool ok;

	vec_push(arena, &given.all, "cc");
	for (size_t i = 0; i < flag_count; i++)
		vec_push(arena, &given.all, flags[i]);
	ok = words_expand(arena, cwd, &given, &words, err) && check_flags(&words, &language, err);
	for (size_t i = 0; ok && i < file_count; i++)
		ok = add_file(arena, cwd, files[i], &words, language, commands, err);
	commands_finish(commands);
	return ok;
}
