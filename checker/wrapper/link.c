/* Reads a linking command line. */
#include "wrapper/link.h"

#include "base/files.h"
#include "command/line.h"

#include <string.h>

struct linking {
	struct arena *arena;
	const char *folder;
	VEC(const char *) library_folders; /* of -L, absolute */
	VEC(char *) inputs;
	const char *output;
	Spool__LinkKind kind;
	bool compiles_only;
};

static void add_input(struct linking *linking, const char *file)
{
	vec_push(linking->arena, &linking->inputs, path_join(linking->arena, linking->folder, file));
}

/* As the linker searches: in each folder for the shared library, then for the archive; `:NAME` is the file's own name. */
static void add_library(struct linking *linking, const char *name)
{
	static const char *const suffixes[] = { "so", "a" };
	struct arena *arena = linking->arena;

	for (size_t i = 0; i < linking->library_folders.len; i++)
		for (size_t j = 0; j < sizeof suffixes / sizeof *suffixes; j++) {
			const char *folder = linking->library_folders.items[i];
			char *path = name[0] == ':' ? path_join(arena, folder, name + 1)
						    : arena_printf(arena, "%s/lib%s.%s", folder, name, suffixes[j]);

			if (file_exists(path)) {
				vec_push(arena, &linking->inputs, path);
				return;
			}
		}
}

static bool is_object_or_archive(const char *word)
{
	size_t length = strlen(word);

	return word[0] != '-' && length > 2 && word[length - 2] == '.' &&
	       (word[length - 1] == 'o' || word[length - 1] == 'a');
}

/* Words that the compiler hands to the linker: files are inputs, `-r` and `-shared` say what comes out. */
static void read_passed(struct linking *linking, const char *list)
{
	char *rest, *part;

	for (part = strtok_r(arena_strdup(linking->arena, list), ",", &rest); part; part = strtok_r(NULL, ",", &rest)) {
		if (!strcmp(part, "-r") || !strcmp(part, "--relocatable"))
			linking->kind = SPOOL__LINK_KIND__LINK_RELOCATABLE;
		else if (!strcmp(part, "-shared"))
			linking->kind = SPOOL__LINK_KIND__LINK_SHARED;
		else if (is_object_or_archive(part))
			add_input(linking, part);
	}
}

static void read_option(struct linking *linking, const char *word, const struct option *option)
{
	if (option->fate == OPTION_COMPILE || !strcmp(word, "-S") || !strcmp(word, "-fsyntax-only"))
		linking->compiles_only = true;
	else if (option->fate == OPTION_OUTPUT)
		linking->output = option->value;
	else if (!strcmp(word, "-shared") || !strcmp(word, "-dynamiclib") || !strcmp(word, "-bundle"))
		linking->kind = SPOOL__LINK_KIND__LINK_SHARED;
	else if (!strcmp(word, "-r"))
		linking->kind = SPOOL__LINK_KIND__LINK_RELOCATABLE;
	else if (!strncmp(word, "-l", 2))
		add_library(linking, option->value);
	else if (!strncmp(word, "-Wl,", 4))
		read_passed(linking, word + 4);
}

/* -L counts for every -l, also for those before it. */
static void read_folders(struct linking *linking, const struct words *words)
{
	struct line_walk walk = { .words = words };
	struct option option;
	enum line_part part;
	const char *word;

	while ((part = line_next(&walk, &option, &word)) != LINE_END)
		if (part == LINE_OPTION && !strncmp(word, "-L", 2))
			vec_push(linking->arena, &linking->library_folders,
				 path_join(linking->arena, linking->folder, option.value));
}

static void read_words(struct linking *linking, const struct words *words)
{
	struct line_walk walk = { .words = words };
	struct option option;
	enum line_part part;
	const char *word;

	while ((part = line_next(&walk, &option, &word)) != LINE_END)
		if (part == LINE_OPTION)
			read_option(linking, word, &option);
		else if (!line_language(&walk, word))
			add_input(linking, word);
}

static void add_sources(struct arena *arena, const struct commands *sources, Spool__Link *link)
{
	link->sources = arena_array(arena, char *, sources->all.len);
	link->configurations = arena_array(arena, char *, sources->all.len);
	for (size_t i = 0; i < sources->all.len; i++) {
		link->sources[i] = arena_strdup(arena, sources->all.items[i].file);
		link->configurations[i] = arena_strdup(arena, sources->all.items[i].configuration);
	}
	link->n_sources = link->n_configurations = sources->all.len;
}

Spool__Link *link_of(struct arena *arena, const char *folder, const struct words *words,
		     const struct commands *sources)
{
	struct linking linking = { .arena = arena, .folder = folder };
	Spool__Link *link = arena_new(arena, Spool__Link);

	read_folders(&linking, words);
	read_words(&linking, words);
	if (linking.compiles_only || (!linking.inputs.len && !sources->all.len))
		return NULL;
	spool__link__init(link);
	link->folder = arena_strdup(arena, folder);
	link->output = path_join(arena, folder, linking.output ? linking.output : "a.out");
	link->kind = linking.kind;
	link->inputs = linking.inputs.items;
	link->n_inputs = linking.inputs.len;
	add_sources(arena, sources, link);
	return link;
}
