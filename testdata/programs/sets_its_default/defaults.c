#include <stdio.h>
#include <stdlib.h>

static const char *need(const char *name, const char *otherwise)
{
	const char *value = getenv(name);

	if (value == NULL || *value == '\0') {
		setenv(name, otherwise, 1);
		value = otherwise;
	}
	return value;
}

int main(void)
{
	printf("%s\n", need("CACHE_DIR", "/var/cache"));
	printf("%s\n", need("CACHE_SIZE", "64"));
	return 0;
}
