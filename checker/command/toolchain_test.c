/* What compilers say of themselves, and the options that libclang gets of it. */
#include "base/strbuf.h"
#include "command/toolchain.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static const char arm[] = "Using built-in specs.\nTarget: arm-linux-gnueabihf\n"
			  "ignoring nonexistent directory \"/x\"\n#include \"...\" search starts here:\n"
			  "#include <...> search starts here:\n /usr/arm/include/c++/12\n"
			  " /usr/lib/gcc-cross/arm-linux-gnueabihf/12/include\n"
			  " /usr/lib/gcc-cross/arm-linux-gnueabihf/12/include-fixed\n"
			  " /usr/lib/gcc-cross/arm-linux-gnueabihf/12/../../../../arm/include\nEnd of search list.\n"
			  "#define __SIZEOF_POINTER__ 4\n#define __SIZEOF_LONG__ 4\n#define __CHAR_UNSIGNED__ 1\n"
			  "#define __SIZEOF_POINTER__X 9\n";

static struct command command_of(struct arena *arena, const char *const *words)
{
	struct command command = { .folder = "/p", .file = "/p/a.c", .given = "a.c" };

	while (*words)
		vec_push(arena, &command.arguments, *words++);
	return command;
}

/* The words in front and behind, with a bar between. */
static const char *applied(struct arena *arena, const struct toolchain *toolchain, const char *const *words)
{
	struct command command = command_of(arena, words);
	struct strbuf text = { 0 };
	const char *copy;

	toolchain_apply(arena, toolchain, &command);
	for (size_t i = 0; i < command.before.len; i++)
		strbuf_addf(&text, "%s ", command.before.items[i]);
	strbuf_addch(&text, '|');
	for (size_t i = 0; i < command.behind.len; i++)
		strbuf_addf(&text, " %s", command.behind.items[i]);
	copy = arena_strdup(arena, strbuf_text(&text));
	strbuf_release(&text);
	return copy;
}

static void test_read(void **state)
{
	static const char *const plain[] = { "gcc", "-c", "a.c", NULL };
	static const char *const own[] = { "gcc", "-nostdinc", "-funsigned-char", "--target=x", "-c", "a.c", NULL };
	struct arena arena = { 0 };
	struct toolchain toolchain, again;

	(void)state;
	assert_true(toolchain_read(&arena, "/p", arm, &toolchain));
	assert_string_equal(toolchain.target, "arm-linux-gnueabihf");
	assert_int_equal(toolchain.pointer_size, 4);
	assert_true(toolchain.char_unsigned);
	assert_string_equal(applied(&arena, &toolchain, plain),
			    "--target=arm-linux-gnueabihf -fsigned-char -nostdlibinc -idirafter /usr/arm/include | "
			    "-isystem /usr/arm/include/c++/12");
	assert_string_equal(applied(&arena, &toolchain, own), "|");
	assert_true(toolchain_parse(&arena, toolchain_text(&arena, &toolchain), &again));
	assert_string_equal(applied(&arena, &again, plain), applied(&arena, &toolchain, plain));
	arena_release(&arena);
}

/* No target of libclang's: one with the same sizes. */
static void test_nearest(void **state)
{
	static const struct {
		unsigned pointer, number;
		const char *target;
	} cases[] = { { 4, 4, "--target=i386-linux-gnu |" }, { 8, 8, "--target=x86_64-linux-gnu |" },
		      { 8, 4, "--target=x86_64-w64-windows-gnu |" }, { 2, 4, "--target=msp430-elf |" } };
	static const char *const words[] = { "cc", "-nostdinc", "a.c", NULL };
	struct arena arena = { 0 };

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct toolchain toolchain = { .target = "zzz-elf", .pointer_size = cases[i].pointer,
					       .long_size = cases[i].number };

		assert_string_equal(applied(&arena, &toolchain, words), cases[i].target);
	}
	arena_release(&arena);
}

static void test_no_answer(void **state)
{
	struct arena arena = { 0 };
	struct toolchain toolchain, kept = { .target = "x", .has_folders = true };
	char *text = toolchain_text(&arena, &kept);

	(void)state;
	assert_false(toolchain_read(&arena, "/p", "gcc: error: no input files\n", &toolchain));
	assert_false(toolchain_read(&arena, "/p", "#define __SIZEOF_POINTER__ 8\n", &toolchain));
	for (size_t i = 0; i + 1 < strlen(text); i++)
		assert_false(toolchain_parse(&arena, arena_strndup(&arena, text, i), &toolchain));
	arena_release(&arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_read), cmocka_unit_test(test_nearest),
					    cmocka_unit_test(test_no_answer) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
