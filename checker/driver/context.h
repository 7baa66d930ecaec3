/* The lines around findings, by which equal ones are told apart when code has moved. */
#ifndef SNAG_DRIVER_CONTEXT_H
#define SNAG_DRIVER_CONTEXT_H

#include "model/finding.h"

/* Sets the context of each finding whose file can be read. Fastest where findings of one file stand together. */
void context_find(struct finding *const *findings, size_t count);

/* The same for a line (from 1) of a text. */
uint64_t context_of(const char *text, size_t length, uint32_t line);

#endif
