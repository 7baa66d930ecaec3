/* A compile command through libclang to a unit of IR: parse, retry, lower what is reached, list files and errors. */
#include "front/parse.h"

#include "command/line.h"
#include "front/describe.h"
#include "front/lower_class.h"
#include "front/openmp.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* --- parsing ------------------------------------------------------------------ */

struct parse {
	struct arena *arena;
	const struct command *command;
	CXIndex index;
	CXTranslationUnit tu;
	enum CXErrorCode error;
	unsigned fatal;
	bool cplusplus;
	bool openmp;
	struct words arguments; /* with clang in front, and with OpenMP where the command asks for it */
};

static const char *failure(enum CXErrorCode error)
{
	switch (error) {
	case CXError_Crashed:
		return "libclang crashed on it";
	case CXError_InvalidArguments:
		return "libclang refuses the arguments";
	case CXError_ASTReadError:
		return "libclang refuses the arguments or a precompiled header";
	default:
		return "libclang doesn't know its target or its language";
	}
}

static unsigned count_fatal(CXTranslationUnit tu)
{
	unsigned count = clang_getNumDiagnostics(tu), fatal = 0;

	for (unsigned i = 0; i < count; i++) {
		CXDiagnostic diagnostic = clang_getDiagnostic(tu, i);

		fatal += clang_getDiagnosticSeverity(diagnostic) == CXDiagnostic_Fatal;
		clang_disposeDiagnostic(diagnostic);
	}
	return fatal;
}

/* As clang would tell: -x, or the source's name. */
static bool is_cplusplus(const struct command *command, const struct words *arguments)
{
	const char *language = language_of_name(command->given);

	for (size_t i = 0; i + 1 < arguments->all.len; i++)
		if (!strncmp(arguments->all.items[i], "-x", 2))
			language =
				arguments->all.items[i][2] ? arguments->all.items[i] + 2 : arguments->all.items[i + 1];
	return language && !strncmp(language, "c++", 3);
}

/* argv[0] is the clang that belongs to the library: its own headers are found from there. */
static void make_arguments(struct parse *parse, bool reduced)
{
	size_t count;
	const char *const *from = command_for_libclang(parse->arena, parse->command, reduced, &count);
	struct words to = {0};

	vec_push(parse->arena, &to.all, SNAG_CLANG);
	vec_push(parse->arena, &to.all, arena_printf(parse->arena, "-working-directory=%s", parse->command->folder));
	for (size_t i = 0; i < count; i++)
		vec_push(parse->arena, &to.all, from[i]);
	if (!reduced)
		parse->openmp = openmp_is_on(&to);
	parse->arguments = to;
}

static void run_libclang(struct parse *parse, bool reduced)
{
	struct words serial;

	make_arguments(parse, reduced);
	serial = parse->openmp ? openmp_as_serial(parse->arena, &parse->arguments) : parse->arguments;
	parse->cplusplus = is_cplusplus(parse->command, &serial);
	parse->tu = NULL;
	parse->error = clang_parseTranslationUnit2FullArgv(parse->index, NULL, serial.all.items, (int)serial.all.len,
							   NULL, 0, CXTranslationUnit_KeepGoing, &parse->tu);
	parse->fatal = parse->tu ? count_fatal(parse->tu) : 1;
}

/* Once more with less where nothing came of it; not after a crash, which may have broken the library's heap. */
static void parse_command(struct parse *parse)
{
	struct parse first;

	parse->index = clang_createIndex(1, 0);
	run_libclang(parse, false);
	if (!parse->fatal || parse->error == CXError_Crashed)
		return;
	first = *parse;
	run_libclang(parse, true);
	if (!parse->tu || (first.tu && parse->fatal >= first.fatal)) {
		if (parse->tu)
			clang_disposeTranslationUnit(parse->tu);
		*parse = first;
	} else if (first.tu) {
		clang_disposeTranslationUnit(first.tu);
	}
}

/* --- what is lowered -------------------------------------------------------------- */

static bool is_main(struct front *front, CXCursor cursor)
{
	CXFile file;

	clang_getExpansionLocation(clang_getCursorLocation(cursor), &file, NULL, NULL, NULL);
	return file && clang_File_isEqual(file, front->main_handle);
}

/* Functions that this unit defines without a body: second names, and those that are chosen when the program starts. */
static void seed_bodiless(struct front *front, CXCursor cursor)
{
	if (!is_main(front, cursor))
		return;
	if (front_has_attribute(front, cursor, "alias"))
		front_symbol(front, cursor);
	else if (front_has_attribute(front, cursor, "ifunc"))
		front_add_work(front, cursor);
}

/* Definitions of the main file, and what else this unit gives to the linker. */
static void seed_function(struct front *front, CXCursor cursor)
{
	bool is_template = clang_getCursorSemanticParent(cursor).kind == CXCursor_ClassTemplate;

	if (is_template)
		return;
	if (cursor.kind == CXCursor_CXXMethod)
		front_note_operator(front, cursor);
	if (cursor_is_closure(clang_getCursorSemanticParent(cursor)))
		return; /* what it captured is known behind the lambda's expression: whoever names it then asks for it */
	if (cursor.kind != CXCursor_FunctionDecl)
		class_note_member(front, cursor);
	if (!clang_isCursorDefinition(cursor)) {
		if (clang_Cursor_hasAttrs(cursor))
			seed_bodiless(front, cursor);
		return;
	}
	if (is_main(front, cursor) || (clang_getCursorLinkage(cursor) == CXLinkage_External &&
				       !clang_Cursor_isFunctionInlined(cursor) && !front_is_system(cursor)))
		front_add_work(front, cursor);
}

static void seed_variable(struct front *front, CXCursor cursor)
{
	bool other_name = is_main(front, cursor) && front_has_attribute(front, cursor, "alias");

	if (!other_name && clang_Cursor_getStorageClass(cursor) == CX_SC_Extern &&
	    clang_Cursor_isNull(clang_Cursor_getVarDeclInitializer(cursor)))
		return;
	if (is_main(front, cursor) ||
	    (clang_getCursorLinkage(cursor) == CXLinkage_External && !front_is_system(cursor)))
		front_symbol(front, cursor);
}

static enum CXChildVisitResult seed(CXCursor cursor, CXCursor parent, CXClientData data)
{
	struct front *front = data;

	(void)parent;
	switch (cursor.kind) {
	case CXCursor_FunctionDecl:
	case CXCursor_CXXMethod:
	case CXCursor_Constructor:
	case CXCursor_Destructor:
	case CXCursor_ConversionFunction:
		seed_function(front, cursor);
		return CXChildVisit_Continue;
	case CXCursor_VarDecl:
		seed_variable(front, cursor);
		return CXChildVisit_Continue;
	case CXCursor_Namespace:
	case CXCursor_LinkageSpec:
	case CXCursor_UnexposedDecl:
		return CXChildVisit_Recurse;
	case CXCursor_ClassDecl:
	case CXCursor_StructDecl:
		return front->cplusplus ? CXChildVisit_Recurse : CXChildVisit_Continue;
	default:
		return CXChildVisit_Continue;
	}
}

static void lower_definition(struct front *front, CXCursor definition)
{
	if (definition.kind == CXCursor_VarDecl)
		lower_static_object(front, definition);
	else if (!clang_isCursorDefinition(definition) && front_has_attribute(front, definition, "ifunc"))
		lower_chosen_function(front, definition);
	else
		lower_function(front, definition);
}

static void lower_one_implicit(struct front *front, size_t index)
{
	struct implicit implicit = front->implicits.items[index];

	lower_implicit(front, &implicit);
}

static void lower_reached(struct front *front)
{
	clang_visitChildren(clang_getTranslationUnitCursor(front->tu), seed, front);
	for (size_t i = 0, k = 0; i < front->work.len || k < front->implicits.len;) {
		if (i < front->work.len)
			lower_definition(front, front->work.items[i++]);
		else
			lower_one_implicit(front, k++);
	}
	front_fill_records(front);
}

/* --- the unit ------------------------------------------------------------------------ */

static void release(struct front *front)
{
	for (size_t i = 0; i < front->drafts.len; i++)
		hvec_free(&front->drafts.items[i].insns);
	hvec_free(&front->drafts);
	hvec_free(&front->chain);
	hvec_free(&front->record_infos);
	hvec_free(&front->symbol_infos);
	hvec_free(&front->texts);
	hvec_free(&front->file_handles);
	hvec_free(&front->includers);
	hvec_free(&front->statement_ends);
	hvec_free(&front->work);
	hvec_free(&front->top_cursors);
	hvec_free(&front->extents);
	hvec_free(&front->lambdas);
	hvec_free(&front->operator_cursors);
	hvec_free(&front->regions);
	hvec_free(&front->noted_members);
	hvec_free(&front->implicits);
	map_release(&front->noted_of_class);
	map_release(&front->constructors);
	map_release(&front->destructors);
	map_release(&front->member_initializers);
	map_release(&front->reached_classes);
	map_release(&front->lambdas_seen);
	map_release(&front->call_operators);
	map_release(&front->types_seen);
	map_release(&front->records_seen);
	map_release(&front->fields_seen);
	map_release(&front->symbols_seen);
	map_release(&front->noreturn_types);
	map_release(&front->files_seen);
	map_release(&front->statements_seen);
	map_release(&front->work_seen);
	names_release(&front->type_shapes);
	names_release(&front->local_statics);
	names_release(&front->file_paths);
	names_release(&front->macros);
	names_release(&front->strings);
	names_release(&front->top_names);
	arena_release(&front->scratch);
}

static struct ir_unit *make_unit(struct arena *arena, const struct parse *parse)
{
	struct ir_unit *unit = arena_new(arena, struct ir_unit);
	struct front front = {.arena = arena, .tu = parse->tu, .unit = unit, .folder = parse->command->folder};

	unit->arena = arena;
	front.cplusplus = parse->cplusplus;
	front.function_name = "";
	describe_target(&front);
	describe_files(&front);
	describe_errors(&front);
	if (parse->openmp)
		openmp_find_regions(&front, parse->index, &parse->arguments);
	lower_reached(&front);
	describe_partial_functions(&front);
	describe_end(&front);
	release(&front);
	return unit;
}

/* "file:line:column: text" of the first error; without a place where it has none. */
static const char *first_error(struct arena *arena, const struct ir_unit *unit)
{
	const struct ir_diagnostic *first;

	if (!unit->diagnostics.len)
		return NULL;
	first = &unit->diagnostics.items[0];
	if (first->place.file == IR_NONE)
		return first->text;
	return arena_printf(arena, "%s:%u:%u: %s", unit->files.items[first->place.file].path, first->place.line,
			    first->place.column, first->text);
}

#ifndef NDEBUG
static void verify(const struct ir_unit *unit)
{
	struct err err = {0};

	if (!ir_verify(unit, &err))
		bug(__FILE__, __LINE__, err.text);
}
#else
static void verify(const struct ir_unit *unit)
{
	(void)unit;
}
#endif

/* Why the source can't be read at all, or NULL: libclang has one word for all of that, and waits for ever at a FIFO. */
static const char *unreadable(const char *file)
{
	struct stat st;

	if (stat(file, &st) != 0)
		return errno == ENOENT ? "there is no such file" : strerror(errno);
	if (S_ISDIR(st.st_mode))
		return "it is a folder";
	if (!S_ISREG(st.st_mode))
		return "it is no plain file";
	return access(file, R_OK) == 0 ? NULL : strerror(errno);
}

/* What the parser says of a source that it couldn't decode, or NULL. It goes on with nothing, as if all were well. */
static const char *undecoded(const struct parse *parse)
{
	CXFile file = clang_getFile(parse->tu, parse->command->file);
	const char *note = "the parser can't read it";
	CXDiagnostic diagnostic;
	CXString text;

	if (!file || clang_getFileContents(parse->tu, file, NULL))
		return NULL;
	if (!clang_getNumDiagnostics(parse->tu))
		return note;
	diagnostic = clang_getDiagnostic(parse->tu, 0);
	text = clang_getDiagnosticSpelling(diagnostic);
	note = arena_strdup(parse->arena, clang_getCString(text));
	clang_disposeString(text);
	clang_disposeDiagnostic(diagnostic);
	return note;
}

enum parse_status parse_unit(struct arena *arena, const struct command *command, struct ir_unit **unit,
			     const char **note)
{
	struct parse parse = {.arena = arena, .command = command};

	*unit = NULL;
	*note = unreadable(command->file);
	if (*note)
		return PARSE_FAILED;
	parse_command(&parse);
	if (!parse.tu) {
		*note = failure(parse.error);
		clang_disposeIndex(parse.index);
		return PARSE_FAILED;
	}
	*note = undecoded(&parse);
	if (!*note) {
		*unit = make_unit(arena, &parse);
		*note = first_error(arena, *unit);
	}
	clang_disposeTranslationUnit(parse.tu);
	clang_disposeIndex(parse.index);
	if (!*unit)
		return PARSE_FAILED;
	verify(*unit);
	return *note ? PARSE_PARTIAL : PARSE_OK;
}

const char *parse_version(struct arena *arena)
{
	CXString version = clang_getClangVersion();
	const char *copy = arena_strdup(arena, clang_getCString(version));

	clang_disposeString(version);
	return copy;
}
