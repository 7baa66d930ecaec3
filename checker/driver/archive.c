/* Reads the ar format: headers of 60 bytes, long names in a member of their own (GNU) or before the content (BSD). */
#include "driver/archive.h"

#include "base/files.h"

#include <stdlib.h>
#include <string.h>

#define MAGIC "!<arch>\n"
#define THIN_MAGIC "!<thin>\n"
#define MAGIC_LENGTH 8

struct header {
	char name[16], mtime[12], uid[6], gid[6], mode[8], size[10], end[2];
};

struct reading {
	struct arena *arena;
	const char *folder; /* of the archive: thin ones name files seen from it */
	const char *bytes;
	size_t length, at;
	const char *names; /* GNU's table of long names, or NULL */
	size_t names_length;
	struct archive *archive;
};

/* A field is padded with blanks, and no NUL ends it. */
static uint64_t number(const char *field, size_t width)
{
	char text[16] = { 0 };

	memcpy(text, field, width);
	return strtoull(text, NULL, 10);
}

static size_t name_end(const char *name, size_t width)
{
	size_t length = 0;

	while (length < width && name[length] != '/' && name[length] != '\n')
		length++;
	while (length && name[length - 1] == ' ')
		length--;
	return length;
}

/* "/123": the name stands in the table. A thin archive's names hold slashes, so only "/\n" ends them. */
static char *long_name(const struct reading *reading, const struct header *header)
{
	uint64_t offset = number(header->name + 1, sizeof header->name - 1);
	const char *start, *end;

	if (!reading->names || offset >= reading->names_length)
		return NULL;
	start = reading->names + offset;
	end = memchr(start, '\n', reading->names_length - (size_t)offset);
	if (!end)
		return NULL;
	if (end > start && end[-1] == '/')
		end--;
	return arena_strndup(reading->arena, start, (size_t)(end - start));
}

/* "#1/12": BSD's, with the name in front of the content. */
static char *bsd_name(const struct reading *reading, const struct header *header, struct archive_member *member)
{
	uint64_t length = number(header->name + 3, sizeof header->name - 3);

	if (length > member->size)
		return NULL;
	member->bytes += length;
	member->size -= length;
	return arena_strndup(reading->arena, member->bytes - length, (size_t)length);
}

static void add_member(struct reading *reading, const struct header *header, struct archive_member member)
{
	if (!strncmp(header->name, "#1/", 3) && !reading->archive->thin)
		member.name = bsd_name(reading, header, &member);
	else if (header->name[0] == '/')
		member.name = long_name(reading, header);
	else
		member.name = arena_strndup(reading->arena, header->name,
					    name_end(header->name, sizeof header->name));
	if (!member.name || !strncmp(member.name, "__.SYMDEF", 9))
		return;
	if (reading->archive->thin) {
		member.name = path_join(reading->arena, reading->folder, member.name);
		member.bytes = NULL;
	}
	vec_push(reading->arena, &reading->archive->members, member);
}

/* "/" and "/SYM64/" are indices of symbols; "//" is the table of names. */
static bool is_index(const struct header *header)
{
	return !strncmp(header->name, "/ ", 2) || !strncmp(header->name, "/SYM64/", 7);
}

static bool read_member(struct reading *reading, const char *path, struct err *err)
{
	const struct header *header = (const struct header *)(reading->bytes + reading->at);
	struct archive_member member = { 0 };
	bool table, stored;

	if (reading->length - reading->at < sizeof *header || memcmp(header->end, "`\n", 2) != 0)
		return err_set(err, "'%s' is a broken archive", path);
	member.size = number(header->size, sizeof header->size);
	member.bytes = reading->bytes + reading->at + sizeof *header;
	reading->at += sizeof *header;
	table = !strncmp(header->name, "//", 2);
	stored = !reading->archive->thin || table || is_index(header);
	if (stored && member.size > reading->length - reading->at)
		return err_set(err, "'%s' is an archive that was cut off", path);
	if (table) {
		reading->names = member.bytes;
		reading->names_length = (size_t)member.size;
	} else if (!is_index(header)) {
		add_member(reading, header, member);
	}
	if (stored)
		reading->at += (size_t)(member.size + (member.size & 1));
	return true;
}

bool archive_read(struct arena *arena, const char *path, struct archive *archive, struct err *err)
{
	struct reading reading = { .arena = arena, .archive = archive, .folder = path_folder(arena, path) };
	char *bytes;

	*archive = (struct archive){ 0 };
	if (!file_read(arena, path, 0, &bytes, &reading.length, err))
		return false;
	reading.bytes = bytes;
	if (reading.length >= MAGIC_LENGTH && !memcmp(bytes, THIN_MAGIC, MAGIC_LENGTH))
		archive->thin = true;
	else if (reading.length < MAGIC_LENGTH || memcmp(bytes, MAGIC, MAGIC_LENGTH) != 0)
		return err_set(err, "'%s' is no archive", path);
	reading.at = MAGIC_LENGTH;
	while (reading.at < reading.length)
		if (!read_member(&reading, path, err))
			return false;
	return true;
}
