/* Attributes that decide what a name stands for, and what runs before main. */
typedef int operation(int n);

static int slow(int n) { return n; }
static int fast(int n) { return n + 1; }
int has_feature(void);
static operation *choose(void) { return has_feature() ? fast : slow; }
int chosen(int n) __attribute__((ifunc("choose")));

static int maybe(int n) __attribute__((weakref("somewhere_else")));
extern int elsewhere __attribute__((weak));
int both[2] = { 1, 2 };
extern int same[2] __attribute__((alias("both")));

#define EARLY(priority) __attribute__((__constructor__(priority)))
EARLY(300) static void third(void) {}
static void second(void) __attribute__((constructor(200)));
static void second(void) {}
__attribute__((constructor)) static void last(void) {}
__attribute__((constructor(101))) static void first(void) {}
__attribute__((destructor(102))) static void end(void) {}

/* As the arguments are, whichever member they go to. */
typedef union {
	int *number;
	const char *text;
} either __attribute__((transparent_union));
int take(either e);

extern inline __attribute__((gnu_inline)) int copy_for_inlining(int n) { return n; }

int use(int *p, const char *s)
{
	return take(p) + take(s) + chosen(1) + (maybe ? maybe(2) : 0) + (&elsewhere ? elsewhere : 0) + same[1] +
	       copy_for_inlining(3);
}
