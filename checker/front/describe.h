/* What a unit says besides its code: files, target, errors. */
#ifndef SNAG_FRONT_DESCRIBE_H
#define SNAG_FRONT_DESCRIBE_H

#include "front/front.h"

void describe_target(struct front *front);
/* The main file first, then what it includes, in order. */
void describe_files(struct front *front);
/* Errors that have a place. */
void describe_errors(struct front *front);
/* Marks the functions that an error lies in. */
void describe_partial_functions(struct front *front);
/* What is known only when all is lowered: content hashes, order of functions, version of the C library. */
void describe_end(struct front *front);

#endif
