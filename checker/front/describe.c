/* What a unit says besides its code: its files, the target, the errors, and the order of its functions. */
#include "front/describe.h"

#include "base/hash.h"
#include "front/text.h"

#include <stdlib.h>
#include <string.h>

void describe_target(struct front *front)
{
	CXTargetInfo info = clang_getTranslationUnitTargetInfo(front->tu);
	struct ir_unit *unit = front->unit;
	int width = clang_TargetInfo_getPointerWidth(info);

	unit->target = front_string(front, clang_TargetInfo_getTriple(info));
	unit->pointer_size = width > 0 ? (uint32_t)width / 8 : 8;
	unit->char_is_signed = strncmp(unit->target, "arm", 3) && strncmp(unit->target, "aarch64", 7) &&
			       strncmp(unit->target, "powerpc", 7) && strncmp(unit->target, "s390", 4) &&
			       strncmp(unit->target, "riscv", 5);
	unit->glibc_minor = -1;
	clang_TargetInfo_dispose(info);
}

/* --- files ------------------------------------------------------------------------ */

static void add_inclusion(CXFile file, CXSourceLocation *stack, unsigned depth, CXClientData data)
{
	struct front *front = data;
	size_t known = front->unit->files.len;
	uint32_t index = front_file(front, file);
	CXFile includer;

	if (index < known || depth == 0)
		return;
	clang_getExpansionLocation(stack[0], &includer, NULL, NULL, NULL);
	front->includers.items[index] = front_file(front, includer);
}

void describe_files(struct front *front)
{
	CXString name = clang_getTranslationUnitSpelling(front->tu);

	front->main_handle = clang_getFile(front->tu, clang_getCString(name));
	clang_disposeString(name);
	front->unit->main_file = front_file(front, front->main_handle);
	clang_getInclusions(front->tu, add_inclusion, front);
}

/* What a system header includes is one too; asking about each file would cost more than hashing it. */
static bool is_system_file(struct front *front, uint32_t file)
{
	uint32_t includer = front->includers.items[file];

	if (includer < file && front->unit->files.items[includer].system)
		return true;
	return clang_Location_isInSystemHeader(
		clang_getLocationForOffset(front->tu, front->file_handles.items[file], 0));
}

static void finish_files(struct front *front)
{
	for (uint32_t i = 0; i < front->unit->files.len; i++) {
		struct ir_file *file = &front->unit->files.items[i];

		hash_content(front->texts.items[i].bytes, front->texts.items[i].length, file->content_hash);
		file->system = is_system_file(front, i);
	}
}

/* --- the C library ------------------------------------------------------------------- */

static int glibc_minor_in(const struct source_text *text)
{
	static const char word[] = "__GLIBC_MINOR__";
	const char *end = text->bytes + text->length, *at = text->bytes;

	while ((at = memmem(at, (size_t)(end - at), word, sizeof word - 1))) {
		const char *line = at;

		while (line > text->bytes && line[-1] != '\n')
			line--;
		at += sizeof word - 1;
		if (memmem(line, (size_t)(at - line), "define", 6) && (*at == ' ' || *at == '\t'))
			return atoi(at);
	}
	return -1;
}

static void find_glibc(struct front *front)
{
	static const char name[] = "/features.h";

	for (uint32_t i = 0; i < front->unit->files.len && front->unit->glibc_minor < 0; i++) {
		const char *path = front->unit->files.items[i].path;
		size_t length = strlen(path);

		if (front->unit->files.items[i].system && length >= sizeof name &&
		    !strcmp(path + length - (sizeof name - 1), name))
			front->unit->glibc_minor = glibc_minor_in(&front->texts.items[i]);
	}
}

/* --- errors --------------------------------------------------------------------------- */

/* gcc knows arguments of attributes that clang doesn't: nothing of the code is lost with them. */
static bool loses_code(const char *text)
{
	return !strstr(text, "attribute takes no arguments");
}

/* Nested functions are GNU C, but not clang's: "… not allowed here" is said of the body's brace. */
static const char *worded(struct front *front, CXDiagnostic diagnostic)
{
	const char *text = front_string(front, clang_getDiagnosticSpelling(diagnostic)), *name;
	const struct source_text *source;
	unsigned offset;
	size_t length;
	CXFile file;

	if (front->cplusplus || !strstr(text, "function definition is not allowed here"))
		return text;
	clang_getFileLocation(clang_getDiagnosticLocation(diagnostic), &file, NULL, NULL, &offset);
	source = file ? front_text(front, front_file(front, file)) : NULL;
	if (!source || offset >= source->length)
		return text;
	name = text_defined_name(source->bytes, source->bytes + offset, &length);
	return arena_printf(front->arena, "nested function '%.*s' is not supported", (int)length, name);
}

void describe_errors(struct front *front)
{
	unsigned count = clang_getNumDiagnostics(front->tu);

	for (unsigned i = 0; i < count; i++) {
		CXDiagnostic diagnostic = clang_getDiagnostic(front->tu, i);
		struct ir_diagnostic ir = {.is_error = true};
		enum CXDiagnosticSeverity severity = clang_getDiagnosticSeverity(diagnostic);

		if (severity >= CXDiagnostic_Error) {
			ir.place = front_location_place(front, clang_getDiagnosticLocation(diagnostic));
			ir.text = worded(front, diagnostic);
			/* Errors without a place are about flags that mean nothing to a parse, unless they ended it. */
			if ((ir.place.file != IR_NONE && loses_code(ir.text)) || severity == CXDiagnostic_Fatal)
				vec_push(front->arena, &front->unit->diagnostics, ir);
		}
		clang_disposeDiagnostic(diagnostic);
	}
}

static void mark_partial(struct front *front, struct ir_function *function, const struct ir_diagnostic *error)
{
	if (function->partial)
		return;
	function->partial = true;
	function->partial_reason =
		arena_printf(front->arena, "%u:%u: %s", error->place.line, error->place.column, error->text);
}

static bool is_inside(const struct ir_place *place, const struct ir_place *extent)
{
	return place->file == extent->file && place->line >= extent->line && place->line <= extent->end_line;
}

void describe_partial_functions(struct front *front)
{
	struct ir_unit *unit = front->unit;

	for (size_t d = 0; d < unit->diagnostics.len; d++) {
		const struct ir_diagnostic *error = &unit->diagnostics.items[d];
		size_t last = SIZE_MAX;

		for (size_t f = 0; f < unit->functions.len; f++) {
			const struct ir_place *extent = &front->extents.items[f];

			if (is_inside(&error->place, extent))
				mark_partial(front, &unit->functions.items[f], error);
			if (extent->file == error->place.file &&
			    (last == SIZE_MAX || extent->line > front->extents.items[last].line))
				last = f;
		}
		/* The rest of the file went into a function whose brace is never closed. */
		if (last != SIZE_MAX && strstr(error->text, "expected '}'"))
			mark_partial(front, &unit->functions.items[last], error);
	}
}

/* --- order ------------------------------------------------------------------------------ */

static int by_number(uint32_t x, uint32_t y)
{
	return (x > y) - (x < y);
}

static int by_place(const void *x, const void *y)
{
	const struct ir_function *a = x, *b = y;
	int order = by_number(a->place.file, b->place.file);

	if (!order)
		order = by_number(a->place.line, b->place.line);
	if (!order)
		order = by_number(a->place.column, b->place.column);
	return order ? order : by_number(a->symbol, b->symbol);
}

void describe_end(struct front *front)
{
	struct ir_unit *unit = front->unit;

	finish_files(front);
	find_glibc(front);
	if (unit->functions.len)
		qsort(unit->functions.items, unit->functions.len, sizeof *unit->functions.items, by_place);
}
