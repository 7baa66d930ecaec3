/* Which translation units a command is about: -p BUILD, FILE…, and flags behind `--`. */
#ifndef SNAG_CLI_SOURCES_H
#define SNAG_CLI_SOURCES_H

#include "cli/options.h"
#include "command/command.h"

#define OPTION_BUILD { "-p", "BUILD", "compile database, or the folder with it (else '.' or 'build')" }

struct sources {
	const char *cwd;
	const char *folder;   /* that all sources lie in or below; NULL: there are none */
	struct commands commands;
	bool all_one_program; /* named one by one, without a database */
	bool whole_build;     /* every command of a compile database */
	const char *where;    /* the database they come from, for people; NULL: none */
	const char *root;     /* the project's, where it isn't to be looked for; else NULL */
};

/*
 * With a database, files restrict it: each must have an entry, and a folder
 * stands for what lies below it. Files with flags behind `--`, or without any
 * database, are taken as they are.
 */
bool sources_find(struct arena *arena, const struct options *options, struct sources *sources, struct err *err);
/* None at all: for what is about no source. */
bool sources_none(struct arena *arena, struct sources *sources, struct err *err);

#endif
