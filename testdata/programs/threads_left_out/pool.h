#ifdef WITH_THREADS
#include <pthread.h>
#define START(run, arg) pthread_create(&(pthread_t){ 0 }, NULL, run, arg)
#else
#define START(run, arg) ((void)run(arg), 0)
#endif
