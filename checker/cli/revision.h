/* Where the sources come from: repository, commit and branch, as a CI names them. */
#ifndef SNAG_CLI_REVISION_H
#define SNAG_CLI_REVISION_H

#include "cli/options.h"
#include "driver/revision.h"

#define OPTION_BRANCH { "--branch", "NAME", "branch of the run (else SNAG_BRANCH, the CI's variables, git)" }
#define OPTION_COMMIT { "--commit", "ID", "commit of the run (else SNAG_COMMIT, the CI's variables, git)" }

void revision_find(struct arena *arena, const struct options *options, const char *root, struct revision *revision);

#endif
