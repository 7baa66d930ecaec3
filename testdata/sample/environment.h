/* The environment of the programs that the collector starts. */
#ifndef ENVIRONMENT_H
#define ENVIRONMENT_H

void environment_set(const char *name, const char *value);
void environment_put(char *entry);

#endif
