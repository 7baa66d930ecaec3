/* What a compiler's command line is to the wrapper: sources to analyse, a link to remember, or nothing of ours. */
#ifndef SNAG_WRAPPER_DECIDE_H
#define SNAG_WRAPPER_DECIDE_H

#include "command/command.h"
#include "command/words.h"
#include "spool/spool.h"

struct decision {
	const char *passed;       /* why nothing is analysed or remembered, for people; NULL: something is */
	bool is_probe;            /* a configure script tries something out: it must not notice us, nor leave a trace */
	struct commands commands; /* one a source */
	Spool__Link *link;        /* a file is linked; NULL: none */
};

/* `words`: the compiler and its arguments, with response files as they are. */
void decide(struct arena *arena, const char *folder, const struct words *words, struct decision *decision);

/*
 * Whether a path is one of those that configure scripts use for what they try
 * out: autoconf's, CMake's, meson's, waf's, distutils'.
 */
bool is_probe_path(const char *path);

#endif
