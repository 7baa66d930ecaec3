#include "now.h"

#include <stddef.h>
#include <sys/time.h>

unsigned long long now_us(void)
{
	struct timeval tv;

	gettimeofday(&tv, NULL);
	return (unsigned long long)tv.tv_sec * 1000000 + (unsigned long long)tv.tv_usec;
}
