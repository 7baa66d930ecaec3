#include <pthread.h>
#include <stdlib.h>

void log_set_level(const char *level);
void start_hook(void);
void run_callback(void);
extern void (*event_callback)(void);

void stop_hook(void)
{
	setenv("STOP", "1", 1);
}

void report(void)
{
	clearenv();
}

static void on_event(void)
{
	setenv("EVENT", "1", 1);
}

static void *look(void *unused)
{
	for (;;)
		getenv("LOOK");
	return unused;
}

int main(void)
{
	pthread_t thread;

	event_callback = on_event;
	pthread_create(&thread, NULL, look, NULL);
	log_set_level("1");
	start_hook();
	stop_hook();
	report();
	run_callback();
	return 0;
}
