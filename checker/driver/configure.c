/* Asks the configuration of each unit's folders. */
#include "driver/configure.h"

#include "base/files.h"

static bool configure_file(struct arena *arena, const struct check_options *options, const char *file, struct err *err)
{
	return path_below(options->root, file) == file || configs_at(options->configs, path_folder(arena, file), err);
}

static bool configure_files(struct arena *arena, const struct check_options *options, const Fact__Unit *facts,
			    struct err *err)
{
	for (size_t i = 0; i < facts->n_files; i++)
		if (!facts->files[i]->system && !configure_file(arena, options, facts->files[i]->path, err))
			return false;
	return true;
}

bool configure_units(struct arena *arena, const struct check_options *options, const struct scanned *scanned,
		     struct names *threaded, struct program_set *programs, struct err *err)
{
	for (size_t i = 0; i < scanned->count; i++) {
		if (!configure_file(arena, options, scanned->units[i].file, err) ||
		    !configure_files(arena, options, scanned->facts[i], err))
			return false;
		if (config_host_threaded(configs_of(options->configs, scanned->units[i].file)))
			names_add(threaded, scanned->units[i].file);
	}
	programs->threaded_hosts = threaded;
	return true;
}
