#include <stdio.h>
#include <time.h>

static int rotate(const char *path)
{
	char stamp[40], old[200];
	time_t now = time(NULL);

	strftime(stamp, sizeof stamp, "%Y%m%d-%H%M%S", localtime(&now));
	snprintf(old, sizeof old, "%s.%s", path, stamp);
	return rename(path, old);
}

int main(int argc, char **argv)
{
	return rotate(argv[argc - 1]);
}
