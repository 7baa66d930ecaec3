/* A marker in the folder for temporary files says that something was told. */
#include "cli/told.h"

#include "base/arena.h"
#include "base/hash.h"
#include "cli/terminal.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define HOUR 3600

static bool was_told(const char *marker)
{
	struct stat st;

	return lstat(marker, &st) == 0 && st.st_uid == getuid() && st.st_mtime > time(NULL) - HOUR;
}

void tell_once(const char *root, const char *text)
{
	const char *folder = getenv("TMPDIR");
	struct arena arena = { 0 };
	char hex[HASH_HEX_SIZE], *marker;
	int fd;

	hash_content(root, strlen(root), hex);
	marker = arena_printf(&arena, "%s/.snag-told-%u-%s", folder && folder[0] ? folder : P_tmpdir, (unsigned)getuid(), hex);
	if (!was_told(marker)) {
		complain("%s", text);
		unlink(marker);
		fd = open(marker, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
		if (fd >= 0)
			close(fd);
	}
	arena_release(&arena);
}
