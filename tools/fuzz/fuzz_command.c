/* Fuzz target: compile databases, and what becomes of their commands. */
#include "command/command.h"

#include <stdint.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

static void read_database(const char *path)
{
	struct arena arena = { 0 };
	struct commands commands = { 0 };
	struct err err = { 0 };
	size_t count;

	if (commands_read(&arena, path, &commands, &err)) {
		for (size_t i = 0; i < commands.all.len; i++) {
			command_for_libclang(&arena, &commands.all.items[i], false, &count);
			command_for_libclang(&arena, &commands.all.items[i], true, &count);
		}
	}
	arena_release(&arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
	char path[64];
	int fd = memfd_create("compile_commands.json", 0);

	if (fd < 0)
		return 0;
	snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
	if (write(fd, bytes, length) == (ssize_t)length)
		read_database(path);
	close(fd);
	return 0;
}
