/* The shared scanner, with requests that are answered by their own words. */
#include "scan/share.h"

#include "base/files.h"
#include "scan/serve.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#define LONG_MS 60000

static char place[] = "/tmp/snag-share-XXXXXX";
static char path[sizeof place + 16];

bool scan_serve(FILE *in, FILE *out, struct err *err)
{
	int c;

	(void)err;
	while ((c = getc(in)) != EOF) {
		putc(c, out);
		fflush(out);
	}
	return true;
}

static pid_t start(int idle_ms)
{
	pid_t child = fork();

	if (child == 0)
		_exit(scan_share(path, idle_ms, NULL) ? 0 : 1);
	return child;
}

static int end_of(pid_t child)
{
	int status = -1;

	waitpid(child, &status, 0);
	return status;
}

static int try_to_connect(void)
{
	struct sockaddr_un address = { .sun_family = AF_UNIX };
	int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);

	memcpy(address.sun_path, path, strlen(path) + 1);
	if (connect(fd, (const struct sockaddr *)&address, sizeof address) == 0)
		return fd;
	close(fd);
	return -1;
}

static int connect_to(pid_t child)
{
	int fd;

	while ((fd = try_to_connect()) < 0 && waitpid(child, NULL, WNOHANG) == 0)
		usleep(1000);
	assert_true(fd >= 0);
	return fd;
}

static void ask(int fd, char word)
{
	char answer = 0;

	assert_int_equal(write(fd, &word, 1), 1);
	assert_int_equal(read(fd, &answer, 1), 1);
	assert_int_equal(answer, word);
}

static void all_are_served_at_once_and_by_one(void **state)
{
	pid_t child = start(LONG_MS);
	int one = connect_to(child), other = connect_to(child);
	struct stat st;

	(void)state;
	ask(one, 'a');
	ask(other, 'b');
	ask(one, 'c');
	assert_int_equal(stat(path, &st), 0);
	assert_int_equal(st.st_mode & 077, 0);
	assert_int_equal(end_of(start(LONG_MS)), 0);
	ask(other, 'd');
	close(one);
	close(other);
	kill(child, SIGKILL);
	end_of(child);
}

static void what_a_killed_one_left_is_in_nobodys_way(void **state)
{
	pid_t child = start(LONG_MS);
	int served = connect_to(child), fd;

	(void)state;
	ask(served, 'a'); /* its process is there, with nothing of the server's any more */
	kill(child, SIGKILL);
	end_of(child);
	assert_int_equal(access(path, F_OK), 0);
	assert_int_equal(try_to_connect(), -1);
	child = start(LONG_MS);
	fd = connect_to(child);
	ask(fd, 'b');
	ask(served, 'c');
	close(served);
	close(fd);
	kill(child, SIGKILL);
	end_of(child);
}

static void it_ends_when_nobody_comes(void **state)
{
	(void)state;
	assert_int_equal(end_of(start(1)), 0);
	assert_int_not_equal(access(path, F_OK), 0);
}

static void a_path_that_no_socket_can_have_is_refused(void **state)
{
	char longer[300];
	struct err err = { 0 }, other = { 0 };

	(void)state;
	memset(longer, 'x', sizeof longer - 1);
	longer[sizeof longer - 1] = '\0';
	assert_false(scan_share(longer, 1, &err));
	assert_non_null(strstr(err.text, "too long"));
	assert_false(scan_share("/nonexistent/folder/socket", 1, &other));
	assert_non_null(strstr(other.text, "cannot open '/nonexistent/folder/socket.lock'"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(all_are_served_at_once_and_by_one),
		cmocka_unit_test(what_a_killed_one_left_is_in_nobodys_way),
		cmocka_unit_test(it_ends_when_nobody_comes),
		cmocka_unit_test(a_path_that_no_socket_can_have_is_refused),
	};
	int failed;

	assert_non_null(mkdtemp(place));
	snprintf(path, sizeof path, "%s/socket", place);
	failed = cmocka_run_group_tests(tests, NULL, NULL);
	folder_remove(place);
	return failed;
}
