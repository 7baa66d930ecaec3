/* What the command line says of branch and commit, then what CI systems say: their checkouts are often of no branch at all. */
#include "cli/revision.h"

#include <stdlib.h>

/* In the order in which they are asked. Those of a merge request stand before those of what it is merged to. */
static const char *const branch_variables[] = { "SNAG_BRANCH",
						"GITHUB_HEAD_REF",
						"GITHUB_REF_NAME",
						"CI_MERGE_REQUEST_SOURCE_BRANCH_NAME",
						"CI_COMMIT_REF_NAME",
						"CHANGE_BRANCH",
						"BRANCH_NAME",
						"BUILDKITE_BRANCH",
						"CIRCLE_BRANCH",
						"BUILD_SOURCEBRANCHNAME" };
static const char *const commit_variables[] = { "SNAG_COMMIT", "GITHUB_SHA", "CI_COMMIT_SHA", "GIT_COMMIT",
						"BUILDKITE_COMMIT", "CIRCLE_SHA1", "BUILD_SOURCEVERSION" };
#define COUNT(list) (sizeof(list) / sizeof *(list))

static const char *variable(const char *name)
{
	const char *value = getenv(name);

	return value && value[0] ? value : NULL;
}

static const char *first_set(const char *const *names, size_t count)
{
	const char *value = NULL;

	for (size_t i = 0; i < count && !value; i++)
		value = variable(names[i]);
	return value;
}

static const char *find_repository(struct arena *arena)
{
	const char *server = variable("GITHUB_SERVER_URL"), *name = variable("GITHUB_REPOSITORY");

	return server && name ? arena_printf(arena, "%s/%s", server, name) : variable("CI_PROJECT_URL");
}

void revision_find(struct arena *arena, const struct options *options, const char *root, struct revision *revision)
{
	*revision = (struct revision){ .repository = find_repository(arena),
				       .branch = option_value(options, "--branch", NULL),
				       .commit = option_value(options, "--commit", NULL) };
	if (!revision->branch)
		revision->branch = first_set(branch_variables, COUNT(branch_variables));
	if (!revision->commit)
		revision->commit = first_set(commit_variables, COUNT(commit_variables));
	revision_complete(arena, root, revision);
}
