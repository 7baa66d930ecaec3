/* Files and paths. */
#include "base/files.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool read_all(int fd, const char *path, char *bytes, size_t want, size_t *got, struct err *err)
{
	*got = 0;
	while (*got < want) {
		ssize_t n = read(fd, bytes + *got, want - *got);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return err_set(err, "cannot read '%s': %s", path, strerror(errno));
		if (n == 0)
			break;
		*got += (size_t)n;
	}
	return true;
}

bool file_read(struct arena *arena, const char *path, size_t limit, char **bytes, size_t *length, struct err *err)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK); /* a FIFO would wait for a writer */
	struct stat st;
	bool ok = false;

	if (fd < 0)
		return err_set(err, "cannot open '%s': %s", path, strerror(errno));
	if (!limit)
		limit = FILE_SIZE_LIMIT;
	if (fstat(fd, &st) != 0)
		err_set(err, "cannot read '%s': %s", path, strerror(errno));
	else if (!S_ISREG(st.st_mode))
		err_set(err, "'%s' is not a plain file", path);
	else if ((uintmax_t)st.st_size > limit)
		err_set(err, "'%s' is larger than %zu bytes", path, limit);
	else {
		*bytes = arena_alloc(arena, (size_t)st.st_size + 1);
		ok = read_all(fd, path, *bytes, (size_t)st.st_size, length, err);
	}
	close(fd);
	return ok;
}

static bool write_all(int fd, const char *bytes, size_t length)
{
	while (length > 0) {
		ssize_t n = write(fd, bytes, length);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return false;
		bytes += n;
		length -= (size_t)n;
	}
	return true;
}

/* Where a link leads, in the arena; the path itself where it is none, or leads nowhere. */
static const char *behind_links(struct arena *arena, const char *path)
{
	struct stat st;
	char *real = lstat(path, &st) == 0 && S_ISLNK(st.st_mode) ? realpath(path, NULL) : NULL;

	if (!real)
		return path;
	path = arena_strdup(arena, real);
	free(real);
	return path;
}

static bool write_in_place(const char *path, const void *bytes, size_t length, struct err *err)
{
	int fd = open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY);
	bool ok = fd >= 0 && write_all(fd, bytes, length);

	if (fd >= 0 && close(fd) != 0)
		ok = false;
	return ok || err_set(err, "cannot write '%s': %s", path, strerror(errno));
}

bool file_write(const char *path, const void *bytes, size_t length, struct err *err)
{
	struct arena arena = { 0 };
	struct stat st;
	bool there = stat(path, &st) == 0;
	char *temporary;
	bool ok = false;
	int fd;

	if (there && !S_ISREG(st.st_mode))
		return write_in_place(path, bytes, length, err);
	path = behind_links(&arena, path);
	temporary = arena_printf(&arena, "%s.%ld.tmp", path, (long)getpid());
	fd = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
	if (fd < 0) {
		err_set(err, "cannot write '%s': %s", path, strerror(errno));
		goto out;
	}
	ok = write_all(fd, bytes, length) && (!there || fchmod(fd, st.st_mode & 07777) == 0);
	if (!ok)
		err_set(err, "cannot write '%s': %s", path, strerror(errno));
	if (close(fd) != 0 && ok)
		ok = err_set(err, "cannot write '%s': %s", path, strerror(errno));
	if (ok && rename(temporary, path) != 0)
		ok = err_set(err, "cannot rename '%s' to '%s': %s", temporary, path, strerror(errno));
	if (!ok)
		unlink(temporary);
out:
	arena_release(&arena);
	return ok;
}

bool folder_exists(const char *path)
{
	struct stat st;

	return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

bool file_exists(const char *path)
{
	return access(path, F_OK) == 0;
}

bool folder_make(const char *path, struct err *err)
{
	char *copy = xstrdup(path);
	bool ok = true;

	for (char *p = copy + 1; ok; p++) {
		char end = *p;

		if (end != '/' && end != '\0')
			continue;
		*p = '\0';
		if (mkdir(copy, 0777) != 0 && errno != EEXIST)
			ok = err_set(err, "cannot make the folder '%s': %s", copy, strerror(errno));
		*p = end;
		if (!end)
			break;
	}
	free(copy);
	return ok;
}

void folder_remove(const char *path)
{
	DIR *dir = opendir(path);

	if (!dir)
		return;
	for (struct dirent *entry; (entry = readdir(dir));)
		unlinkat(dirfd(dir), entry->d_name, 0);
	closedir(dir);
	rmdir(path);
}

char *path_join(struct arena *arena, const char *base, const char *path)
{
	char *in = path[0] == '/' ? arena_strdup(arena, path) : arena_printf(arena, "%s/%s", base, path);
	char *out = arena_alloc(arena, strlen(in) + 2);
	bool absolute = in[0] == '/';
	size_t len = 0, floor = 0; /* floor: before it stand only ".." steps that can't be taken back */
	char *rest = NULL;

	if (absolute)
		out[len++] = '/';
	floor = len;
	for (char *step = strtok_r(in, "/", &rest); step; step = strtok_r(NULL, "/", &rest)) {
		if (!strcmp(step, "."))
			continue;
		if (!strcmp(step, "..") && len > floor) {
			while (len > floor && out[len - 1] != '/')
				len--;
			if (len > floor)
				len--;
			continue;
		}
		if (!strcmp(step, "..") && absolute)
			continue;
		if (len > 0 && out[len - 1] != '/')
			out[len++] = '/';
		memcpy(out + len, step, strlen(step));
		len += strlen(step);
		if (!strcmp(step, ".."))
			floor = len;
	}
	if (len == 0)
		out[len++] = '.';
	out[len] = '\0';
	return out;
}

const char *path_below(const char *root, const char *path)
{
	size_t length = strlen(root);

	if (length == 1 && root[0] == '/' && path[0] == '/' && path[1])
		return path + 1;
	if (!strncmp(path, root, length) && path[length] == '/' && path[length + 1])
		return path + length + 1;
	return path;
}

const char *path_base(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

char *path_folder(struct arena *arena, const char *path)
{
	const char *slash = strrchr(path, '/');

	if (!slash)
		return arena_strdup(arena, ".");
	return slash == path ? arena_strdup(arena, "/") : arena_strndup(arena, path, (size_t)(slash - path));
}

bool path_cwd(struct arena *arena, char **cwd, struct err *err)
{
	const char *named = getenv("PWD");
	struct stat here, there;
	char *real;

	if (named && named[0] == '/' && stat(named, &there) == 0 && stat(".", &here) == 0 &&
	    here.st_dev == there.st_dev && here.st_ino == there.st_ino) {
		*cwd = path_join(arena, "/", named);
		return true;
	}
	real = getcwd(NULL, 0);
	if (!real)
		return err_set(err, "cannot tell the working folder: %s", strerror(errno));
	*cwd = arena_strdup(arena, real);
	free(real);
	return true;
}
