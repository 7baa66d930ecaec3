/* Names of files that are created. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

static int spool_bad(void)
{
	char path[80];
	struct timespec ts;

	clock_gettime(CLOCK_REALTIME, &ts);
	snprintf(path, sizeof path, "/var/spool/x/%ld.%09ld", (long)ts.tv_sec, ts.tv_nsec); // expect: timestamp-id
	return open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
}

static FILE *stdio_bad(const char *folder)
{
	char path[200];

	snprintf(path, sizeof path, "%s/report-%ld.txt", folder, (long)time(NULL)); // expect: timestamp-id
	return fopen(path, "w");
}

static int make_file(const char *path)
{
	return creat(path, 0644);
}

static int through_wrapper_bad(void)
{
	char *path;

	if (asprintf(&path, "/tmp/part-%ld", (long)time(NULL)) < 0) // expect: timestamp-id
		return -1;
	return make_file(path);
}

static void build_path_bad(char *out, size_t size)
{
	struct timeval tv;

	gettimeofday(&tv, NULL);
	snprintf(out, size, "/tmp/%ld%06ld", (long)tv.tv_sec, (long)tv.tv_usec); // expect: timestamp-id
}

static int filled_elsewhere(void)
{
	char path[64];

	build_path_bad(path, sizeof path);
	return open(path, O_RDWR | O_CREAT, 0600);
}

static int shared_memory_bad(void)
{
	char segment[40];

	snprintf(segment, sizeof segment, "/ring-%lld", (long long)time(NULL)); // expect: timestamp-id
	return shm_open(segment, O_RDWR | O_CREAT, 0600);
}

static int socket_bad(int fd)
{
	struct sockaddr_un addr = { .sun_family = AF_UNIX };

	snprintf(addr.sun_path, sizeof addr.sun_path, "/run/x-%ld", (long)time(NULL)); // expect: timestamp-id
	return bind(fd, (struct sockaddr *)&addr, sizeof addr);
}

static FILE *calendar_bad(void)
{
	char path[64];
	time_t now = time(NULL);

	strftime(path, sizeof path, "shot-%Y%m%d-%H%M%S.png", localtime(&now)); // expect: timestamp-id
	return fopen(path, "wb");
}

static int exclusive_ok(void)
{
	char path[80];
	int fd;

	do {
		snprintf(path, sizeof path, "/tmp/x-%ld", (long)time(NULL));
		fd = open(path, O_WRONLY | O_CREAT | O_EXCL, 0600);
	} while (fd < 0 && errno == EEXIST);
	return fd;
}

static FILE *exclusive_stdio_ok(void)
{
	char path[80];

	snprintf(path, sizeof path, "/tmp/x-%ld", (long)time(NULL));
	return fopen(path, "wx");
}

static int mkstemp_ok(void)
{
	char path[80];

	snprintf(path, sizeof path, "/tmp/%ld-XXXXXX", (long)time(NULL));
	return mkstemp(path);
}

static int opened_ok(void)
{
	char path[80];

	snprintf(path, sizeof path, "/var/log/x/%ld", (long)time(NULL) / 86400);
	return open(path, O_RDONLY);
}

static FILE *daily_log_ok(void)
{
	char path[64];
	time_t now = time(NULL);

	strftime(path, sizeof path, "log-%Y%m%d", localtime(&now));
	return fopen(path, "w");
}

static FILE *appended_ok(void)
{
	char path[64];

	snprintf(path, sizeof path, "log-%ld", (long)time(NULL));
	return fopen(path, "a");
}

static int into_buffer_bad(char *path, size_t size)
{
	snprintf(path, size, "/var/spool/x/%ld.part", (long)time(NULL)); // expect: timestamp-id
	return open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
}

static int into_buffer_ok(char *path, size_t size)
{
	int fd, tries = 0;

	do {
		snprintf(path, size, "/var/spool/x/%ld", (long)time(NULL));
		fd = open(path, O_WRONLY | O_CREAT | O_EXCL, 0600);
	} while (fd < 0 && ++tries < 10);
	return fd;
}

int main(int argc, char **argv)
{
	char path[64];

	(void)argv;
	if (argc > 1)
		into_buffer_bad(path, sizeof path);
	else
		into_buffer_ok(path, sizeof path);
	spool_bad();
	stdio_bad("/tmp");
	through_wrapper_bad();
	filled_elsewhere();
	shared_memory_bad();
	socket_bad(socket(AF_UNIX, SOCK_STREAM, 0));
	calendar_bad();
	exclusive_ok();
	exclusive_stdio_ok();
	mkstemp_ok();
	opened_ok();
	daily_log_ok();
	appended_ok();
	return 0;
}
