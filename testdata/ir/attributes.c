/* Attributes and linkage that matter to linking. */
__attribute__((constructor)) static void before(void) {}
[[gnu::destructor]] void after(void) {}
__attribute__((__weak__)) int weak(void) { return 1; }
int renamed(int n) __asm__("real_name");
void *allocate(unsigned long n) __attribute__((malloc));
void *allocate(unsigned long n) { return (void *)n; }
static inline int unused(void) { return 3; }
int other(void) __attribute__((alias("weak")));
void *second_name(unsigned long n) __attribute__((alias("allocate")));
__attribute__((const)) int pure(int n) { return renamed(n) + other(); }
