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
	unsigned line, column, offset;
};

static struct spot file_spot(CXSourceLocation location)
{
	struct spot spot;

	clang_getFileLocation(location, &spot.file, &spot.line, &spot.column, &spot.offset);
	return spot;
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

	if (!use.file)
		return place;
	place.file = place.spelling_file = front_file(front, use.file);
	place.line = place.end_line = place.spelling_line = use.line;
	place.column = place.end_column = use.column;
	clang_getSpellingLocation(location, &spelled.file, &spelled.line, &spelled.column, &spelled.offset);
	if (spelled.file == use.file && spelled.offset == use.offset)
		return place;
	place.macro = macro_at(front, place.file, use.offset);
	if (spelled.file) { /* otherwise made by ## or # */
		place.spelling_file = front_file(front, spelled.file);
		place.spelling_line = spelled.line;
	}
	return place;
}

struct ir_place front_place(struct front *front, CXCursor cursor)
{
	CXSourceRange range = clang_getCursorExtent(cursor);
	struct ir_place place = front_location_place(front, clang_getRangeStart(range));
	struct spot end;

	if (place.file == IR_NONE)
		return place;
	end = file_spot(clang_getRangeEnd(range));
	if (front_file(front, end.file) == place.file &&
	    (end.line > place.line || (end.line == place.line && end.column > place.column))) {
		place.end_line = end.line;
		place.end_column = end.column;
	}
	return place;
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

	clang_getSpellingLocation(location, &spelled.file, &spelled.line, &spelled.column, &spelled.offset);
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

	clang_getSpellingLocation(start, &spot.file, &spot.line, &spot.column, &spot.offset);
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
	clang_getExpansionLocation(start, &outer.file, &outer.line, &outer.column, &outer.offset);
	if (front_file(front, outer.file) == *file && outer.offset < range.start)
		range.outer_start = outer.offset;
	if (clang_isDeclaration(full.kind)) {
		name = file_spot(clang_getCursorLocation(full));
		if (front_file(front, name.file) == *file && name.offset >= range.start && name.offset < range.end)
			range.name = name.offset;
	}
	return range;
}

static uint32_t line_at(const struct source_text *text, size_t from, uint32_t line, size_t to)
{
	for (size_t i = from; i < to; i++)
		line += text->bytes[i] == '\n';
	for (size_t i = to; i < from; i++)
		line -= text->bytes[i] == '\n';
	return line;
}

uint32_t front_statement(struct front *front, CXCursor full)
{
	uint32_t file, index = (uint32_t)front->unit->statements.len;
	struct tokens_range range = range_of(front, full, &file);
	struct spot from = file_spot(clang_getRangeStart(clang_getCursorExtent(full)));
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
	statement.line = line_at(text, from.offset, from.line, range.start);
	statement.end_line = line_at(text, range.start, statement.line, range.end);
	vec_push(front->arena, &front->unit->statements, statement);
	hvec_push(&front->statement_ends, end);
	return index;
}
