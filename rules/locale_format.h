/* Formats of printf and scanf: whether they hold a fraction, and whether a person or a machine reads the text. */
#ifndef SNAG_RULES_LOCALE_FORMAT_H
#define SNAG_RULES_LOCALE_FORMAT_H

#include <stdbool.h>

bool locale_format_prints_fraction(const char *format);
/* A conversion that stores one; %*f stores nothing, but stops at the wrong place, too. */
bool locale_format_scans_fraction(const char *format);
/* Words around the numbers, and none of the signs of JSON, XML, tables or commands. */
bool locale_format_is_for_people(const char *format);
/* At least three words: a log line more likely than data. */
bool locale_format_is_sentence(const char *format);

#endif
