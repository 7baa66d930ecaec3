/* Source files, read once and kept while they are asked for. */
#include "report/source.h"

#include "base/files.h"

#include <string.h>

/* Larger files are data rather than sources that somebody would look into. */
#define SOURCE_LIMIT ((size_t)64 << 20)

static void load(struct source *source, const char *file)
{
	char *bytes = NULL;
	size_t length = 0;

	arena_release(&source->arena);
	*source = (struct source){ 0 };
	source->file = arena_strdup(&source->arena, file);
	if (!file_read(&source->arena, file, SOURCE_LIMIT, &bytes, &length, NULL))
		return;
	source->bytes = source->line = bytes;
	source->end = bytes + length;
	source->number = 1;
}

static struct source *source_of(struct sources *sources, const char *file)
{
	struct source *source;

	for (size_t i = 0; i < SOURCES_HELD; i++)
		if (sources->held[i].file && !strcmp(sources->held[i].file, file))
			return &sources->held[i];
	source = &sources->held[sources->next++ % SOURCES_HELD];
	load(source, file);
	return source;
}

/* The end of the line that begins here: its line feed, or the end of the file. */
static const char *line_end(const struct source *source, const char *line)
{
	const char *end = memchr(line, '\n', (size_t)(source->end - line));

	return end ? end : source->end;
}

bool sources_line(struct sources *sources, const char *file, uint32_t number, const char **line, size_t *length)
{
	struct source *source = source_of(sources, file);
	const char *end;

	if (!source->bytes || !number)
		return false;
	if (number < source->number) {
		source->line = source->bytes;
		source->number = 1;
	}
	while (source->number < number) {
		end = line_end(source, source->line);
		if (end == source->end)
			return false;
		source->line = end + 1;
		source->number++;
	}
	if (source->line == source->end)
		return false;
	end = line_end(source, source->line);
	if (end > source->line && end[-1] == '\r')
		end--;
	*line = source->line;
	*length = (size_t)(end - source->line);
	return true;
}

void sources_release(struct sources *sources)
{
	for (size_t i = 0; i < SOURCES_HELD; i++)
		arena_release(&sources->held[i].arena);
	*sources = (struct sources){ 0 };
}
