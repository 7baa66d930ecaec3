/* Reads the variables that GitHub Actions and GitLab CI set in every job. */
#include "cli/revision.h"

#include <stdlib.h>

static const char *variable(const char *name)
{
	const char *value = getenv(name);

	return value && value[0] ? value : NULL;
}

struct revision revision_find(struct arena *arena)
{
	const char *server = variable("GITHUB_SERVER_URL"), *name = variable("GITHUB_REPOSITORY");
	struct revision revision = { 0 };

	if (server && name) {
		revision.repository = arena_printf(arena, "%s/%s", server, name);
		revision.commit = variable("GITHUB_SHA");
		/* Of a pull request the branch that it comes from. */
		revision.branch = variable("GITHUB_HEAD_REF");
		if (!revision.branch)
			revision.branch = variable("GITHUB_REF_NAME");
	} else {
		revision.repository = variable("CI_PROJECT_URL");
		revision.commit = variable("CI_COMMIT_SHA");
		revision.branch = variable("CI_COMMIT_REF_NAME");
	}
	return revision;
}
