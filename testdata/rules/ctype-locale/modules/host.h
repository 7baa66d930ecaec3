/* What the program gives its modules. */
#include <stddef.h>

void *host_memory(size_t size);
char *host_copy(const char *text);
double host_read_ok(const char *text);
