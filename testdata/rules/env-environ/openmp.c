// flags: -fopenmp
/* One thread of a region walks while another one writes. */
#include <stdio.h>
#include <stdlib.h>

extern char **environ;

static void list_bad(void)
{
	for (char **at = environ; *at; at++) // expect: env-environ
		puts(*at);
}

static void list_ok(void)
{
	for (char **at = environ; *at; at++)
		puts(*at);
}

static void write_bad(void)
{
	setenv("ROUND", "1", 1); // expect: env-write-threaded
}

int main(void)
{
	list_ok();
#pragma omp parallel
	{
#pragma omp single
		write_bad();
		list_bad();
	}
	return 0;
}
