/*
 * OpenMP. libclang hides the statement that a directive stands before, so one parse without OpenMP shows the code,
 * and one with it shows which statements several threads run.
 */
#ifndef SNAG_FRONT_OPENMP_H
#define SNAG_FRONT_OPENMP_H

#include "command/words.h"
#include "front/build.h"

/* A region begins and ends with calls of functions by these names, which tables know. The argument is the team. */
#define OPENMP_BEGIN "#pragma omp parallel"
#define OPENMP_END "#pragma omp parallel end"

/* Whether arguments for libclang turn OpenMP on: without, its pragmas make no threads. */
bool openmp_is_on(const struct words *arguments);
/* The same ones for a parse that passes over the pragmas; macros and headers are as with OpenMP. */
struct words openmp_as_serial(struct arena *arena, const struct words *arguments);
/* Lists the statements that run as parallel regions. */
void openmp_find_regions(struct front *front, CXIndex index, const struct words *arguments);
/* Lowers a statement that begins such a region; false for any other. */
bool openmp_lower_region(struct builder *b, CXCursor statement);

#endif
