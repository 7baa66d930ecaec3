/* Asks git, never through a shell; where there is no git or no repository, nothing is known. */
#include "driver/revision.h"

#include "base/subprocess.h"
#include "base/vec.h"

#include <string.h>

/* A branch is younger than so many commits, or its base is too old to tell much. */
#define ANCESTOR_LIMIT "2000"
#define OUTPUT_LIMIT ((size_t)64 << 20)

/* The words behind "git -C ROOT", as one text that ends without a newline. NULL: git says no. */
static char *ask(struct arena *arena, const char *root, const char *const *words, size_t count)
{
	const char *argv[12] = { "git", "-C", root };
	char *text;
	size_t length;

	for (size_t i = 0; i < count; i++)
		argv[3 + i] = words[i];
	if (!subprocess_output(arena, (char *const *)(size_t)argv, OUTPUT_LIMIT, &text, &length))
		return NULL;
	text[length - (length && text[length - 1] == '\n')] = '\0';
	return text[0] ? text : NULL;
}
#define ASK(arena, root, ...) \
	ask((arena), (root), (const char *const[]){ __VA_ARGS__ }, \
	    sizeof((const char *const[]){ __VA_ARGS__ }) / sizeof(const char *))

static void find_ancestors(struct arena *arena, const char *root, const char *commit, bool itself,
			   struct revision *revision)
{
	char *list = ASK(arena, root, "rev-list", "--max-count=" ANCESTOR_LIMIT, "--end-of-options", commit);
	VEC(const char *) found = { 0 };
	size_t first = itself ? 0 : 1;
	char *rest = NULL;

	for (char *word = list ? strtok_r(list, "\n", &rest) : NULL; word; word = strtok_r(NULL, "\n", &rest))
		vec_push(arena, &found, word);
	if (found.len <= first)
		return;
	revision->ancestors = found.items + first;
	revision->ancestor_count = found.len - first;
}

/* Files that git knows and that aren't as it knows them. */
static bool is_changed(struct arena *arena, const char *root)
{
	return ASK(arena, root, "status", "--porcelain", "--untracked-files=no") != NULL;
}

void revision_complete(struct arena *arena, const char *root, struct revision *revision)
{
	const char *head;
	bool changed;

	if (!revision->branch)
		revision->branch = ASK(arena, root, "symbolic-ref", "--short", "-q", "HEAD");
	if (revision->commit) {
		find_ancestors(arena, root, revision->commit, false, revision);
		return;
	}
	head = ASK(arena, root, "rev-parse", "-q", "--verify", "HEAD^{commit}");
	if (!head)
		return;
	changed = is_changed(arena, root);
	if (!changed)
		revision->commit = head;
	find_ancestors(arena, root, head, changed, revision);
}

char *revision_resolve(struct arena *arena, const char *root, const char *ref)
{
	return ASK(arena, root, "rev-parse", "-q", "--verify", "--end-of-options",
		   arena_printf(arena, "%s^{commit}", ref));
}

char *revision_merge_base(struct arena *arena, const char *root, const char *ref)
{
	char *commit = revision_resolve(arena, root, ref);

	return commit ? ASK(arena, root, "merge-base", commit, "HEAD") : NULL;
}

char *revision_author(struct arena *arena, const char *root)
{
	return ASK(arena, root, "config", "user.name");
}

bool revision_file(struct arena *arena, const char *root, const char *commit, const char *path, char **bytes,
		   size_t *length)
{
	const char *argv[] = { "git", "-C", root, "cat-file", "blob", arena_printf(arena, "%s:./%s", commit, path),
			       NULL };

	return subprocess_output(arena, (char *const *)(size_t)argv, OUTPUT_LIMIT, bytes, length);
}
