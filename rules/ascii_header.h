/* The header of ASCII functions that the remedy of ctype-locale needs: `snag explain ctype-locale --header` prints it. */
#ifndef SNAG_RULES_ASCII_HEADER_H
#define SNAG_RULES_ASCII_HEADER_H

#define ASCII_HEADER_NAME "ctype_ascii.h"

extern const char ascii_header[];

#endif
