#include "settings.h"
#include "environment.h"
#include "text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The name under which a collector is known to its children. */
static void announce(void)
{
	char entry[64];

	snprintf(entry, sizeof entry, "COLLECTOR_PID=%ld", (long)getpid());
	environment_put(entry);
}

void settings_defaults(void)
{
	static char shell[] = "SHELL=/bin/sh";

	setenv("TZ", "UTC", 0);
	putenv(shell);
	announce();
}

bool settings_load(const char *path)
{
	FILE *file = fopen(path, "r");
	char line[256];

	if (!file)
		return false;
	while (fgets(line, sizeof line, file)) {
		char *equals = strchr(line, '=');

		if (!equals || is_blank(line))
			continue;
		*equals = '\0';
		environment_set(trim(line), trim(equals + 1));
	}
	fclose(file);
	return true;
}
