#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

static atomic_uint made;

static int spool(void)
{
	char path[100];

	snprintf(path, sizeof path, "/var/spool/job.%ld.%u", (long)time(NULL), atomic_fetch_add(&made, 1));
	return open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
}

static int exclusive(void)
{
	char path[100];
	int fd;

	do {
		snprintf(path, sizeof path, "/var/spool/mail.%ld", (long)time(NULL));
		fd = open(path, O_WRONLY | O_CREAT | O_EXCL, 0600);
	} while (fd < 0 && !usleep(1000));
	return fd;
}

int main(void)
{
	return spool() + exclusive() < 0;
}
