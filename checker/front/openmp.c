/* OpenMP's parallel regions: which statements they are, and what lowering puts around them. */
#include "front/openmp.h"

#include "base/files.h"
#include "front/lower.h"
#include "front/text.h"

#include <glob.h>
#include <string.h>

/* --- arguments ------------------------------------------------------------------------- */

bool openmp_is_on(const struct words *arguments)
{
	bool on = false;

	for (size_t i = 0; i < arguments->all.len; i++) {
		const char *word = arguments->all.items[i];

		if (!strcmp(word, "-fno-openmp"))
			on = false;
		else if (!strcmp(word, "-fopenmp") || !strncmp(word, "-fopenmp=", 9))
			on = true;
	}
	return on;
}

/* clang comes without omp.h: gcc's, the last one found, stands behind all other folders. */
static void add_header_folder(struct arena *arena, struct words *to)
{
	glob_t found;

	if (glob("/usr/lib/gcc/*/*/include/omp.h", 0, NULL, &found) == 0 && found.gl_pathc) {
		vec_push(arena, &to->all, "-idirafter");
		vec_push(arena, &to->all, path_folder(arena, found.gl_pathv[found.gl_pathc - 1]));
	}
	globfree(&found);
}

/* Copies all but options on OpenMP, with `instead` and a header folder. The source stays the last one. */
static struct words replaced(struct arena *arena, const struct words *arguments, const char *instead)
{
	struct words to = {0};

	for (size_t i = 0; i < arguments->all.len; i++) {
		if (i + 1 == arguments->all.len) {
			vec_push(arena, &to.all, instead);
			add_header_folder(arena, &to);
		}
		if (strncmp(arguments->all.items[i], "-fopenmp", 8) != 0)
			vec_push(arena, &to.all, arguments->all.items[i]);
	}
	return to;
}

struct words openmp_as_serial(struct arena *arena, const struct words *arguments)
{
	return replaced(arena, arguments, "-D_OPENMP=201811");
}

/* --- regions ------------------------------------------------------------------------------ */

static bool has_word(const struct source_text *text, const char *word)
{
	size_t length = strlen(word);
	const char *end = text->bytes + text->length, *at = text->bytes;

	for (; (at = memmem(at, (size_t)(end - at), word, length)); at += length)
		if ((at == text->bytes || !identifier_length(at - 1, end)) && identifier_length(at, end) == length)
			return true;
	return false;
}

/* Whether any text of the project can have a pragma: the second parse costs as much as the first one. */
static bool may_have_pragmas(struct front *front)
{
	for (uint32_t i = 0; i < front->unit->files.len; i++)
		if (has_word(front_text(front, i), "omp") &&
		    !clang_Location_isInSystemHeader(
			    clang_getLocationForOffset(front->tu, front->file_handles.items[i], 0)))
			return true;
	return false;
}

/* `parallel` in any combination, and leagues of teams. */
static bool is_parallel(enum CXCursorKind kind)
{
	CXString name;
	const char *text;
	bool is;

	if (!clang_isStatement(kind))
		return false;
	name = clang_getCursorKindSpelling(kind);
	text = clang_getCString(name);
	is = !strncmp(text, "OMP", 3) && (strstr(text, "Parallel") || strstr(text, "Teams"));
	clang_disposeString(name);
	return is;
}

/* Between which offsets of the file the clause `name(…)` of a directive has its expression; false where it has none. */
static bool clause_at(const char *bytes, unsigned start, unsigned end, const char *name, unsigned *from, unsigned *to)
{
	struct scanner scanner = {bytes + start, bytes + end};
	struct token token, modifier;
	int depth = 1;

	do {
		if (!scanner_next(&scanner, &token))
			return false;
	} while (!token_is(&token, name));
	if (!scanner_next(&scanner, &token) || !token_is(&token, "("))
		return false;
	*from = *to = (unsigned)(scanner.at - bytes);
	if (scanner_next(&scanner, &modifier) && scanner_next(&scanner, &token) && token_is(&token, ":")) {
		if (!token_is(&modifier, "parallel"))
			return false;
		*from = (unsigned)(scanner.at - bytes);
	}
	for (scanner.at = bytes + *from; depth && scanner_next(&scanner, &token);)
		depth += token_is(&token, "(") - token_is(&token, ")");
	*to = (unsigned)(scanner.at - bytes);
	return true;
}

struct clause {
	unsigned from, to;
	int64_t number;
	bool known;
};

static enum CXChildVisitResult evaluate_clause(CXCursor cursor, CXCursor parent, CXClientData data)
{
	struct clause *clause = data;
	unsigned offset;

	(void)parent;
	clang_getFileLocation(clang_getCursorLocation(cursor), NULL, NULL, NULL, &offset);
	if (clang_isExpression(cursor.kind) && offset >= clause->from && offset < clause->to)
		clause->known = cursor_constant(cursor, &clause->number);
	return CXChildVisit_Continue;
}

/* Whether a clause of a directive has this constant for its expression. */
static bool clause_says(struct front *front, CXCursor directive, const char *name, int64_t number)
{
	CXSourceRange extent = clang_getCursorExtent(directive);
	struct clause clause = {0};
	unsigned start, end;
	CXFile file;
	const struct source_text *text;

	clang_getFileLocation(clang_getRangeStart(extent), &file, NULL, NULL, &start);
	clang_getFileLocation(clang_getRangeEnd(extent), NULL, NULL, NULL, &end);
	if (!file)
		return false;
	text = front_text(front, front_file(front, file));
	if (start >= end || end > text->length || !clause_at(text->bytes, start, end, name, &clause.from, &clause.to))
		return false;
	clang_visitChildren(directive, evaluate_clause, &clause);
	return clause.known && clause.number == number;
}

/* `if(0)` and `num_threads(1)`: only the thread that comes here runs the statement. A league is several all the same. */
static bool runs_alone(struct front *front, CXCursor directive)
{
	CXString name = clang_getCursorKindSpelling(directive.kind);
	bool league = strstr(clang_getCString(name), "Teams") != NULL;

	clang_disposeString(name);
	return !league && (clause_says(front, directive, "if", 0) || clause_says(front, directive, "num_threads", 1));
}

/* Where one directive follows another, libclang gives the second one's place: the statement is behind it. */
static void skip_directives(struct front *front, struct start *start)
{
	const struct source_text *text = front_text(front, start->file);
	const char *end = text->bytes + text->length;

	if (start->offset >= text->length || text->bytes[start->offset] != '#')
		return;
	start->offset = (unsigned)(text_behind_directives(text->bytes + start->offset, end) - text->bytes);
	start->spelling_offset = start->offset;
}

static enum CXChildVisitResult note_region(CXCursor cursor, CXCursor parent, CXClientData data)
{
	struct front *front = data;
	struct region region = {.place = front_no_place()};
	struct ir_place *place = &region.place;

	/* The statement that the directive stands before; clauses are expressions. */
	if (!is_parallel(parent.kind) || !clang_isStatement(cursor.kind) || runs_alone(front, parent) ||
	    !front_start(front, cursor, &region.start))
		return CXChildVisit_Recurse;
	skip_directives(front, &region.start);
	clang_getFileLocation(clang_getCursorLocation(parent), NULL, &place->line, &place->column, NULL);
	place->file = place->spelling_file = region.start.file;
	place->end_line = place->spelling_line = place->line;
	place->end_column = place->column;
	hvec_push(&front->regions, region);
	return CXChildVisit_Recurse;
}

void openmp_find_regions(struct front *front, CXIndex index, const struct words *arguments)
{
	struct words words;
	CXTranslationUnit tu = NULL;

	if (!may_have_pragmas(front))
		return;
	words = replaced(front->arena, arguments, "-fopenmp");
	if (clang_parseTranslationUnit2FullArgv(index, NULL, words.all.items, (int)words.all.len, NULL, 0,
						CXTranslationUnit_KeepGoing, &tu) != CXError_Success)
		return;
	clang_visitChildren(clang_getTranslationUnitCursor(tu), note_region, front);
	clang_disposeTranslationUnit(tu);
}

static const struct region *region_at(const struct builder *b, CXCursor statement)
{
	struct start start;

	if (!b->front->regions.len || !front_start(b->front, statement, &start))
		return NULL;
	for (size_t i = 0; i < b->front->regions.len; i++)
		if (!memcmp(&b->front->regions.items[i].start, &start, sizeof start))
			return &b->front->regions.items[i];
	return NULL;
}

/* --- lowering -------------------------------------------------------------------------------- */

/* Nobody wrote this call: it is what the directive does. */
static void call_runtime(struct builder *b, const char *name, uint32_t team, struct ir_place place)
{
	struct full_expression was = build_set_full(b, clang_getNullCursor());
	uint32_t type = front_pointer_to(b->front, b->function->locals.items[team].type);
	struct ir_value address;
	struct ir_insn *insn;

	b->here = place;
	address = build_address(b, ir_memory_local(b, team), type, clang_getNullCursor());
	insn = build_insn_at(b, IR_CALL, place);
	insn->a = ir_value_function(b->front, front_library_symbol(b->front, name));
	build_arguments(b, insn, &address, 1);
	build_restore_full(b, was);
}

/*
 * No exception and no jump leaves a region; what one thread of it does stands
 * for what all do. A region in it changes nothing: there are threads already.
 */
bool openmp_lower_region(struct builder *b, CXCursor statement)
{
	const struct region *region = b->in_region ? NULL : region_at(b, statement);
	struct jump_goal on_throw = b->on_throw;
	uint32_t team;

	if (!region)
		return false;
	b->here = region->place;
	team = build_made_local(b, front_type_int(b->front, 8, false));
	call_runtime(b, OPENMP_BEGIN, team, region->place);
	b->in_region = true;
	b->on_throw = (struct jump_goal){IR_NONE, NULL};
	lower_statement(b, statement);
	b->on_throw = on_throw;
	b->in_region = false;
	if (build_is_open(b))
		call_runtime(b, OPENMP_END, team, region->place);
	return true;
}
