/* Forked children: where things crash by design, and where affinity, locale and environment may be changed. */
#ifndef SNAG_BENCH_CHILD_H
#define SNAG_BENCH_CHILD_H

#include "base/arena.h"
#include "base/err.h"
#include "base/strbuf.h"

#include <stdbool.h>
#include <stddef.h>

enum child_end {
	CHILD_DONE,
	CHILD_CRASHED, /* SIGSEGV, SIGBUS or SIGABRT */
	CHILD_TIMEOUT, /* was killed */
	CHILD_FAILED,  /* could not be started, or ended otherwise */
};

struct child_outcome {
	enum child_end end;
	double ms;
};

/*
 * Runs `body` in a child: no core file, 4 GiB of addresses at most, nothing of
 * what it prints, and no longer than `seconds`. It dies with us. `shared` comes
 * from child_shared; what a child wrote there before it crashed is there too.
 */
typedef void child_body(void *shared);
struct child_outcome child_run(child_body *body, void *shared, double seconds);

/* Zeroed memory that children share with us; prefaulted. */
void *child_shared(size_t size);
void child_unshare(void *shared, size_t size);

/* What another program printed, on standard output and error alike. */
struct program_outcome {
	enum child_end end;
	int status; /* what it exited with */
	struct strbuf output;
};

/* Runs argv, searched in PATH, without a shell. `settings`: NAME=VALUE for its environment, NULL at the end; or NULL. */
struct program_outcome program_run(const char *const argv[], const char *const settings[], double seconds);
/* Whether PATH has it. */
bool program_exists(const char *name);

#endif
