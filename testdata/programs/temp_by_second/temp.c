#include <stdio.h>
#include <time.h>

static FILE *temporary(const char *folder)
{
	char path[200];

	snprintf(path, sizeof path, "%s/edit-%ld.tmp", folder, (long)time(NULL));
	return fopen(path, "w+");
}

int main(void)
{
	FILE *file = temporary("/tmp");

	return !file || fclose(file);
}
