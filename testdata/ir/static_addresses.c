/* Addresses of objects, of their parts, and of functions as initial content. */
int f(int n);
void g(void);

struct node {
	struct {
		int a, b;
	} in[2];
	int (*op)(int);
	struct node *next;
	const int *where;
};

static int target, numbers[10];
static struct node first = { .in[1].b = 3, .op = f, .where = &target };
static struct node second = { .in = { { 1, 2 }, [1] = { .a = 4 } }, .next = &first, .op = &f, .where = &first.in[1].a };
static int *into[] = { &target, [2] = &numbers[4], numbers, 2 + numbers, &first.in[0].b, (int *)first.in };
static void (*table[2][2])(void) = { { g }, { [1] = g } };
static struct {
	struct node *list[2];
	const char *names[3];
} deep = { { &first, [1] = &second }, { "a", [2] = "c" + 1 } };
static char *middle = &"hello"[1];
static struct node *literal = &(struct node){ .op = f, .next = (struct node[]){ { .op = f } } };
static int *list = (int[]){ 1, 2, 3 };
static void *self = &self, *none = (void *)0;
static long number = (long)&target;
static void (*const *row)(void) = table[1];

int use(int i)
{
	static struct node *known[] = { &first, &second };

	return *into[i] + deep.list[i]->in[0].a + middle[0] + list[0] + literal->op(1) + (self != none) + (int)number +
	       known[i]->op(2) + (row != 0);
}
