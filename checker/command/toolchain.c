/* A compiler's words about itself, and what becomes of them. */
#include "command/toolchain.h"

#include "base/files.h"
#include "base/strbuf.h"
#include "command/line.h"

#include <stdlib.h>
#include <string.h>

#define FORMAT "snag-probe-1"

/* Architectures that libclang has, by the beginning of the target's name. */
static const char *const known_targets[] = {
	"x86_64", "i386", "i486", "i586", "i686", "arm", "thumb", "aarch64", "riscv32", "riscv64", "mips", "powerpc",
	"ppc", "s390x", "sparc", "loongarch64", "avr", "msp430", "hexagon", "wasm32", "wasm64", "bpf", "lanai", "ve-",
};

static bool starts_with(const char *text, const char *beginning)
{
	return !strncmp(text, beginning, strlen(beginning));
}

static bool ends_with(const char *text, const char *ending)
{
	size_t length = strlen(text), other = strlen(ending);

	return length >= other && !strcmp(text + length - other, ending);
}

/* --- what it printed -------------------------------------------------------------- */

/* The folder of the compiler's own headers, gcc's or clang's. */
static bool is_own(const char *folder)
{
	return ends_with(folder, "/include") &&
	       (strstr(folder, "/gcc/") || strstr(folder, "/gcc-cross/") || strstr(folder, "/clang/"));
}

struct reading {
	struct arena *arena;
	const char *folder;
	struct toolchain *toolchain;
	bool in_list, behind_own, macros;
};

static void read_folder(struct reading *r, const char *line)
{
	const char *path = path_join(r->arena, r->folder, line + strspn(line, " "));

	if (is_own(path))
		r->behind_own = true;
	else if (ends_with(path, "/include-fixed"))
		return; /* copies of system headers that were changed for that gcc alone */
	else if (r->behind_own)
		vec_push(r->arena, &r->toolchain->after, path);
	else
		vec_push(r->arena, &r->toolchain->before, path);
}

static bool is_macro(const char *line, const char *name, unsigned *value)
{
	if (!starts_with(line, "#define ") || !starts_with(line + 8, name) || line[8 + strlen(name)] != ' ')
		return false;
	*value = (unsigned)strtoul(line + 8 + strlen(name), NULL, 10);
	return true;
}

static void read_line(struct reading *r, const char *line)
{
	struct toolchain *toolchain = r->toolchain;
	unsigned value;

	if (starts_with(line, "#include <...> search starts here"))
		r->in_list = toolchain->has_folders = true;
	else if (starts_with(line, "End of search list"))
		r->in_list = false;
	else if (r->in_list && line[0] == ' ')
		read_folder(r, line);
	else if (starts_with(line, "Target: "))
		toolchain->target = arena_strdup(r->arena, line + 8);
	else if (is_macro(line, "__SIZEOF_POINTER__", &toolchain->pointer_size))
		r->macros = true;
	else if (is_macro(line, "__CHAR_UNSIGNED__", &value))
		toolchain->char_unsigned = true;
	else
		is_macro(line, "__SIZEOF_LONG__", &toolchain->long_size);
}

bool toolchain_read(struct arena *arena, const char *folder, const char *output, struct toolchain *toolchain)
{
	struct reading r = { .arena = arena, .folder = folder, .toolchain = toolchain };
	char *rest = NULL;

	*toolchain = (struct toolchain){ .target = "" };
	for (char *line = strtok_r(arena_strdup(arena, output), "\n", &rest); line; line = strtok_r(NULL, "\n", &rest))
		read_line(&r, line);
	if (!r.behind_own) { /* no place among them: libclang's own come first, as usual */
		for (size_t i = 0; i < toolchain->before.len; i++)
			vec_push(arena, &toolchain->after, toolchain->before.items[i]);
		toolchain->before.len = 0;
	}
	return toolchain->has_folders && r.macros;
}

/* --- as text ------------------------------------------------------------------------ */

char *toolchain_text(struct arena *arena, const struct toolchain *toolchain)
{
	struct strbuf text = { 0 };
	char *copy;

	strbuf_addf(&text, FORMAT "\ntarget %s\nsizes %u %u %d\n", toolchain->target, toolchain->pointer_size,
		    toolchain->long_size, toolchain->char_unsigned);
	for (size_t i = 0; i < toolchain->before.len; i++)
		strbuf_addf(&text, "before %s\n", toolchain->before.items[i]);
	for (size_t i = 0; i < toolchain->after.len; i++)
		strbuf_addf(&text, "after %s\n", toolchain->after.items[i]);
	strbuf_addstr(&text, "end\n");
	copy = arena_strdup(arena, strbuf_text(&text));
	strbuf_release(&text);
	return copy;
}

static bool parse_sizes(char *text, struct toolchain *toolchain)
{
	char *end;

	toolchain->pointer_size = (unsigned)strtoul(text, &end, 10);
	toolchain->long_size = (unsigned)strtoul(end, &end, 10);
	toolchain->char_unsigned = strtoul(end, &end, 10) == 1;
	return *end == '\0';
}

bool toolchain_parse(struct arena *arena, const char *text, struct toolchain *toolchain)
{
	char *rest = NULL, *line = strtok_r(arena_strdup(arena, text), "\n", &rest);

	*toolchain = (struct toolchain){ .target = "", .has_folders = true };
	if (!line || strcmp(line, FORMAT) != 0)
		return false;
	while ((line = strtok_r(NULL, "\n", &rest))) {
		if (!strcmp(line, "end"))
			return true;
		if (starts_with(line, "target "))
			toolchain->target = line + 7;
		else if (starts_with(line, "before /"))
			vec_push(arena, &toolchain->before, line + 7);
		else if (starts_with(line, "after /"))
			vec_push(arena, &toolchain->after, line + 6);
		else if (!starts_with(line, "sizes ") || !parse_sizes(line + 6, toolchain))
			return false;
	}
	return false; /* it was cut off */
}

/* --- for libclang --------------------------------------------------------------------- */

/* What the command says itself. */
struct said {
	bool target, no_folders, unsigned_char;
};

static struct said what_is_said(struct arena *arena, const struct command *command)
{
	struct words words = { 0 }, flat = { 0 };
	struct line_walk walk = { .words = &flat };
	struct said said = { 0 };
	struct option option;
	enum line_part part;
	const char *word;

	for (size_t i = 0; i < command->arguments.len; i++)
		vec_push(arena, &words.all, command->arguments.items[i]);
	options_flatten(arena, &words, &flat);
	while ((part = line_next(&walk, &option, &word)) != LINE_END) {
		if (part == LINE_FILE)
			continue;
		said.target |= starts_with(word, "--target") || !strcmp(word, "-target");
		said.no_folders |= !strcmp(word, "-nostdinc");
		said.unsigned_char |= !strcmp(word, "-funsigned-char") || !strcmp(word, "-fno-signed-char");
	}
	return said;
}

/* The target, or where libclang doesn't know it one with the same sizes. */
static const char *usable_target(const struct toolchain *toolchain)
{
	for (size_t i = 0; i < sizeof known_targets / sizeof *known_targets; i++)
		if (starts_with(toolchain->target, known_targets[i]))
			return toolchain->target;
	if (toolchain->pointer_size == 8)
		return toolchain->long_size == 8 ? "x86_64-linux-gnu" : "x86_64-w64-windows-gnu";
	return toolchain->pointer_size == 2 ? "msp430-elf" : "i386-linux-gnu";
}

void toolchain_apply(struct arena *arena, const struct toolchain *toolchain, struct command *command)
{
	struct said said = what_is_said(arena, command);

	if (!said.target && toolchain->target[0])
		vec_push(arena, &command->before, arena_printf(arena, "--target=%s", usable_target(toolchain)));
	if (!said.unsigned_char && toolchain->char_unsigned)
		vec_push(arena, &command->before, "-fsigned-char");
	if (said.no_folders)
		return;
	vec_push(arena, &command->before, "-nostdlibinc");
	for (size_t i = 0; i < toolchain->after.len; i++) {
		vec_push(arena, &command->before, "-idirafter");
		vec_push(arena, &command->before, toolchain->after.items[i]);
	}
	for (size_t i = 0; i < toolchain->before.len; i++) {
		vec_push(arena, &command->behind, "-isystem");
		vec_push(arena, &command->behind, toolchain->before.items[i]);
	}
}
