/* Finds the project's root, its database and the scanner. */
#include "cli/project.h"

#include "base/files.h"
#include "config/config.h"

#include <limits.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The root of the project that the folder belongs to, or NULL. */
static const char *root_above(struct arena *arena, const char *folder)
{
	const char *nearest = NULL;

	for (; folder[1]; folder = path_folder(arena, folder)) {
		const char *config = path_join(arena, folder, CONFIG_FILE_NAME);

		if (file_exists(path_join(arena, folder, ".git")))
			return folder;
		if (!file_exists(config))
			continue;
		if (config_file_is_root(arena, config))
			return folder;
		nearest = nearest ? nearest : folder;
	}
	return nearest;
}

static const char *find_root(struct arena *arena, const char *cwd, const struct sources *sources)
{
	const char *root = sources->folder ? root_above(arena, sources->folder) : NULL;

	if (!root && sources->where)
		root = root_above(arena, path_join(arena, cwd, sources->where));
	if (!root)
		root = root_above(arena, cwd);
	return root ? root : cwd;
}

void project_find(struct arena *arena, const struct options *options, const struct sources *sources,
		  struct project *project)
{
	const char *root = option_value(options, "--root", NULL), *from_environment = getenv("SNAG_DB");
	const char *database = option_value(options, "--db", NULL);

	project->cwd = sources->cwd;
	if (root)
		project->root = path_join(arena, project->cwd, root);
	else
		project->root = sources->root ? sources->root : find_root(arena, project->cwd, sources);
	if (!database && from_environment && from_environment[0])
		database = from_environment;
	if (!database)
		project->database = path_join(arena, project->root, ".snag/snag.db");
	else if (!strcmp(database, ":memory:"))
		project->database = arena_strdup(arena, database);
	else
		project->database = path_join(arena, project->cwd, database);
}

bool database_folder_exists(const struct project *project, struct err *err)
{
	struct arena scratch = { 0 };
	const char *folder = path_folder(&scratch, project->database);
	bool ok = !strcmp(project->database, ":memory:") || folder_exists(folder) ||
		  !strcmp(folder, path_join(&scratch, project->root, ".snag")) ||
		  err_set(err, "there is no folder '%s' for the database", folder);

	arena_release(&scratch);
	return ok;
}

static bool is_program(const char *path)
{
	return !folder_exists(path) && access(path, X_OK) == 0;
}

static bool beside_us(struct arena *arena, char **scanner)
{
	char self[PATH_MAX];
	ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);

	if (length <= 0)
		return false;
	self[length] = '\0';
	*scanner = path_join(arena, path_folder(arena, self), "snag-scan");
	return is_program(*scanner);
}

static bool in_path(struct arena *arena, char **scanner)
{
	const char *path = getenv("PATH");

	while (path && *path) {
		size_t length = strcspn(path, ":");

		*scanner = path_join(arena, length ? arena_strndup(arena, path, length) : ".", "snag-scan");
		if (is_program(*scanner))
			return true;
		path += length + (path[length] == ':');
	}
	return false;
}

bool scanner_find(struct arena *arena, char **scanner, struct err *err)
{
	const char *named = getenv("SNAG_SCAN");

	if (named && named[0]) {
		*scanner = arena_strdup(arena, named);
		return is_program(named) || err_set(err, "SNAG_SCAN: '%s' is not a program", named);
	}
	if (beside_us(arena, scanner) || in_path(arena, scanner))
		return true;
	return err_set(err, "no snag-scan beside this program or in PATH; SNAG_SCAN can name it");
}

unsigned processor_count(void)
{
	cpu_set_t set;
	long online;

	if (sched_getaffinity(0, sizeof set, &set) == 0)
		return (unsigned)CPU_COUNT(&set);
	online = sysconf(_SC_NPROCESSORS_ONLN);
	return online > 0 ? (unsigned)online : 1;
}

bool project_here(struct arena *arena, const struct options *options, struct project *project, struct err *err)
{
	struct sources sources = { 0 };

	if (!sources_none(arena, &sources, err))
		return false;
	project_find(arena, options, &sources, project);
	return true;
}
