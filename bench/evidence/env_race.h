/* One thread changes the environment while another reads it: a child each time, since most of them crash. */
#ifndef SNAG_BENCH_ENV_RACE_H
#define SNAG_BENCH_ENV_RACE_H

#include "bench/evidence/bench.h"
#include "bench/evidence/child.h"

#include <stdatomic.h>

/* All values that overwriters write: this many times one letter. */
#define RACE_VALUE_LENGTH 40

enum race_writer {
	WRITE_NEW,    /* setenv of ever new names: the array outgrows itself again and again */
	WRITE_PUTENV, /* putenv of ever new names */
	WRITE_SAME,   /* setenv of one name */
};

enum race_reader {
	READ_GETENV,      /* a name that is not there: the search walks all of the array */
	READ_ENVIRON,     /* the program's own loop */
	READ_LOCALTIME,   /* looks for TZ */
	READ_SETLOCALE,   /* looks for LC_ALL and its kin */
	READ_VALUE,       /* the overwritten name, and whether its value is a whole one */
	READ_HELD,        /* the same, but looks at the value 0.1 ms later */
	READ_GETADDRINFO, /* once: glibc reads the environment at the first call only */
};

struct race {
	/* in */
	enum race_writer writer;
	enum race_reader reader;
	bool locked; /* both sides hold one mutex */
	int writer_cpu, reader_cpu;
	double seconds;  /* how long the writer goes on, once both are there; it ends the child */
	unsigned writes; /* how many it does at most; 0: any number */
	/* out */
	atomic_ulong written;     /* by the last child */
	atomic_ulong read, wrong; /* by all; `wrong`: values that were never set */
	atomic_bool reading, finished;     /* the reader is at work; a reader that reads once is done */
};

/* One child. `race` comes from child_shared. */
struct child_outcome race_run(struct race *race);

#endif
