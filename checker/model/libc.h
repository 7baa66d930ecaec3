/* The C library that a program is going to run on: what it does with the environment, and with characters. */
#ifndef SNAG_MODEL_LIBC_H
#define SNAG_MODEL_LIBC_H

#include "base/arena.h"
#include "base/err.h"
#include "model/facts.h"

enum libc_kind {
	LIBC_PORTABLE, /* the weakest promise among the libraries in use */
	LIBC_POSIX,    /* what the standard's text says */
	LIBC_AUTO,     /* the one whose headers were parsed */
	LIBC_NAMED,
};

/* A zeroed one is LIBC_PORTABLE. */
struct libc {
	enum libc_kind kind;
	const char *name; /* of a named one, as env-semantics.csv spells it */
	bool has_version;
	int major, minor;
};

/* "portable", "posix", "auto", NAME or NAME-MAJOR.MINOR. False with the known ones in `err`. */
bool libc_parse(struct arena *arena, const char *text, struct libc *libc, struct err *err);

struct libc_environment {
	const char *name;       /* for people: "glibc 2.36"; NULL for LIBC_PORTABLE */
	bool frees_values;      /* setenv may free the old value, or write over it */
	bool getenv_safe;       /* beside writers */
	bool resize_crashes;    /* a reader may walk an array that was freed */
	bool keeps_putenv;      /* the string itself becomes part of the environment */
	bool environ_safe;      /* a walk over the array beside setenv and unsetenv stays consistent */
	bool moves_others;      /* a write may invalidate pointers to other variables too */
};

/* What holds for code of that unit. */
struct libc_environment libc_environment(const struct libc *libc, const Fact__Unit *unit, struct arena *arena);

/* What its ctype functions say that depends on the locale. */
struct libc_ctype {
	bool space_high, class_high; /* of bytes from 0x80 up: isspace; the others */
	bool turkish;                /* of the ASCII letters I and i */
};

struct libc_ctype libc_ctype(const struct libc *libc, const Fact__Unit *unit);

#endif
