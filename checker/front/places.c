/* Where things stand in the source: the use as a person sees it, the macro it came from, and the statement around it.
 */
#include "front/front.h"

#include "base/files.h"
#include "front/text.h"

#include <string.h>

/* --- files -------------------------------------------------------------------- */

static uint32_t new_file(struct front *front, CXFile handle, const char *path)
{
	uint32_t index = names_add(&front->file_paths, path);
	struct source_text text = {.bytes = ""};
	size_t length = 0;

	if (index < front->unit->files.len)
		return index;
	text.bytes = clang_getFileContents(front->tu, handle, &length);
	text.length = text.bytes ? length : 0;
	vec_push(front->arena, &front->unit->files, (struct ir_file){.path = arena_strdup(front->arena, path)});
	hvec_push(&front->texts, text);
	hvec_push(&front->file_handles, handle);
	hvec_push(&front->includers, IR_NONE);
	return index;
}

static uint32_t file_of_handle(struct front *front, CXFile file)
{
	uint64_t *known = map_get(&front->files_seen, (uint64_t)(uintptr_t)file);
	struct arena_mark mark;
	CXString name;
	uint32_t index;

	if (known)
		return (uint32_t)*known;
	mark = arena_mark(&front->scratch);
	name = clang_getFileName(file);
	index = new_file(front, file, path_join(&front->scratch, front->folder, clang_getCString(name)));
	clang_disposeString(name);
	arena_rewind(&front->scratch, mark);
	map_put(&front->files_seen, (uint64_t)(uintptr_t)file, index, NULL);
	return index;
}

uint32_t front_file(struct front *front, CXFile file)
{
	if (!file)
		return IR_NONE;
	if (file != front->last_file) {
		front->last_file_index = file_of_handle(front, file);
		front->last_file = file;
	}
	return front->last_file_index;
}

const struct source_text *front_text(struct front *front, uint32_t file)
{
	return &front->texts.items[file];
}

/* --- places --------------------------------------------------------------------- */

struct spot {
	CXFile file;
	unsigned offset;
};

static struct spot file_spot(CXSourceLocation location)
{
	struct spot spot;

	clang_getFileLocation(location, &spot.file, NULL, NULL, &spot.offset);
	return spot;
}

/* A line ends in "\n", "\r\n" or "\r", as libclang counts them. */
static void find_lines(struct front *front, struct source_text *text)
{
	VEC(uint32_t) starts = {0};

	vec_push(front->arena, &starts, 0);
	for (size_t i = 0; i < text->length; i++)
		if (text->bytes[i] == '\n' ||
		    (text->bytes[i] == '\r' && (i + 1 == text->length || text->bytes[i + 1] != '\n')))
			vec_push(front->arena, &starts, (uint32_t)i + 1);
	text->lines = starts.items;
	text->line_count = starts.len;
}

struct position {
	uint32_t line, column;
};

/* libclang looks for the line's start byte by byte, each time: there are sources of a single line. */
static struct position position_at(struct front *front, uint32_t file, unsigned offset)
{
	struct source_text *text = &front->texts.items[file];
	size_t low = 0, high;

	if (!text->lines)
		find_lines(front, text);
	for (high = text->line_count; high - low > 1;) {
		size_t middle = low + (high - low) / 2;

		if (text->lines[middle] <= offset)
			low = middle;
		else
			high = middle;
	}
	return (struct position){(uint32_t)low + 1, offset - text->lines[low] + 1};
}

struct ir_place front_no_place(void)
{
	return (struct ir_place){.file = IR_NONE, .macro = IR_NONE, .spelling_file = IR_NONE, .statement = IR_NONE};
}

static uint32_t macro_at(struct front *front, uint32_t file, size_t offset)
{
	const struct source_text *text = front_text(front, file);
	const char *at, *end = text->bytes + text->length;
	size_t length, known = front->macros.len;
	uint32_t index;

	if (offset >= text->length)
		return IR_NONE;
	at = text->bytes + offset;
	length = identifier_length(at, end);
	if (!length)
		return IR_NONE;
	index = names_add_n(&front->macros, at, length);
	if (index == known)
		vec_push(front->arena, &front->unit->macro_names, arena_strndup(front->arena, at, length));
	return index;
}

struct ir_place front_location_place(struct front *front, CXSourceLocation location)
{
	struct ir_place place = front_no_place();
	struct spot use = file_spot(location), spelled;
	struct position position;

	if (!use.file)
		return place;
	place.file = place.spelling_file = front_file(front, use.file);
	position = position_at(front, place.file, use.offset);
	place.line = place.end_line = place.spelling_line = position.line;
	place.column = place.end_column = position.column;
	clang_getSpellingLocation(location, &spelled.file, NULL, NULL, &spelled.offset);
	if (spelled.file == use.file && spelled.offset == use.offset)
		return place;
	place.macro = macro_at(front, place.file, use.offset);
	if (spelled.file) { /* otherwise made by ## or # */
		place.spelling_file = front_file(front, spelled.file);
		place.spelling_line = position_at(front, place.spelling_file, spelled.offset).line;
	}
	return place;
}

/* Lets a place end where something does that lies behind its start. */
static void set_end(struct front *front, struct ir_place *place, CXSourceLocation location)
{
	struct spot end = file_spot(location);
	struct position position;

	if (place->file == IR_NONE || front_file(front, end.file) != place->file)
		return;
	position = position_at(front, place->file, end.offset);
	if (position.line < place->line || (position.line == place->line && position.column <= place->column))
		return;
	place->end_line = position.line;
	place->end_column = position.column;
}

struct ir_place front_place(struct front *front, CXCursor cursor)
{
	CXSourceRange range = clang_getCursorExtent(cursor);
	struct ir_place place = front_location_place(front, clang_getRangeStart(range));

	set_end(front, &place, clang_getRangeEnd(range));
	return place;
}

struct ir_place front_place_until(struct front *front, struct ir_place start, CXCursor last)
{
	start.end_line = start.line;
	start.end_column = start.column;
	set_end(front, &start, clang_getRangeEnd(clang_getCursorExtent(last)));
	return start;
}

struct ir_place front_name_place(struct front *front, CXCursor declaration)
{
	struct ir_place place = front_location_place(front, clang_getCursorLocation(declaration));
	const struct source_text *text;
	struct spot spot = file_spot(clang_getCursorLocation(declaration));

	if (place.file == IR_NONE)
		return place;
	text = front_text(front, place.file);
	if (spot.offset < text->length)
		place.end_column += (uint32_t)identifier_length(text->bytes + spot.offset, text->bytes + text->length);
	return place;
}

/* The handle of the same file here: the cursor may be of another parse. */
static uint32_t own_file(struct front *front, CXFile file)
{
	const uint64_t *known = map_get(&front->files_seen, (uint64_t)(uintptr_t)file);
	CXString name;
	CXFile own;

	if (known)
		return (uint32_t)*known;
	name = clang_getFileName(file);
	own = clang_getFile(front->tu, clang_getCString(name));
	clang_disposeString(name);
	return front_file(front, own);
}

bool front_start(struct front *front, CXCursor statement, struct start *start)
{
	CXSourceLocation location = clang_getRangeStart(clang_getCursorExtent(statement));
	struct spot use = file_spot(location), spelled;

	clang_getSpellingLocation(location, &spelled.file, NULL, NULL, &spelled.offset);
	if (!use.file || !spelled.file)
		return false;
	start->file = own_file(front, use.file);
	start->offset = use.offset;
	start->spelling_file = own_file(front, spelled.file);
	start->spelling_offset = spelled.offset;
	return start->file != IR_NONE && start->spelling_file != IR_NONE;
}

/* --- text at a cursor --------------------------------------------------------------- */

bool front_spelled(struct front *front, CXCursor cursor, const char **at, const char **end)
{
	CXSourceLocation start = clang_getRangeStart(clang_getCursorExtent(cursor));
	const struct source_text *text;
	struct spot spot;

	clang_getSpellingLocation(start, &spot.file, NULL, NULL, &spot.offset);
	if (!spot.file)
		return false;
	text = front_text(front, front_file(front, spot.file));
	if (spot.offset >= text->length)
		return false;
	*at = text->bytes + spot.offset;
	*end = text->bytes + text->length;
	return true;
}

const char *front_first_word(struct front *front, CXCursor cursor)
{
	const char *at, *end;

	if (!front_spelled(front, cursor, &at, &end))
		return "";
	return arena_strndup(front->arena, at, identifier_length(at, end));
}

/* --- statements --------------------------------------------------------------------- */

static struct tokens_range range_of(struct front *front, CXCursor full, uint32_t *file)
{
	CXSourceRange extent = clang_getCursorExtent(full);
	CXSourceLocation start = clang_getRangeStart(extent);
	struct spot from = file_spot(start), to = file_spot(clang_getRangeEnd(extent)), outer, name;
	struct tokens_range range = {from.offset, from.offset, SIZE_MAX, from.offset};
	const struct source_text *text;

	*file = front_file(front, from.file);
	if (*file == IR_NONE)
		return range;
	text = front_text(front, *file);
	if (front_file(front, to.file) == *file && to.offset > from.offset)
		range.end = to.offset;
	else if (from.offset < text->length)
		range.end += identifier_length(text->bytes + from.offset, text->bytes + text->length);
	if (range.end > text->length)
		range.end = text->length;
	if (range.start > range.end)
		range.start = range.end;
	clang_getExpansionLocation(start, &outer.file, NULL, NULL, &outer.offset);
	if (front_file(front, outer.file) == *file && outer.offset < range.start)
		range.outer_start = outer.offset;
	if (clang_isDeclaration(full.kind)) {
		name = file_spot(clang_getCursorLocation(full));
		if (front_file(front, name.file) == *file && name.offset >= range.start && name.offset < range.end)
			range.name = name.offset;
	}
	return range;
}

uint32_t front_statement(struct front *front, CXCursor full)
{
	uint32_t file, index = (uint32_t)front->unit->statements.len;
	struct tokens_range range = range_of(front, full, &file);
	struct ir_statement statement;
	const struct source_text *text;
	uint64_t *known;
	bool added;
	size_t end = range.end;

	if (file == IR_NONE)
		return IR_NONE;
	known = map_put(&front->statements_seen,
			(uint64_t)file << 32 | (range.name == SIZE_MAX ? range.start : range.name), index, &added);
	if (!added && front->statement_ends.items[*known] == end)
		return (uint32_t)*known;
	*known = index;
	text = front_text(front, file);
	statement.tokens = text_statement(front->arena, text->bytes, text->length, &range);
	statement.line = position_at(front, file, (unsigned)range.start).line;
	statement.end_line = position_at(front, file, (unsigned)range.end).line;
	vec_push(front->arena, &front->unit->statements, statement);
	hvec_push(&front->statement_ends, end);
	return index;
}
