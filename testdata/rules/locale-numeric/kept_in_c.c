/* LC_NUMERIC is put back at once, or never touched. */
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>

static double read_ok(const char *text)
{
	return strtod(text, NULL);
}

static void write_ok(double value)
{
	printf("%f\n", value);
}

static void init(void)
{
	setlocale(LC_ALL, "");
	setlocale(LC_NUMERIC, "C");
}

int main(int argc, char **argv)
{
	init();
	write_ok(read_ok(argv[argc - 1]));
	return 0;
}
