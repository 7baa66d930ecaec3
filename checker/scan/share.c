/* The shared scanner: a lock, a socket, and a child process for each connection. */
#include "scan/share.h"

#include "scan/serve.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#define BACKLOG 64

/* -1 where another one has it. It is held as long as the process lives. The file stays: who removed it could remove another one's. */
static bool take_lock(const char *path, int *lock_fd, struct err *err)
{
	char lock[sizeof ((struct sockaddr_un *)NULL)->sun_path + 8];

	snprintf(lock, sizeof lock, "%s.lock", path);
	*lock_fd = open(lock, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
	if (*lock_fd < 0)
		return err_set(err, "cannot open '%s': %s", lock, strerror(errno));
	if (flock(*lock_fd, LOCK_EX | LOCK_NB) == 0)
		return true;
	close(*lock_fd);
	*lock_fd = -1;
	return true;
}

static bool open_socket(const char *path, int *listener, struct err *err)
{
	struct sockaddr_un address = { .sun_family = AF_UNIX };
	mode_t mask;
	bool ok;

	memcpy(address.sun_path, path, strlen(path) + 1);
	*listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	if (*listener < 0)
		return err_set(err, "no socket: %s", strerror(errno));
	unlink(path);
	mask = umask(077);
	ok = bind(*listener, (const struct sockaddr *)&address, sizeof address) == 0 && listen(*listener, BACKLOG) == 0;
	umask(mask);
	return ok || err_set(err, "cannot listen on '%s': %s", path, strerror(errno));
}

static bool is_our_user(int connection)
{
	struct ucred peer;
	socklen_t size = sizeof peer;

	return getsockopt(connection, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 && peer.uid == geteuid();
}

/* Only so that poll() returns: ignored, children would be reaped as well, but what they cost would stand nowhere. */
static void child_ended(int signal_number)
{
	(void)signal_number;
}

static void reap(void)
{
	while (waitpid(-1, NULL, WNOHANG) > 0)
		;
}

static _Noreturn void serve_connection(int connection, int listener, int lock_fd)
{
	/* Or both would outlive a server that was killed: no new one could start, and who connects would wait for nobody. */
	close(listener);
	close(lock_fd);
	signal(SIGCHLD, SIG_DFL);
	if (dup2(connection, STDIN_FILENO) < 0 || dup2(connection, STDOUT_FILENO) < 0)
		_exit(1);
	close(connection);
	_exit(scan_serve(stdin, stdout, NULL) ? 0 : 1);
}

/* Whether one was there. Where no process can be made, the other side finds the connection closed and helps itself. */
static bool accept_one(int listener, int lock_fd)
{
	int connection = accept4(listener, NULL, NULL, SOCK_CLOEXEC);

	if (connection < 0)
		return errno == EINTR || errno == ECONNABORTED;
	if (is_our_user(connection) && fork() == 0)
		serve_connection(connection, listener, lock_fd);
	close(connection);
	return true;
}

bool scan_share(const char *path, int idle_ms, struct err *err)
{
	struct pollfd ready = { .events = POLLIN };
	int lock_fd = -1;

	if (strlen(path) >= sizeof ((struct sockaddr_un *)NULL)->sun_path)
		return err_set(err, "the path '%s' is too long for a socket", path);
	if (!take_lock(path, &lock_fd, err))
		return false;
	if (lock_fd < 0)
		return true;
	if (!open_socket(path, &ready.fd, err))
		return false;
	if (chdir("/") != 0)
		return err_set(err, "cannot go to '/': %s", strerror(errno));
	signal(SIGCHLD, child_ended);
	while (poll(&ready, 1, idle_ms) != 0) {
		while (accept_one(ready.fd, lock_fd))
			;
		reap();
	}
	/* After this nobody new comes, and whoever came meanwhile is served. */
	unlink(path);
	while (accept_one(ready.fd, lock_fd))
		;
	close(ready.fd);
	return true;
}
