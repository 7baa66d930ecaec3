#include "scratch.h"

#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
	if (argc < 3)
		return 2;
	puts(scratch_pair("MEMORY", 1024));
	if (putenv(scratch))
		return 1;
	puts(scratch_pair("CORES", atol(argv[1])));
	return system(argv[2]);
}
