#include <stdlib.h>

#define EXPORT(name, value) ((void)setenv(#name, (value), 1))
#define FORGET(name) ((void)unsetenv(#name))
