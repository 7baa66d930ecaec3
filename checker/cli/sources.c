/* From -p, files and flags to compile commands. */
#include "cli/sources.h"

#include "base/files.h"
#include "command/collect.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *find_database(struct arena *arena, const char *cwd)
{
	static const char *const folders[] = { ".", "build" };

	for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
		const char *path = path_join(arena, cwd, folders[i]);

		if (file_exists(path_join(arena, path, "compile_commands.json")))
			return path;
	}
	return NULL;
}

/* Whether the entry is that file or lies in that folder; a build often names files by other links than we see. */
static bool matches(const struct command *command, const char *path, const struct stat *st, bool by_inode)
{
	struct stat other;

	if (!by_inode)
		return !strcmp(command->file, path) || path_below(path, command->file) != command->file;
	return stat(command->file, &other) == 0 && other.st_dev == st->st_dev && other.st_ino == st->st_ino;
}

static bool mark(const struct commands *commands, const char *path, bool *wanted)
{
	struct stat st = { 0 };
	bool exists = stat(path, &st) == 0, any = false;

	for (int by_inode = 0; by_inode < 2 && !any; by_inode++)
		for (size_t i = 0; i < commands->all.len && (exists || !by_inode); i++)
			if (matches(&commands->all.items[i], path, &st, by_inode)) {
				wanted[i] = true;
				any = true;
			}
	return any;
}

static bool restrict_to(struct arena *arena, const char *cwd, const struct options *options, struct sources *sources,
			struct err *err)
{
	struct commands all = sources->commands, some = { 0 };
	bool *wanted = arena_array(arena, bool, all.all.len);

	for (size_t i = 0; i < options->operands.len; i++) {
		const char *file = options->operands.items[i];

		if (!mark(&all, path_join(arena, cwd, file), wanted))
			return err_set(err, "no compile command for '%s' in '%s'; its flags can be given after '--'", file,
				       sources->where);
	}
	for (size_t i = 0; i < all.all.len; i++)
		if (wanted[i])
			vec_push(arena, &some.all, all.all.items[i]);
	sources->commands = some;
	return true;
}

static bool from_files(struct arena *arena, const char *cwd, const struct options *options, struct sources *sources,
		       struct err *err)
{
	for (size_t i = 0; i < options->operands.len; i++) {
		const char *file = options->operands.items[i];
		struct stat st;

		if (stat(file, &st) != 0 || access(file, R_OK) != 0)
			return err_set(err, "cannot open '%s': %s", file, strerror(errno));
		if (S_ISDIR(st.st_mode))
			return err_set(err, "'%s' is a folder; without a compile database only files can be given", file);
		if (!S_ISREG(st.st_mode))
			return err_set(err, "'%s' is no plain file", file);
	}
	sources->all_one_program = true;
	return commands_from_files(arena, cwd, options->operands.items, options->operands.len, options->rest,
				   options->rest_count, &sources->commands, err);
}

bool sources_none(struct arena *arena, struct sources *sources, struct err *err)
{
	char *cwd;

	*sources = (struct sources){ 0 };
	if (!path_cwd(arena, &cwd, err))
		return false;
	sources->cwd = cwd;
	return true;
}

static const char *common_folder(struct arena *arena, const struct commands *commands)
{
	const char *folder = NULL;

	for (size_t i = 0; i < commands->all.len; i++) {
		const char *file = commands->all.items[i].file;

		if (!folder)
			folder = path_folder(arena, file);
		while (folder[1] && path_below(folder, file) == file)
			folder = path_folder(arena, folder);
	}
	return folder;
}

/* `snag check FLAG… FILE`: a compile command without the compiler's name. */
static bool from_line(struct arena *arena, const char *cwd, const struct options *options, struct sources *sources,
		      struct err *err)
{
	struct raw_command raw = { .folder = cwd };

	vec_push(arena, &raw.words.all, "cc");
	for (size_t i = 0; i < options->operands.len; i++)
		vec_push(arena, &raw.words.all, options->operands.items[i]);
	for (size_t i = 0; i < options->rest_count; i++)
		vec_push(arena, &raw.words.all, options->rest[i]);
	if (!commands_add(arena, &sources->commands, &raw, err))
		return false;
	commands_finish(&sources->commands);
	sources->all_one_program = true;
	return sources->commands.all.len > 0 ||
	       err_set(err, "no C or C++ source behind '%s'", options->rest[0]);
}

static bool find_commands(struct arena *arena, const char *cwd, const struct options *options, struct sources *sources,
			  struct err *err)
{
	const char *build = option_value(options, "-p", NULL);
	bool files = options->operands.len > 0;

	if (options->flags)
		return from_line(arena, cwd, options, sources, err);
	if (build && options->dashes)
		return err_set(err, "option '-p' and flags after '--' exclude each other");
	if (options->dashes && !files)
		return err_set(err, "flags after '--', but no file before it");
	if (!options->dashes)
		sources->where = build ? build : find_database(arena, cwd);
	if (!sources->where && files)
		return from_files(arena, cwd, options, sources, err);
	if (!sources->where)
		return err_set(err, "no compile_commands.json in '.' or 'build'; give -p BUILD, or files and their flags "
				    "after '--'");
	if (!commands_read(arena, path_join(arena, cwd, sources->where), &sources->commands, err))
		return false;
	sources->whole_build = !files;
	return !files || restrict_to(arena, cwd, options, sources, err);
}

bool sources_find(struct arena *arena, const struct options *options, struct sources *sources, struct err *err)
{
	if (!sources_none(arena, sources, err) || !find_commands(arena, sources->cwd, options, sources, err))
		return false;
	sources->folder = common_folder(arena, &sources->commands);
	return true;
}
