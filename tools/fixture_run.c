/*
 * Runs snag on the fixtures of one rule and compares what it says with the marks
 * in the sources, exactly, both ways: fixture_run SNAG FOLDER.
 *
 * Each .c or .cpp file of the folder is a program of its own; so are the sources of
 * each folder in it, together. A mark is a comment at the end of a line:
 *
 *   // expect: RULE          a warning or error of that rule stands on this line
 *   // expect: RULE (note)   a finding of just that level
 *   // miss: RULE, why       should be found, but isn't: known, and the test speaks up once it is
 *   // noise: RULE, why      is found, but shouldn't be; "noise: RULE (note), why" at that level
 *   // flags: -f…            on the first line: flags for the compiler
 *   // rule: RULE            on the first line: that rule alone, which is a preview and off otherwise
 *
 * What is marked expect or miss stands in a function whose name ends in _bad;
 * such a function has at least one, a function in _ok has none.
 */
#include "base/files.h"
#include "base/strbuf.h"
#include "base/subprocess.h"
#include "base/vec.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <jansson.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* Ways that loud and quiet functions must show at least, for each rule. */
#define LEAST 12

enum mark_kind { MARK_EXPECT, MARK_MISS, MARK_NOISE };

static const char *const mark_words[] = { "// expect: ", "// miss: ", "// noise: " };

struct mark {
	enum mark_kind kind;
	const char *file; /* base name */
	unsigned line;
	const char *rule, *level; /* level NULL: warning or error */
	bool met;
};

struct fixture {
	struct arena arena;
	const char *name; /* for messages */
	VEC(const char *) sources;
	VEC(const char *) flags;
	const char *rule; /* NULL: all that are on */
	VEC(struct mark) marks;
	unsigned loud, quiet, faults;
};

static __attribute__((format(printf, 4, 5))) void fault(struct fixture *fixture, const char *file, unsigned line,
							const char *format, ...)
{
	va_list args;

	printf("%s:%u: ", file, line);
	va_start(args, format);
	vprintf(format, args);
	va_end(args);
	putchar('\n');
	fixture->faults++;
}

static void read_mark(struct fixture *fixture, const char *file, unsigned number, enum mark_kind kind, const char *text)
{
	size_t length = strcspn(text, " ,");
	const char *level = text[length] == ' ' && text[length + 1] == '(' ? text + length + 1 : NULL;
	struct mark mark = { .kind = kind, .file = file, .line = number };

	mark.rule = arena_strndup(&fixture->arena, text, length);
	if (kind != MARK_MISS && level)
		mark.level = arena_strndup(&fixture->arena, level + 1, strcspn(level + 1, ")"));
	if (kind != MARK_EXPECT && !strchr(text, ','))
		fault(fixture, file, number, "a known wrong answer without a reason");
	vec_push(&fixture->arena, &fixture->marks, mark);
}

static bool ends_in(const char *text, size_t length, const char *end)
{
	size_t tail = strlen(end);

	return length >= tail && !memcmp(text + length - tail, end, tail);
}

static bool is_source(const char *path)
{
	return ends_in(path, strlen(path), ".c") || ends_in(path, strlen(path), ".cpp");
}

/* The function that a definition in column 0 begins, or NULL. */
static const char *begun_function(struct fixture *fixture, const char *line)
{
	const char *open = strchr(line, '(');
	const char *name = open;

	if (!open || isspace((unsigned char)line[0]) || strchr(line, ';') || line[0] == '#' || line[0] == '/')
		return NULL;
	while (name > line && (isalnum((unsigned char)name[-1]) || name[-1] == '_'))
		name--;
	return arena_strndup(&fixture->arena, name, (size_t)(open - name));
}

struct reading {
	const char *file, *function;
	unsigned begun, marks; /* line of the function's start, and expected findings in it */
};

static void end_function(struct fixture *fixture, struct reading *reading)
{
	size_t length = reading->function ? strlen(reading->function) : 0;
	bool bad = ends_in(reading->function, length, "_bad"), ok = ends_in(reading->function, length, "_ok");

	if (bad && !reading->marks)
		fault(fixture, reading->file, reading->begun, "'%s' has no mark", reading->function);
	if (!bad && reading->marks)
		fault(fixture, reading->file, reading->begun, "'%s' has a mark but doesn't end in _bad",
		      reading->function ? reading->function : "file scope");
	fixture->loud += bad;
	fixture->quiet += ok;
	*reading = (struct reading){ .file = reading->file };
}

static void read_line(struct fixture *fixture, struct reading *reading, unsigned number, const char *line)
{
	const char *function = begun_function(fixture, line);

	if (function) {
		reading->function = function;
		reading->begun = number;
		reading->marks = 0;
	}
	for (size_t kind = 0; kind < sizeof mark_words / sizeof *mark_words; kind++)
		for (const char *at = line; (at = strstr(at, mark_words[kind]));) {
			at += strlen(mark_words[kind]);
			read_mark(fixture, reading->file, number, (enum mark_kind)kind, at);
			reading->marks += kind != MARK_NOISE;
		}
	if (number == 1 && !strncmp(line, "// rule: ", 9))
		fixture->rule = arena_strdup(&fixture->arena, line + 9);
	if (number == 1 && !strncmp(line, "// flags: ", 10))
		for (const char *at = line + 10; *at;) {
			size_t length = strcspn(at, " ");

			vec_push(&fixture->arena, &fixture->flags, arena_strndup(&fixture->arena, at, length));
			at += length + strspn(at + length, " ");
		}
	if (line[0] == '}')
		end_function(fixture, reading);
}

static bool read_source(struct fixture *fixture, const char *path, struct err *err)
{
	struct reading reading = { .file = path_base(path) };
	unsigned number = 0;
	size_t length;
	char *text;

	if (!file_read(&fixture->arena, path, 0, &text, &length, err))
		return false;
	while (*text) {
		char *end = text + strcspn(text, "\n");
		bool last = !*end;

		*end = '\0';
		read_line(fixture, &reading, ++number, text);
		text = last ? end : end + 1;
	}
	if (is_source(path))
		vec_push(&fixture->arena, &fixture->sources, path);
	return true;
}

static const char *text_of(const json_t *finding, const char *key)
{
	const char *text = json_string_value(json_object_get(finding, key));

	return text ? text : "";
}

/* Messages are one line, begin small or with a quoted name, and end without a full stop. */
static bool well_worded(const char *text)
{
	size_t length = strlen(text);

	return length && !isupper((unsigned char)text[0]) && text[length - 1] != '.' && !strchr(text, '\n');
}

static void check_words(struct fixture *fixture, const char *file, unsigned line, const json_t *finding)
{
	const json_t *step;
	size_t i;

	if (!well_worded(text_of(finding, "message")))
		fault(fixture, file, line, "badly worded: '%s'", text_of(finding, "message"));
	if (!well_worded(text_of(finding, "fix")))
		fault(fixture, file, line, "badly worded fix: '%s'", text_of(finding, "fix"));
	json_array_foreach(json_object_get(finding, "steps"), i, step)
		if (!well_worded(text_of(step, "message")) || json_integer_value(json_object_get(step, "line")) < 1)
			fault(fixture, file, line, "a badly worded or misplaced step: '%s'", text_of(step, "message"));
}

static void compare(struct fixture *fixture, const json_t *finding)
{
	const char *file = path_base(text_of(finding, "file")), *rule = text_of(finding, "rule");
	const char *level = text_of(finding, "level");
	unsigned line = (unsigned)json_integer_value(json_object_get(finding, "line"));

	check_words(fixture, file, line, finding);
	if (!json_is_null(json_object_get(finding, "suppressed")))
		return;
	for (size_t i = 0; i < fixture->marks.len; i++) {
		struct mark *mark = &fixture->marks.items[i];

		if (mark->line != line || strcmp(mark->file, file) != 0 || strcmp(mark->rule, rule) != 0)
			continue;
		mark->met = true;
		if (mark->kind == MARK_MISS)
			fault(fixture, file, line, "'%s' is found now: the mark can become 'expect'", rule);
		else if (mark->level ? strcmp(mark->level, level) != 0 : !strcmp(level, "note"))
			fault(fixture, file, line, "'%s' is found as %s", rule, level);
		return;
	}
	fault(fixture, file, line, "unexpected %s: %s [%s]", level, text_of(finding, "message"), rule);
}

static void compare_all(struct fixture *fixture, const char *output)
{
	while (*output) {
		size_t length = strcspn(output, "\n");
		json_t *finding = json_loadb(output, length, 0, NULL);

		if (json_is_object(finding))
			compare(fixture, finding);
		else
			fault(fixture, fixture->name, 0, "not JSON: %.*s", (int)length, output);
		json_decref(finding);
		output += length + (output[length] == '\n');
	}
	for (size_t i = 0; i < fixture->marks.len; i++) {
		const struct mark *mark = &fixture->marks.items[i];

		if (!mark->met && mark->kind == MARK_EXPECT)
			fault(fixture, mark->file, mark->line, "'%s' isn't found", mark->rule);
		if (!mark->met && mark->kind == MARK_NOISE)
			fault(fixture, mark->file, mark->line, "'%s' isn't found any more: the mark can go", mark->rule);
	}
}

static bool run_snag(struct fixture *fixture, const char *snag, struct strbuf *output, struct err *err)
{
	static const char *const options[] = { "check", "--db", ":memory:", "--level", "note", "--format", "jsonl" };
	VEC(const char *) argv = { 0 };
	struct subprocess process;
	char bytes[65536];
	ssize_t got;
	int status;

	vec_push(&fixture->arena, &argv, snag);
	for (size_t i = 0; i < sizeof options / sizeof *options; i++)
		vec_push(&fixture->arena, &argv, options[i]);
	if (fixture->rule) {
		vec_push(&fixture->arena, &argv, "--rule");
		vec_push(&fixture->arena, &argv, fixture->rule);
	}
	for (size_t i = 0; i < fixture->sources.len; i++)
		vec_push(&fixture->arena, &argv, fixture->sources.items[i]);
	vec_push(&fixture->arena, &argv, "--");
	vec_push(&fixture->arena, &argv, "-D_GNU_SOURCE");
	for (size_t i = 0; i < fixture->flags.len; i++)
		vec_push(&fixture->arena, &argv, fixture->flags.items[i]);
	vec_push(&fixture->arena, &argv, NULL);
	if (!subprocess_start(&process, (char *const *)(uintptr_t)argv.items, err))
		return false;
	while ((got = read(process.from, bytes, sizeof bytes)) > 0 || (got < 0 && errno == EINTR))
		if (got > 0)
			strbuf_add(output, bytes, (size_t)got);
	status = subprocess_wait(&process);
	if (!WIFEXITED(status) || WEXITSTATUS(status) > 1)
		return err_set(err, "snag ended with status %#x", (unsigned)status);
	return true;
}

static bool run_fixture(struct fixture *fixture, const char *snag)
{
	struct strbuf output = { 0 };
	struct err err = { 0 };

	if (run_snag(fixture, snag, &output, &err))
		compare_all(fixture, strbuf_text(&output));
	else
		fault(fixture, fixture->name, 0, "%s", err.text);
	strbuf_release(&output);
	return !fixture->faults;
}

static int compare_texts(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

struct listing {
	VEC(const char *) names;
};

static bool list(struct arena *arena, const char *folder, struct listing *listing, struct err *err)
{
	DIR *dir = opendir(folder);

	if (!dir)
		return err_set(err, "%s: %s", folder, strerror(errno));
	for (struct dirent *entry; (entry = readdir(dir));)
		if (entry->d_name[0] != '.')
			vec_push(arena, &listing->names, path_join(arena, folder, entry->d_name));
	closedir(dir);
	if (listing->names.len)
		qsort(listing->names.items, listing->names.len, sizeof *listing->names.items, compare_texts);
	return true;
}

struct tally {
	unsigned loud, quiet, failed;
};

/* One program: a file, or all sources and headers of a folder. */
static bool run_program(const char *snag, const char *path, struct tally *tally, struct err *err)
{
	struct fixture fixture = { .name = path };
	struct listing files = { 0 };
	bool ok = true;

	if (is_source(path))
		vec_push(&fixture.arena, &files.names, path);
	else
		ok = list(&fixture.arena, path, &files, err);
	for (size_t i = 0; ok && i < files.names.len; i++)
		ok = read_source(&fixture, files.names.items[i], err);
	if (ok && !run_fixture(&fixture, snag)) {
		printf("FAILED %s\n", path);
		tally->failed++;
	}
	tally->loud += fixture.loud;
	tally->quiet += fixture.quiet;
	arena_release(&fixture.arena);
	return ok;
}

int main(int argc, char **argv)
{
	struct arena arena = { 0 };
	struct listing programs = { 0 };
	struct tally tally = { 0 };
	struct err err = { 0 };
	bool ok;

	if (argc != 3) {
		fputs("usage: fixture_run SNAG FOLDER\n", stderr);
		return 2;
	}
	ok = list(&arena, argv[2], &programs, &err);
	for (size_t i = 0; ok && i < programs.names.len; i++)
		ok = run_program(argv[1], programs.names.items[i], &tally, &err);
	if (!ok)
		printf("%s\n", err.text);
	if (tally.loud < LEAST || tally.quiet < LEAST) {
		printf("%s: %u loud and %u quiet functions, not %d of each\n", argv[2], tally.loud, tally.quiet, LEAST);
		ok = false;
	}
	arena_release(&arena);
	return ok && !tally.failed ? 0 : 1;
}
