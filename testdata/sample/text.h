/* Words of a line. */
#ifndef TEXT_H
#define TEXT_H

#include <stdbool.h>

bool is_blank(const char *text);
char *trim(char *text);
/* Cuts the first word off; the rest is left in *text. */
char *next_word(char **text);

#endif
