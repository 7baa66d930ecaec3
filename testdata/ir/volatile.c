/* Signal-safe flags and other volatile objects. */
static volatile int stop;

int wait(int n)
{
	volatile int seen = n;

	while (!stop)
		seen++;
	return seen;
}
