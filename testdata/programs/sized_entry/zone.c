#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static void put(char *entry)
{
	if (putenv(entry))
		perror("putenv");
}

static void use_zone(const char *zone)
{
	char entry[strlen(zone) + 4];

	memcpy(entry, "TZ=", 3);
	strcpy(entry + 3, zone);
	put(entry);
	tzset();
}

int main(int argc, char **argv)
{
	time_t now = time(NULL);

	for (int i = 1; i < argc; i++) {
		use_zone(argv[i]);
		fputs(ctime(&now), stdout);
	}
	return 0;
}
