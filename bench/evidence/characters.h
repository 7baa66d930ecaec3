/* All bytes through <ctype.h>, in a locale. */
#ifndef SNAG_BENCH_CHARACTERS_H
#define SNAG_BENCH_CHARACTERS_H

#include <stdbool.h>

struct characters {
	/* in */
	const char *folder, *locale;
	/* out; `entered` false: there is no such locale */
	bool entered;
	bool space[256];
	unsigned spaces, high_spaces;     /* all; of 0x80 and above */
	unsigned high_alphas, high_cases; /* of 0x80 and above: letters, and what toupper or tolower change */
	unsigned negative_differs;        /* bytes of which isalpha of a negative char says otherwise */
	bool negative_ff_differs;
	int upper_e9; /* toupper of the char 0xE9 taken as negative */
	unsigned token, token_ascii;      /* length of the first word of "à=>1", by isspace and by an ASCII function */
	unsigned cut, cut_ascii;          /* characters from U+0080 to U+2FFF that a word's end cuts in two */
	unsigned damaged;                 /* two-byte characters that a byte-wise tolower makes invalid */
};

/* Child body: takes a struct characters. */
void characters_look(void *characters);
/* Child body: isspace far outside the table. Takes nothing. */
void characters_far_outside(void *unused);
/* The six bytes of ASCII. */
bool is_ascii_space(int c);

#endif
