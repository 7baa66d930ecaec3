/* Functions that the linker collects run before main, and behind it. */
#include <pthread.h>
#include <stdlib.h>

static void *look(void *unused)
{
	for (;;)
		getenv("LOOK");
	return unused;
}

static void start_bad(void)
{
	pthread_t thread;

	pthread_create(&thread, NULL, look, NULL);
	setenv("STAGE", "start", 1); // expect: env-write-threaded
}

static void end_bad(void)
{
	setenv("STAGE", "end", 1); // expect: env-write-threaded
}

__attribute__((section(".init_array"), used)) static void (*const start_pointer)(void) = start_bad;
__attribute__((section(".fini_array"), used)) static void (*const end_pointers[])(void) = {end_bad};

static void main_bad(void)
{
	setenv("STAGE", "main", 1); // expect: env-write-threaded
}

int main(void)
{
	main_bad();
	return 0;
}
