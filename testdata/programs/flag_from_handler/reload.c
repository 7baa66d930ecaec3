#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static volatile sig_atomic_t reload;

static void on_hup(int number)
{
	(void)number;
	reload = 1;
}

int main(void)
{
	signal(SIGHUP, on_hup);
	for (int n = 0; n < 100; n++) {
		if (reload) {
			reload = 0;
			setenv("GENERATION", "next", 1);
		}
		pause();
	}
	return 0;
}
