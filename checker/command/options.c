/* What compilers' options mean to us: one table, gcc's and clang's together. */
#include "command/options.h"

#include <string.h>

/* How an option and its value are written. */
enum form {
	WHOLE,  /* -c */
	JOINED, /* -O2, -fplugin=x: all that begin so */
	NEXT,   /* -target x */
	EITHER, /* -Ix and -I x; --sysroot=x and --sysroot x */
	JOINED_NEXT, /* -Xarch_host x: all that begin so, with the next word */
};

struct row {
	const char *name;
	enum form form;
	enum option_fate fate;
	bool is_path;
};

/* The first row that fits counts, so longer names stand before their beginnings. What fits none is kept as it is. */
static const struct row rows[] = {
	/* what the reduced list keeps */
	{ "-isystem-after", EITHER, OPTION_KEEP, true },
	{ "-isystem", EITHER, OPTION_ESSENTIAL, true },
	{ "-iquote", EITHER, OPTION_ESSENTIAL, true },
	{ "-idirafter", EITHER, OPTION_ESSENTIAL, true },
	{ "-include-pch", NEXT, OPTION_DROP, true },
	{ "-include", EITHER, OPTION_ESSENTIAL, true },
	{ "-imacros", EITHER, OPTION_ESSENTIAL, true },
	{ "-std=", JOINED, OPTION_ESSENTIAL, false },
	{ "-D", EITHER, OPTION_ESSENTIAL, false },
	{ "-U", EITHER, OPTION_ESSENTIAL, false },
	{ "-I", EITHER, OPTION_ESSENTIAL, true },
	{ "--include-directory", EITHER, OPTION_ESSENTIAL, true },
	{ "--define-macro", EITHER, OPTION_ESSENTIAL, false },
	{ "--undefine-macro", EITHER, OPTION_ESSENTIAL, false },
	{ "--include", EITHER, OPTION_ESSENTIAL, true },
	{ "--imacros", EITHER, OPTION_ESSENTIAL, true },
	{ "--sysroot", EITHER, OPTION_ESSENTIAL, true },
	{ "--std=", JOINED, OPTION_ESSENTIAL, false },
	/* kept, with a value that may stand apart */
	{ "-isysroot", EITHER, OPTION_KEEP, true },
	{ "-iprefix", EITHER, OPTION_KEEP, true },
	{ "-iwithprefixbefore", EITHER, OPTION_KEEP, false },
	{ "-iwithprefix", EITHER, OPTION_KEEP, false },
	{ "-iwithsysroot", EITHER, OPTION_KEEP, false },
	{ "-iframework", EITHER, OPTION_KEEP, true },
	{ "-imultilib", NEXT, OPTION_KEEP, false },
	{ "-imultiarch", NEXT, OPTION_KEEP, false },
	{ "-cxx-isystem", EITHER, OPTION_KEEP, true },
	{ "-stdlib++-isystem", EITHER, OPTION_KEEP, true },
	{ "-ivfsoverlay", EITHER, OPTION_KEEP, true },
	{ "-working-directory", EITHER, OPTION_KEEP, true },
	{ "-target", NEXT, OPTION_KEEP, false },
	{ "-arch", NEXT, OPTION_KEEP, false },
	{ "-mthread-model", NEXT, OPTION_KEEP, false },
	{ "-undef", WHOLE, OPTION_KEEP, false },
	{ "-A", EITHER, OPTION_KEEP, false },
	{ "-B", EITHER, OPTION_KEEP, true },
	{ "-F", EITHER, OPTION_KEEP, true },
	/* no unit at all */
	{ "-E", WHOLE, OPTION_ENDS, false },
	{ "-M", WHOLE, OPTION_ENDS, false },
	{ "-MM", WHOLE, OPTION_ENDS, false },
	{ "-###", WHOLE, OPTION_ENDS, false },
	{ "-cc1", JOINED, OPTION_ENDS, false },
	{ "-print-", JOINED, OPTION_ENDS, false },
	{ "--print-", JOINED, OPTION_ENDS, false },
	{ "--version", WHOLE, OPTION_ENDS, false },
	{ "--help", JOINED, OPTION_ENDS, false },
	{ "-dumpbase-ext", NEXT, OPTION_DROP, false },
	{ "-dumpbase", NEXT, OPTION_DROP, false },
	{ "-dumpdir", NEXT, OPTION_DROP, false },
	{ "-dump", JOINED, OPTION_ENDS, false },
	{ "-x", EITHER, OPTION_LANGUAGE, false },
	/* where output goes, and more output */
	{ "-c", WHOLE, OPTION_COMPILE, false },
	{ "-S", WHOLE, OPTION_DROP, false },
	{ "-fsyntax-only", WHOLE, OPTION_DROP, false },
	{ "-o", EITHER, OPTION_OUTPUT, true },
	{ "--output", EITHER, OPTION_OUTPUT, true },
	{ "-MF", EITHER, OPTION_DROP, false },
	{ "-MT", EITHER, OPTION_DROP, false },
	{ "-MQ", EITHER, OPTION_DROP, false },
	{ "-MJ", EITHER, OPTION_DROP, false },
	{ "-M", JOINED, OPTION_DROP, false },
	{ "-gen-cdb-fragment-path", NEXT, OPTION_DROP, false },
	{ "-index-store-path", NEXT, OPTION_DROP, false },
	{ "-serialize-diagnostics", EITHER, OPTION_DROP, false },
	{ "--serialize-diagnostics", EITHER, OPTION_DROP, false },
	{ "-aux-info", NEXT, OPTION_DROP, false },
	{ "-save-temps", JOINED, OPTION_DROP, false },
	{ "--save-temps", JOINED, OPTION_DROP, false },
	{ "-emit-", JOINED, OPTION_DROP, false },
	{ "--analyze", WHOLE, OPTION_DROP, false },
	{ "-coverage", WHOLE, OPTION_DROP, false },
	{ "--coverage", WHOLE, OPTION_DROP, false },
	{ "-ftest-coverage", WHOLE, OPTION_DROP, false },
	{ "-fcoverage-", JOINED, OPTION_DROP, false },
	{ "-fprofile", JOINED, OPTION_DROP, false },
	{ "-fauto-profile", JOINED, OPTION_DROP, false },
	{ "-fbranch-probabilities", WHOLE, OPTION_DROP, false },
	{ "-fdump-", JOINED, OPTION_DROP, false },
	{ "-fdeps-", JOINED, OPTION_DROP, false },
	{ "-fstack-usage", WHOLE, OPTION_DROP, false },
	{ "-fcallgraph-info", JOINED, OPTION_DROP, false },
	{ "-fsave-optimization-record", JOINED, OPTION_DROP, false },
	{ "-foptimization-record", JOINED, OPTION_DROP, false },
	{ "-fopt-info", JOINED, OPTION_DROP, false },
	{ "-ftime-", JOINED, OPTION_DROP, false },
	{ "-fmem-report", JOINED, OPTION_DROP, false },
	{ "-fproc-stat-report", JOINED, OPTION_DROP, false },
	{ "-fcrash-diagnostics", JOINED, OPTION_DROP, false },
	{ "-frecord-", JOINED, OPTION_DROP, false },
	{ "-fverbose-asm", WHOLE, OPTION_DROP, false },
	{ "-frandom-seed", JOINED, OPTION_DROP, false },
	/* module caches are written, and interfaces of another compiler can't be read */
	{ "-fmodule", JOINED, OPTION_DROP, false },
	{ "-fcxx-modules", WHOLE, OPTION_DROP, false },
	{ "-fimplicit-module", JOINED, OPTION_DROP, false },
	{ "-fprebuilt-", JOINED, OPTION_DROP, false },
	/* what is printed */
	{ "-W", JOINED, OPTION_DROP, false },
	{ "-w", WHOLE, OPTION_DROP, false },
	{ "-pedantic", JOINED, OPTION_DROP, false },
	{ "--pedantic", JOINED, OPTION_DROP, false },
	{ "-fdiagnostics", JOINED, OPTION_DROP, false },
	{ "-fno-diagnostics", JOINED, OPTION_DROP, false },
	{ "-fcolor-diagnostics", WHOLE, OPTION_DROP, false },
	{ "-fno-color-diagnostics", WHOLE, OPTION_DROP, false },
	{ "-fansi-escape-codes", WHOLE, OPTION_DROP, false },
	{ "-fmessage-length", JOINED, OPTION_DROP, false },
	{ "-fmax-errors", JOINED, OPTION_DROP, false },
	{ "-ferror-limit", JOINED, OPTION_DROP, false },
	{ "-fanalyzer", JOINED, OPTION_DROP, false },
	{ "-fno-analyzer", JOINED, OPTION_DROP, false },
	{ "-H", WHOLE, OPTION_DROP, false },
	{ "-Q", WHOLE, OPTION_DROP, false },
	{ "-v", WHOLE, OPTION_DROP, false },
	{ "--verbose", WHOLE, OPTION_DROP, false },
	{ "-time", JOINED, OPTION_DROP, false },
	{ "-d", JOINED, OPTION_DROP, false },
	{ "-C", WHOLE, OPTION_DROP, false },
	{ "-CC", WHOLE, OPTION_DROP, false },
	{ "-P", WHOLE, OPTION_DROP, false },
	/* code that a compile command could have us load or run, and other people's headers for the compiler */
	{ "-fplugin", JOINED, OPTION_DROP, false },
	{ "-fpass-plugin", JOINED, OPTION_DROP, false },
	{ "-mllvm", NEXT, OPTION_DROP, false },
	{ "-wrapper", NEXT, OPTION_DROP, false },
	{ "-specs", EITHER, OPTION_DROP, false },
	{ "--specs", EITHER, OPTION_DROP, false },
	{ "--config", EITHER, OPTION_DROP, false },
	{ "-resource-dir", EITHER, OPTION_DROP, false },
	{ "-X", JOINED_NEXT, OPTION_DROP, false },
	/* code generation and linking */
	{ "-O", JOINED, OPTION_DROP, false },
	{ "-g", JOINED, OPTION_DROP, false },
	{ "--param", EITHER, OPTION_DROP, false },
	{ "-flto", JOINED, OPTION_DROP, false },
	{ "-fno-lto", WHOLE, OPTION_DROP, false },
	{ "-ffat-lto-objects", WHOLE, OPTION_DROP, false },
	{ "-fno-fat-lto-objects", WHOLE, OPTION_DROP, false },
	{ "-fthinlto-index", JOINED, OPTION_DROP, false },
	{ "-fthin-link-bitcode", JOINED, OPTION_DROP, false },
	{ "-fwhole-program", JOINED, OPTION_DROP, false },
	{ "-fuse-ld", JOINED, OPTION_DROP, false },
	{ "-fuse-linker-plugin", WHOLE, OPTION_DROP, false },
	{ "-fdebug-", JOINED, OPTION_DROP, false },
	{ "-fno-debug-", JOINED, OPTION_DROP, false },
	{ "-fsanitize-blacklist", JOINED, OPTION_DROP, false },
	{ "-fsanitize-ignorelist", JOINED, OPTION_DROP, false },
	{ "-pipe", WHOLE, OPTION_DROP, false },
	{ "-pg", WHOLE, OPTION_DROP, false },
	{ "-p", WHOLE, OPTION_DROP, false },
	{ "-pie", WHOLE, OPTION_DROP, false },
	{ "-no-pie", WHOLE, OPTION_DROP, false },
	{ "-rdynamic", WHOLE, OPTION_DROP, false },
	{ "-static", JOINED, OPTION_DROP, false },
	{ "-shared", JOINED, OPTION_DROP, false },
	{ "-install_name", NEXT, OPTION_DROP, false },
	{ "-framework", NEXT, OPTION_DROP, false },
	{ "-l", EITHER, OPTION_DROP, false },
	{ "-L", EITHER, OPTION_DROP, false },
	{ "-T", EITHER, OPTION_DROP, false },
	{ "-u", EITHER, OPTION_DROP, false },
	{ "-z", EITHER, OPTION_DROP, false },
	{ "-e", NEXT, OPTION_DROP, false },
	{ "-s", WHOLE, OPTION_DROP, false },
	{ "-r", WHOLE, OPTION_DROP, false },
};

static bool row_fits(const struct row *row, const char *word, size_t length)
{
	if (strncmp(word, row->name, length) != 0)
		return false;
	return word[length] == '\0' || row->form == JOINED || row->form == EITHER || row->form == JOINED_NEXT;
}

bool option_read(const struct words *words, size_t at, struct option *option)
{
	const char *word = words->all.items[at], *next = at + 1 < words->all.len ? words->all.items[at + 1] : "";
	const struct row *end = rows + sizeof rows / sizeof *rows, *row = rows;
	size_t length = 0;

	if (word[0] != '-' || !word[1])
		return false;
	while (row < end && !row_fits(row, word, length = strlen(row->name)))
		row++;
	*option = (struct option){ .fate = OPTION_KEEP, .words = 1, .value = "", .name_length = strlen(word) };
	if (row == end)
		return true;
	option->fate = row->fate;
	option->is_path = row->is_path;
	if (row->form == JOINED_NEXT || row->form == NEXT || (row->form == EITHER && !word[length])) {
		option->words = 2;
		option->value = next;
	} else if (row->form == EITHER) {
		option->name_length = length + (word[1] == '-' && word[length] == '=');
		option->value = word + option->name_length;
	}
	return true;
}

/* --- options in options ------------------------------------------------------- */

static bool is_macro_or_folder(const char *word)
{
	return word[0] == '-' && word[1] && strchr("DUI", word[1]);
}

/* The parts of `-Wp,-DX,-MD,file`: a macro's or folder's value may be a part of its own. */
static void flatten_parts(struct arena *arena, const char *list, struct words *flat)
{
	bool value = false;
	char *rest = NULL;

	for (char *part = strtok_r(arena_strdup(arena, list), ",", &rest); part; part = strtok_r(NULL, ",", &rest)) {
		if (!value && !is_macro_or_folder(part))
			continue;
		vec_push(arena, &flat->all, part);
		value = !value && !part[2];
	}
	if (value)
		flat->all.len--;
}

static bool is_header_option(const char *word)
{
	return !strcmp(word, "-include") || !strcmp(word, "-imacros");
}

/* -Xpreprocessor and -Xclang at `at`; gives the number of words that were read. */
static size_t flatten_passed(struct arena *arena, const struct words *words, size_t at, struct words *flat)
{
	const char *const *all = words->all.items;
	const char *passed = at + 1 < words->all.len ? all[at + 1] : "";
	bool more = at + 3 < words->all.len && !strcmp(all[at + 2], all[at]);

	if (more && (is_header_option(passed) || (is_macro_or_folder(passed) && !passed[2]))) {
		vec_push(arena, &flat->all, passed);
		vec_push(arena, &flat->all, all[at + 3]);
		return 4;
	}
	if ((is_macro_or_folder(passed) && passed[2]) || !strcmp(passed, "-fopenmp"))
		vec_push(arena, &flat->all, passed);
	return 2;
}

void options_flatten(struct arena *arena, const struct words *words, struct words *flat)
{
	for (size_t i = 0; i < words->all.len;) {
		const char *word = words->all.items[i];
		struct option option;

		if (!strcmp(word, "--")) {
			while (i < words->all.len)
				vec_push(arena, &flat->all, words->all.items[i++]);
			return;
		}
		if (!strcmp(word, "-Xpreprocessor") || !strcmp(word, "-Xclang")) {
			i += flatten_passed(arena, words, i, flat);
			continue;
		}
		if (!strncmp(word, "-Wp,", 4)) {
			flatten_parts(arena, word + 4, flat);
			i++;
			continue;
		}
		/* A value is never looked at as an option of its own. */
		for (size_t n = option_read(words, i, &option) ? option.words : 1; n > 0 && i < words->all.len; n--)
			vec_push(arena, &flat->all, words->all.items[i++]);
	}
}
