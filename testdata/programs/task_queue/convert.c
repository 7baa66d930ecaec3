#include "queue.h"

#include <stdio.h>
#include <stdlib.h>

static void convert(void *arg)
{
	char command[256];

	setenv("CONVERT_INPUT", arg, 1);
	snprintf(command, sizeof command, "convert-one >'%s.out'", (const char *)arg);
	if (system(command))
		fprintf(stderr, "%s: failed\n", (const char *)arg);
}

int main(int argc, char **argv)
{
	if (queue_start(4))
		return 1;
	for (int i = 1; i < argc; i++)
		queue_push(convert, argv[i]);
	queue_stop();
	return 0;
}
