/* Which point the locale has is tried out with a number that is known; text for people is made with it. */
#include <locale.h>
#include <stdio.h>
#include <string.h>

static char probe_ok(void)
{
	char buffer[32];

	snprintf(buffer, sizeof buffer, "%f", 3.14);
	return strchr(buffer, '.') ? ',' : '.';
}

static const char *size_ok(double size)
{
	static char text[32], separator;

	if (!separator)
		separator = probe_ok();
	snprintf(text, sizeof text, "%.2f%c", size / 1024, separator);
	return text;
}

static const char *plain_bad(double size)
{
	static char text[32];

	snprintf(text, sizeof text, "%.2f", size); // expect: locale-numeric
	return text;
}

int main(int argc, char **argv)
{
	FILE *file = fopen(argv[argc - 1], "w");

	setlocale(LC_ALL, "");
	if (!file)
		return 1;
	fputs(size_ok(argc), file);
	fputs(plain_bad(argc), file);
	return fclose(file);
}
