/* Running other programs, never through a shell. */
#ifndef SNAG_BASE_SUBPROCESS_H
#define SNAG_BASE_SUBPROCESS_H

#include "base/arena.h"
#include "base/err.h"

#include <stdbool.h>
#include <stdio.h>
#include <sys/types.h>

/* A running program with our ends of its standard input and output; its standard error is ours. */
struct subprocess {
	pid_t pid;
	int to, from;
};

/*
 * `argv[0]` is searched in PATH unless it has a '/'. Descriptors are
 * close-on-exec. There no signal is blocked and SIGPIPE isn't ignored.
 */
bool subprocess_start(struct subprocess *process, char *const argv[], struct err *err);
/* The same with NAME=VALUE in its environment, unless NAME stands in ours. */
bool subprocess_start_with(struct subprocess *process, char *const argv[], const char *variable, struct err *err);
/* Starts a program that goes on without us: in a session of its own, with none of our descriptors or standard streams. */
bool subprocess_leave(char *const argv[], const char *variable, struct err *err);
/* Closes our ends and waits. The status is as waitpid(2) gives it. */
int subprocess_wait(struct subprocess *process);

/*
 * What a program prints, to its end: it reads nothing and its standard error
 * goes nowhere. False where it can't be run, prints more than `limit` bytes, or
 * ends with another status than 0. A NUL stands behind the last byte.
 */
bool subprocess_output(struct arena *arena, char *const argv[], size_t limit, char **text, size_t *length);

#endif
