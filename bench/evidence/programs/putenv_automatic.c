/* An automatic array becomes a part of the environment, and its function returns. */
#include <stdio.h>
#include <stdlib.h>

static void set_mode(int mode)
{
	char setting[32];

	snprintf(setting, sizeof setting, "MODE=%d", mode);
	putenv(setting);
}

int main(void)
{
	const char *mode;

	set_mode(7);
	mode = getenv("MODE");
	puts(mode ? mode : "no mode");
	return 0;
}
