#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* The array of the block is only there for the program that takes over. */
int main(int argc, char **argv)
{
	if (argc > 2) {
		char display[64];

		snprintf(display, sizeof display, "DISPLAY=%s", argv[1]);
		putenv(display);
		execvp(argv[2], argv + 2);
		perror(argv[2]);
		return 127;
	}
	puts("usage: on DISPLAY PROGRAM");
	return 2;
}
