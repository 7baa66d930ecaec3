/* Locales made for the benches: systems have few, and the one that behaves as on macOS nobody has. */
#ifndef SNAG_BENCH_LOCALES_H
#define SNAG_BENCH_LOCALES_H

#include "bench/evidence/bench.h"

struct locale_row {
	const char *name;            /* for setlocale: "de_DE.UTF-8" */
	const char *source, *charmap; /* for localedef; NULL: the libc has it built in */
	bool quick;                   /* belongs to the short run */
};

/* Ends with a row without a name. */
extern const struct locale_row locale_rows[];
/* The row of a name that is there. */
const struct locale_row *locale_named(const char *name);

/* The private locale: ISO-8859-1 in which 0x85 and 0xA0 are white space, as in UTF-8 locales of macOS. */
#define PRIVATE_LOCALE "snag_private"

/* What locales there are for children to set; NULL, or the reason why this one can't be had. */
const char *locale_make(struct bench *bench, const struct locale_row *row);
const char *locale_make_private(struct bench *bench);

/* In a child: makes setlocale find what was made; `folder` NULL: the libc's own. False where there is none. */
bool locale_enter(const char *folder, const char *name);

#endif
