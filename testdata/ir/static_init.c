/* What objects with static storage begin with: functions, strings, numbers, and what can't be said. */
typedef void handler(int);
void on_int(int n);
static void on_term(int n) { (void)n; }

struct entry {
	const char *name;
	handler *run;
	int flags;
};

int tentative;
extern int elsewhere;
int number = -3;
char text[16] = "initial";
const char *name = "name";
static int *where = &number;
static struct entry table[] = {
	{ "int", on_int, 1 },
	{ .run = &on_term, .name = "term" },
	"elided", on_int, 1 << 4,
	[5] = { "last" },
};
static handler *one = on_term;
_Thread_local int per_thread = 1;

const struct entry *find(int n)
{
	static int calls = 7;
	static struct entry fallback = { "fallback", 0, sizeof(int) };

	calls++;
	{
		static int calls;

		calls += elsewhere;
	}
	return n < 6 ? &table[n] : where && one ? &fallback : 0;
}
