/* Scanners that print. */
#include "driver/dump.h"

#include "base/subprocess.h"
#include "driver/request.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The scanner reads its line before it prints, so this can't wait for ever. An error shows in its status. */
static void send(int fd, const char *line)
{
	size_t length = strlen(line);

	while (length > 0) {
		ssize_t n = write(fd, line, length);

		if (n < 0 && errno != EINTR)
			return;
		line += n > 0 ? n : 0;
		length -= n > 0 ? (size_t)n : 0;
	}
}

static void copy(int fd, FILE *out)
{
	char bytes[8192];
	ssize_t n;

	while ((n = read(fd, bytes, sizeof bytes)) != 0) {
		if (n < 0 && errno != EINTR)
			return;
		if (n > 0)
			fwrite(bytes, 1, (size_t)n, out);
	}
}

bool dump_command(struct arena *arena, const char *scanner, const char *mode, const struct command *command,
		  const char *models, unsigned timeout_seconds, FILE *out, int *status, struct err *err)
{
	char *argv[] = { arena_strdup(arena, scanner), arena_strdup(arena, mode), NULL };
	const char *line = request_line(arena, 0, command, "", models, timeout_seconds);
	struct sigaction ignore = { .sa_handler = SIG_IGN }, before;
	struct subprocess process;

	if (!line)
		return err_set(err, "the command for '%s' has bytes that are not UTF-8", command->file);
	if (!subprocess_start(&process, argv, err))
		return false;
	sigaction(SIGPIPE, &ignore, &before);
	send(process.to, line);
	sigaction(SIGPIPE, &before, NULL);
	close(process.to);
	process.to = -1;
	copy(process.from, out);
	*status = subprocess_wait(&process);
	return true;
}

bool dump_version(struct arena *arena, const char *scanner, char **version, struct err *err)
{
	char *argv[] = { arena_strdup(arena, scanner), arena_strdup(arena, "--version"), NULL };
	struct subprocess process;
	char *text = NULL;
	size_t length = 0;
	FILE *out;
	int status;

	if (!subprocess_start(&process, argv, err))
		return false;
	out = open_memstream(&text, &length);
	if (out) {
		copy(process.from, out);
		fclose(out);
	}
	status = subprocess_wait(&process);
	*version = arena_strndup(arena, text ? text : "", text ? strcspn(text, "\n") : 0);
	free(text);
	return status == 0 || err_set(err, "'%s --version' fails", scanner);
}
