/*
 * Runs snag on one labelled program and compares what it says with the labels, exactly, both ways:
 * program_run SNAG FOLDER [LIBC].
 *
 * All .c, .cc and .cpp files of the folder are one program. Each line of its expect.txt, `FILE:LINE RULE`, is a finding
 * of level warning or error; what isn't there must not be found. Notes don't count. With a C library's name the program
 * is checked for that one, and the labels stand in expect-LIBC.txt.
 */
#include "base/files.h"
#include "base/strbuf.h"
#include "base/subprocess.h"
#include "base/vec.h"

#include <dirent.h>
#include <errno.h>
#include <jansson.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

struct label {
	const char *text; /* FILE:LINE RULE */
	bool met;
};

struct program {
	struct arena arena;
	VEC(const char *) sources;
	VEC(struct label) labels;
	const char *libc; /* NULL: as snag has it */
	unsigned faults;
};

static int compare_texts(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static bool is_source(const char *name)
{
	const char *dot = strrchr(name, '.');

	return dot && (!strcmp(dot, ".c") || !strcmp(dot, ".cc") || !strcmp(dot, ".cpp"));
}

static bool find_sources(struct program *program, struct err *err)
{
	DIR *dir = opendir(".");

	if (!dir)
		return err_set(err, "%s", strerror(errno));
	for (struct dirent *entry; (entry = readdir(dir));)
		if (is_source(entry->d_name))
			vec_push(&program->arena, &program->sources, arena_strdup(&program->arena, entry->d_name));
	closedir(dir);
	if (!program->sources.len)
		return err_set(err, "no sources");
	qsort(program->sources.items, program->sources.len, sizeof *program->sources.items, compare_texts);
	return true;
}

static bool read_labels(struct program *program, struct err *err)
{
	size_t length;
	char *text, *rest = NULL;
	const char *name = program->libc ? arena_printf(&program->arena, "expect-%s.txt", program->libc) : "expect.txt";

	if (!file_read(&program->arena, name, 0, &text, &length, err))
		return false;
	for (char *line = strtok_r(text, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest))
		vec_push(&program->arena, &program->labels, (struct label){ .text = line });
	return true;
}

static bool run_snag(struct program *program, const char *snag, struct strbuf *output, struct err *err)
{
	static const char *const options[] = { "check", "--db", ":memory:", "--format", "jsonl", "-q" };
	VEC(const char *) argv = { 0 };
	struct subprocess process;
	char bytes[65536];
	ssize_t got;
	int status;

	vec_push(&program->arena, &argv, snag);
	for (size_t i = 0; i < sizeof options / sizeof *options; i++)
		vec_push(&program->arena, &argv, options[i]);
	if (program->libc) {
		vec_push(&program->arena, &argv, "--libc");
		vec_push(&program->arena, &argv, program->libc);
	}
	for (size_t i = 0; i < program->sources.len; i++)
		vec_push(&program->arena, &argv, program->sources.items[i]);
	vec_push(&program->arena, &argv, "--");
	vec_push(&program->arena, &argv, "-I.");
	vec_push(&program->arena, &argv, NULL);
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

static void compare(struct program *program, const json_t *finding)
{
	const char *file = json_string_value(json_object_get(finding, "file"));
	const char *rule = json_string_value(json_object_get(finding, "rule"));
	const char *text = arena_printf(&program->arena, "%s:%lld %s", file ? path_base(file) : "?",
					(long long)json_integer_value(json_object_get(finding, "line")), rule ? rule : "?");

	for (size_t i = 0; i < program->labels.len; i++)
		if (!strcmp(program->labels.items[i].text, text)) {
			program->labels.items[i].met = true;
			return;
		}
	printf("unexpected: %s\n", text);
	program->faults++;
}

static void compare_all(struct program *program, const char *output)
{
	while (*output) {
		size_t length = strcspn(output, "\n");
		json_t *finding = json_loadb(output, length, 0, NULL);

		compare(program, finding);
		json_decref(finding);
		output += length + (output[length] == '\n');
	}
	for (size_t i = 0; i < program->labels.len; i++)
		if (!program->labels.items[i].met) {
			printf("not found: %s\n", program->labels.items[i].text);
			program->faults++;
		}
}

int main(int argc, char **argv)
{
	struct program program = { 0 };
	struct strbuf output = { 0 };
	struct err err = { 0 };
	bool ok;

	if (argc != 3 && argc != 4) {
		fputs("usage: program_run SNAG FOLDER [LIBC]\n", stderr);
		return 2;
	}
	program.libc = argv[3];
	ok = chdir(argv[2]) == 0 || err_set(&err, "%s", strerror(errno));
	ok = ok && find_sources(&program, &err) && read_labels(&program, &err) && run_snag(&program, argv[1], &output, &err);
	if (ok)
		compare_all(&program, strbuf_text(&output));
	else
		printf("%s: %s\n", argv[2], err.text);
	strbuf_release(&output);
	arena_release(&program.arena);
	return ok && !program.faults ? 0 : 1;
}
