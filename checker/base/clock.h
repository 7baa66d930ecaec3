/* What time it is. */
#ifndef SNAG_BASE_CLOCK_H
#define SNAG_BASE_CLOCK_H

#include <stdint.h>

int64_t clock_monotonic_ms(void); /* for durations */
int64_t clock_processor_ms(void); /* that this process used */
int64_t clock_realtime_ns(void);  /* since 1970; comparable with the times of files */

#endif
