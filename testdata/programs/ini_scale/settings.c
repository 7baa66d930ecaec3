#include <locale.h>
#include <stdio.h>
#include <string.h>

/* "scale = 1.25" read by sscanf. */
static double read_scale(FILE *file)
{
	char line[100], key[40];
	double value, scale = 1;

	while (fgets(line, sizeof line, file))
		if (sscanf(line, " %39[a-z] = %lf", key, &value) == 2 && !strcmp(key, "scale"))
			scale = value;
	return scale;
}

int main(void)
{
	FILE *file = fopen("settings.ini", "r");

	setlocale(LC_NUMERIC, "");
	if (!file)
		return 1;
	return read_scale(file) > 1.5;
}
