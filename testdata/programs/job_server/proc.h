#include <sys/types.h>
pid_t proc_fork(void);
void proc_become(const char *path, const char *const *variables);
