// flags: -fopenmp
/* The locale is the whole process's, in a region as elsewhere. */
#include <locale.h>
#include <stdio.h>

static void start_ok(void)
{
	setlocale(LC_ALL, "");
}

static void print_bad(double value)
{
	setlocale(LC_NUMERIC, "C"); // expect: locale-set-threaded
	printf("%g\n", value);
	setlocale(LC_NUMERIC, ""); // expect: locale-set-threaded
}

static void end_ok(void)
{
	setlocale(LC_ALL, "C");
}

int main(int argc, char **argv)
{
	(void)argv;
	start_ok();
#pragma omp parallel for
	for (int i = 0; i < argc; i++)
		print_bad(i / 2.0);
	end_ok();
	return 0;
}
