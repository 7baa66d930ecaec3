/* Settings: lines of NAME = VALUE, handed on to the programs that the collector starts. */
#ifndef SETTINGS_H
#define SETTINGS_H

#include <stdbool.h>

void settings_defaults(void);
bool settings_load(const char *path);

#endif
