/* A log that is written by a thread of its own, so that nobody waits for the disk. */
#ifndef LOG_H
#define LOG_H

#include <stdbool.h>

bool log_start(void);
void log_line(const char *text);
void log_stop(void);

#endif
