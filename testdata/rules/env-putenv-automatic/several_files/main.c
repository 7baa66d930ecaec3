/* Makes one string that ends with its function, and one that doesn't. */
#include <stdio.h>

int put_bad(char *entry);
int put_ok(char *entry);

static int port(int number)
{
	static char kept[24];
	char entry[24];

	snprintf(entry, sizeof entry, "PORT=%d", number);
	snprintf(kept, sizeof kept, "KEPT=%d", number);
	return put_bad(entry) || put_ok(kept);
}

int main(int argc, char **argv)
{
	(void)argv;
	return port(argc);
}
