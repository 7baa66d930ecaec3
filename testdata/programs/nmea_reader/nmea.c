/* A GPS daemon: positions arrive with a dot, and a toolkit-like start adopts the user's locale. */
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static double degrees(const char *field)
{
	double raw = atof(field);
	int whole = (int)raw / 100;

	return whole + (raw - whole * 100) / 60;
}

static int parse(char *line)
{
	char *field = strtok(line, ",");
	int number = 0;

	if (!field || strcmp(field, "$GPRMC"))
		return -1;
	while ((field = strtok(NULL, ",")) && ++number < 3)
		;
	return field ? (int)(degrees(field) * 1000) : -1;
}

int main(void)
{
	char line[200];
	int sum = 0;

	setlocale(LC_ALL, "");
	while (fgets(line, sizeof line, stdin))
		sum += parse(line);
	printf("%d\n", sum);
	return 0;
}
