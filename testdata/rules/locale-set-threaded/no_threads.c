/* One thread alone: nothing to say. */
#include <locale.h>
#include <stdlib.h>

static void set_ok(void)
{
	setlocale(LC_ALL, "");
}

static double switch_and_back_ok(const char *text)
{
	double value;

	setlocale(LC_NUMERIC, "C");
	value = strtod(text, NULL);
	setlocale(LC_NUMERIC, "");
	return value;
}

static void named_ok(const char *name)
{
	setlocale(LC_TIME, name);
}

int main(int argc, char **argv)
{
	set_ok();
	named_ok(argv[0]);
	return argc > 1 && switch_and_back_ok(argv[1]) > 0;
}
