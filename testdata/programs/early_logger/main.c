#include "logger.h"

#include <stdlib.h>

int main(int argc, char **argv)
{
	if (argc > 1)
		setenv("TZ", argv[1], 1);
	log_line("started");
	return 0;
}
