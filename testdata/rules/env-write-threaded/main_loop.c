/* Timers and sources of a main loop run on the loop's own thread: no other one is there. */
#include <stdlib.h>

typedef struct uv_timer_s uv_timer_t;

unsigned int g_timeout_add(unsigned int interval, int (*function)(void *), void *data);
unsigned int g_idle_add(int (*function)(void *), void *data);
int uv_timer_start(uv_timer_t *handle, void (*cb)(uv_timer_t *), unsigned long timeout, unsigned long repeat);

static int timeout_ok(void *data)
{
	setenv("TICK", data ? "1" : "0", 1);
	return 1;
}

static int idle_ok(void *data)
{
	(void)data;
	unsetenv("TICK");
	return 0;
}

static void timer_ok(uv_timer_t *handle)
{
	(void)handle;
	setenv("UV", "1", 1);
}

int main(void)
{
	g_timeout_add(1000, timeout_ok, NULL);
	g_idle_add(idle_ok, NULL);
	uv_timer_start(NULL, timer_ok, 0, 1000);
	setenv("LATER", "1", 1);
	return 0;
}
