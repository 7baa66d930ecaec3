/* Finds compilers, asks them, and keeps what they say. */
#include "command/probe.h"

#include "base/contained.h"
#include "base/files.h"
#include "base/hash.h"
#include "base/map.h"
#include "base/strbuf.h"
#include "command/line.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A compiler answers in some milliseconds. */
#define SECONDS 10
#define TEXT_LIMIT ((size_t)1 << 20)

struct answer {
	const struct toolchain *toolchain; /* NULL: it gave none */
	const char *why;
};

struct probes {
	struct arena *arena;
	struct probe_options options;
	struct names keys;   /* with their answers in parallel */
	VEC(struct answer) answers;
	struct names noted;  /* compilers of which people were told */
};

struct probes *probes_new(struct arena *arena, const struct probe_options *options)
{
	struct probes *probes = arena_new(arena, struct probes);

	probes->arena = arena;
	probes->options = *options;
	return probes;
}

void probes_release(struct probes *probes)
{
	names_release(&probes->keys);
	names_release(&probes->noted);
}

/* --- which program -------------------------------------------------------------------- */

static bool is_program(const char *path)
{
	struct stat st;

	return stat(path, &st) == 0 && S_ISREG(st.st_mode) && access(path, X_OK) == 0;
}

/* PATH's relative folders are left out: they lie wherever we are run. */
static const char *in_path(struct arena *arena, const char *name)
{
	for (const char *path = getenv("PATH"); path && *path;) {
		size_t length = strcspn(path, ":");
		const char *found = path_join(arena, arena_strndup(arena, path, length), name);

		if (path[0] == '/' && is_program(found))
			return found;
		path += length + (path[length] == ':');
	}
	return NULL;
}

/* gcc, arm-linux-gnueabihf-gcc-12, clang++-19: by the name alone. */
static bool named_like_compiler(const char *name)
{
	static const char *const endings[] = { "gcc", "g++", "cc", "c++", "clang", "clang++" };
	size_t length = strlen(name);

	while (length && strchr("-.0123456789", name[length - 1]))
		length--;
	for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
		size_t ending = strlen(endings[i]);

		if (length >= ending && !strncmp(name + length - ending, endings[i], ending) &&
		    (length == ending || name[length - ending - 1] == '-'))
			return true;
	}
	return false;
}

static bool lies_below(const char *root, const char *path)
{
	return root && path_below(root, path) != path;
}

/* By the path as it is written, and as it is behind links. */
static bool in_project(const struct probes *probes, const char *path)
{
	char real[PATH_MAX];

	return lies_below(probes->options.root, path) || !realpath(path, real) || lies_below(probes->options.root, real);
}

static const char *find_compiler(struct probes *probes, const struct command *command, const char **why)
{
	static const char *const usual[] = { "/usr", "/bin", "/opt" };
	const char *name = command->arguments.items[0], *path;
	bool trusted = !strchr(name, '/');

	*why = "there is no such program";
	path = trusted ? in_path(probes->arena, name) : path_join(probes->arena, command->folder, name);
	if (!path || !is_program(path))
		return NULL;
	*why = "it is not named like a compiler";
	if (!named_like_compiler(path_base(name)))
		return NULL;
	*why = "it lies in the project";
	if (in_project(probes, path))
		return NULL;
	for (size_t i = 0; i < sizeof usual / sizeof *usual && !trusted; i++)
		trusted = lies_below(usual[i], path);
	*why = "it lies in an unusual place; 'compilers' in .snag.yml can name it";
	if (!trusted && !(probes->options.trusted && probes->options.trusted(probes->options.data, command, path)))
		return NULL;
	return path;
}

/* --- which options --------------------------------------------------------------------- */

/* A relevant option that stands for itself, or begins so where it ends in '='. */
static const char *const relevant[] = {
	"-m16", "-m32", "-m64", "-mx32", "-mthumb", "-marm", "-march=", "-mcpu=", "-mabi=", "-mfloat-abi=", "-mfpu=",
	"-mfloat128", "-mlong-double-64", "-mlong-double-128", "-mlong-double-80", "-msoft-float", "-mhard-float",
	"-nostdinc", "-nostdinc++", "-nostdlibinc", "-stdlib=", "-std=", "--std=", "-ansi", "-ffreestanding", "-fhosted",
	"-funsigned-char", "-fsigned-char", "-fno-signed-char", "-fno-unsigned-char", "--target=", "-target",
	"--gcc-toolchain=", "--gcc-install-dir=", "--sysroot", "-isysroot", "-EL", "-EB", "-mbig-endian", "-mlittle-endian",
	"-mmcu=", "-mwindows", "-mcrtdll=",
};

static bool is_relevant(const char *word)
{
	for (size_t i = 0; i < sizeof relevant / sizeof *relevant; i++) {
		size_t length = strlen(relevant[i]);

		if (!strncmp(word, relevant[i], length) &&
		    (!word[length] || relevant[i][length - 1] == '=' || word[length] == '='))
			return true;
		/* Joined to its value: -isysroot/x. */
		if (!strcmp(relevant[i], "-isysroot") && !strncmp(word, "-isysroot", 9))
			return true;
	}
	return false;
}

static const char *probe_language(struct arena *arena, const struct command *command, const struct words *words)
{
	const char *language = NULL;
	struct line line;

	line_read(arena, words, &line);
	for (size_t i = 0; i < line.sources.len && !language; i++)
		if (!strcmp(line.sources.items[i].given, command->given))
			language = line.sources.items[i].language;
	return language && !strncmp(language, "c++", 3) ? "c++" : "c";
}

/* The question, NULL-terminated: compiler, relevant options, and the rest. */
static struct words make_question(struct arena *arena, const char *compiler, const struct command *command)
{
	static const char *const rest[] = { "-E", "-v", "-dM", "-x" };
	struct words words = { 0 }, flat = { 0 }, question = { 0 };
	struct line_walk walk = { .words = &flat };
	struct option option;
	enum line_part part;
	const char *word;

	for (size_t i = 0; i < command->arguments.len; i++)
		vec_push(arena, &words.all, command->arguments.items[i]);
	options_flatten(arena, &words, &flat);
	vec_push(arena, &question.all, compiler);
	while ((part = line_next(&walk, &option, &word)) != LINE_END) {
		if (part == LINE_FILE || !is_relevant(word))
			continue;
		vec_push(arena, &question.all, word);
		if (option.words == 2)
			vec_push(arena, &question.all, option.value);
	}
	for (size_t i = 0; i < sizeof rest / sizeof *rest; i++)
		vec_push(arena, &question.all, rest[i]);
	vec_push(arena, &question.all, probe_language(arena, command, &flat));
	vec_push(arena, &question.all, "/dev/null");
	vec_push(arena, &question.all, NULL);
	return question;
}

/* The question, where it is asked, and the compiler as it is now. */
static char *key_of(struct arena *arena, const struct words *question, const char *folder)
{
	struct strbuf text = { 0 };
	char *hex = arena_alloc(arena, HASH_HEX_SIZE);
	struct stat st = { 0 };
	bool relative = false;

	for (size_t i = 0; i + 1 < question->all.len; i++) {
		strbuf_add(&text, question->all.items[i], strlen(question->all.items[i]) + 1);
		relative |= strstr(question->all.items[i], "sysroot") || strstr(question->all.items[i], "gcc-");
	}
	stat(question->all.items[0], &st);
	strbuf_addf(&text, "%lld %lld.%09ld", (long long)st.st_size, (long long)st.st_mtim.tv_sec, st.st_mtim.tv_nsec);
	if (relative)
		strbuf_addf(&text, " %s", folder);
	hash_content(strbuf_text(&text), text.len, hex);
	strbuf_release(&text);
	return hex;
}

/* --- asking ---------------------------------------------------------------------------- */

struct run {
	const char *const *argv;
	const char *folder;
};

/* In a child: becomes the compiler. */
static int become(void *data, FILE *out)
{
	static const char *const unset[] = { "CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH", "OBJC_INCLUDE_PATH",
					     "DEPENDENCIES_OUTPUT", "SUNPRO_DEPENDENCIES" };
	const struct run *run = data;

	for (size_t i = 0; i < sizeof unset / sizeof *unset; i++)
		unsetenv(unset[i]);
	setenv("LC_ALL", "C", 1);
	setenv("SNAG_DEPTH", "1", 1); /* in case it is one of our links */
	if (chdir(run->folder) != 0 || dup2(fileno(out), STDOUT_FILENO) < 0 || dup2(fileno(out), STDERR_FILENO) < 0)
		return 1;
	execv(run->argv[0], (char *const *)(uintptr_t)run->argv);
	return 1;
}

static bool ask(struct probes *probes, const struct words *question, const char *folder, struct toolchain *toolchain,
		const char **why)
{
	struct run run = { question->all.items, folder };
	struct containment limits = { .seconds = SECONDS };
	struct strbuf output = { 0 };
	struct err err = { 0 };
	int status = 0;
	bool ok = contained_run(become, &run, &limits, &output, &status, &err);

	*why = ok ? "it does not tell of its folders" : arena_strdup(probes->arena, err.text);
	ok = ok && output.len <= TEXT_LIMIT &&
	     toolchain_read(probes->arena, folder, strbuf_text(&output), toolchain);
	strbuf_release(&output);
	return ok;
}

static bool read_kept(struct probes *probes, const char *key, struct toolchain *toolchain)
{
	size_t length;
	char *text;

	return probes->options.folder &&
	       file_read(probes->arena, path_join(probes->arena, probes->options.folder, key), TEXT_LIMIT, &text, &length,
			 NULL) &&
	       toolchain_parse(probes->arena, text, toolchain);
}

/* What can't be kept is asked again the next time. */
static void keep(struct probes *probes, const char *key, const struct toolchain *toolchain)
{
	const char *text = toolchain_text(probes->arena, toolchain);

	if (probes->options.folder && folder_make(probes->options.folder, NULL))
		file_write(path_join(probes->arena, probes->options.folder, key), text, strlen(text), NULL);
}

static struct answer answer_to(struct probes *probes, const struct words *question, const char *folder,
			       const char *key)
{
	struct toolchain *toolchain = arena_new(probes->arena, struct toolchain);
	struct answer answer = { toolchain, NULL };

	if (read_kept(probes, key, toolchain))
		return answer;
	if (!ask(probes, question, folder, toolchain, &answer.why))
		answer.toolchain = NULL;
	else
		keep(probes, key, toolchain);
	return answer;
}

void probe_command(struct probes *probes, struct command *command, const char **note)
{
	const char *name = command->arguments.items[0], *key, *compiler;
	struct answer answer = { 0 };
	struct words question;
	uint32_t known;

	*note = NULL;
	compiler = find_compiler(probes, command, &answer.why);
	if (compiler) {
		question = make_question(probes->arena, compiler, command);
		key = key_of(probes->arena, &question, command->folder);
		known = names_find(&probes->keys, key);
		answer = known != NAMES_NONE ? probes->answers.items[known] :
					       answer_to(probes, &question, command->folder, key);
		if (known == NAMES_NONE) {
			names_add(&probes->keys, key);
			vec_push(probes->arena, &probes->answers, answer);
		}
	}
	if (answer.toolchain)
		toolchain_apply(probes->arena, answer.toolchain, command);
	else if (names_find(&probes->noted, name) == NAMES_NONE) {
		names_add(&probes->noted, name);
		*note = arena_printf(probes->arena, "'%s' was not asked for its header folders: %s", name, answer.why);
	}
}
