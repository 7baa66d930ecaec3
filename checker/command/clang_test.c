/* What of a compile's arguments reaches libclang, and what tells configurations apart. */
#include "command/command.h"

#include "base/strbuf.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#define ALWAYS \
	"-w -ferror-limit=0 -D__NO_CTYPE -Wno-error=implicit-function-declaration -Wno-error=implicit-int " \
	"-Wno-error=int-conversion -Wno-error=incompatible-function-pointer-types -Wno-error=return-mismatch "

/* A command of words that have one blank between them. */
static struct command command_of(struct arena *arena, const char *given, const char *line)
{
	struct command command = { .folder = "/src", .file = "/src/a.c", .given = given, .output = "" };
	char *rest = NULL;

	for (char *word = strtok_r(arena_strdup(arena, line), " ", &rest); word; word = strtok_r(NULL, " ", &rest))
		vec_push(arena, &command.arguments, word);
	return command;
}

static const char *for_libclang(struct arena *arena, const char *given, const char *line, bool reduced)
{
	struct command command = command_of(arena, given, line);
	struct strbuf buf = { 0 };
	size_t count;
	const char *const *arguments = command_for_libclang(arena, &command, reduced, &count);
	const char *text;

	assert_null(arguments[count]);
	for (size_t i = 0; i < count; i++)
		strbuf_addf(&buf, "%s%s", i > 0 ? " " : "", arguments[i]);
	text = arena_strdup(arena, strbuf_text(&buf));
	strbuf_release(&buf);
	return text;
}

struct sample {
	const char *given, *line, *expected;
};

static void check_samples(const struct sample *samples, size_t count, bool reduced)
{
	struct arena arena = { 0 };

	for (size_t i = 0; i < count; i++)
		assert_string_equal(for_libclang(&arena, samples[i].given, samples[i].line, reduced),
				    samples[i].expected);
	arena_release(&arena);
}

static void keeps_what_has_meaning(void **state)
{
	static const struct sample samples[] = {
		{ "a.c", "gcc -c a.c", ALWAYS "a.c" },
		{ "a.c", "gcc -Ix -I y -DA -D B=1 -UC -isystem z -include c.h -iquote q -idirafter d a.c -c",
		  "-Ix -I y -DA -D B=1 -UC -isystem z -include c.h -iquote q -idirafter d " ALWAYS "a.c" },
		{ "a.c", "gcc -std=gnu99 -funsigned-char -fshort-enums -m32 -march=i686 -pthread -fopenmp a.c",
		  "-std=gnu99 -funsigned-char -fshort-enums -m32 -march=i686 -pthread -fopenmp " ALWAYS "a.c" },
		{ "a.c", "gcc -nostdinc --sysroot=/r --sysroot /s -isysroot /t -target x -undef -stdlib=libc++ a.c",
		  "-nostdinc --sysroot=/r --sysroot /s -isysroot /t -target x -undef -stdlib=libc++ " ALWAYS "a.c" },
		/* a value that looks like an option or a source is a value */
		{ "a.c", "gcc -D -c -I -o -include b.c a.c", "-D -c -I -o -include b.c " ALWAYS "a.c" },
	};

	(void)state;
	check_samples(samples, sizeof samples / sizeof *samples, false);
}

static void drops_what_writes_prints_or_loads(void **state)
{
	static const struct sample samples[] = {
		{ "a.c", "gcc -c -o x.o -oy.o -MD -MMD -MF x.d -MFx.d -MT t -MQ q -MP -MG -MJ j a.c", ALWAYS "a.c" },
		{ "a.c", "gcc -O2 -O -g -ggdb3 -gsplit-dwarf -Wall -Werror -w -pedantic-errors a.c", ALWAYS "a.c" },
		{ "a.c", "gcc -flto=auto -fplugin=p.so -fplugin-arg-p-x=y -save-temps=obj -fanalyzer -specs=s a.c",
		  ALWAYS "a.c" },
		{ "a.c", "gcc --serialize-diagnostics d -fdiagnostics-format=json -ftime-trace --coverage -H -v a.c",
		  ALWAYS "a.c" },
		{ "a.c", "clang -Xclang -load -Xclang p.so -mllvm -x --config c -resource-dir r -wrapper w a.c",
		  ALWAYS "a.c" },
		{ "a.c", "gcc a.c -lm -L. -L /l -Wl,-z,now -Xlinker a.c -T l.ld -static -shared-libgcc b.o",
		  ALWAYS "a.c" },
	};

	(void)state;
	check_samples(samples, sizeof samples / sizeof *samples, false);
}

static void options_in_options(void **state)
{
	static const struct sample samples[] = {
		{ "a.c", "gcc -Wp,-DA,-MD,x.d,-UB,-D,C a.c", "-DA -UB -D C " ALWAYS "a.c" },
		{ "a.c", "gcc -Wp,-MMD,x.d -Wp,-D a.c", ALWAYS "a.c" },
		{ "a.c", "gcc -Xpreprocessor -DA -Xpreprocessor -MD -Xpreprocessor -fopenmp a.c",
		  "-DA -fopenmp " ALWAYS "a.c" },
		{ "a.c", "clang -Xclang -include-pch -Xclang p.pch -Xclang -include -Xclang p.h a.c",
		  "-include p.h " ALWAYS "a.c" },
		{ "a.c", "clang a.c -Xclang", ALWAYS "a.c" },
	};

	(void)state;
	check_samples(samples, sizeof samples / sizeof *samples, false);
}

static void names_the_language_where_needed(void **state)
{
	static const struct sample samples[] = {
		{ "a.c", "g++ -c a.c", ALWAYS "-x c++ a.c" },
		{ "a.c", "/usr/bin/x86_64-linux-gnu-g++-12 -c a.c", ALWAYS "-x c++ a.c" },
		{ "a.i", "clang++ -c a.i", ALWAYS "-x c++-cpp-output a.i" },
		{ "a.cc", "g++ -c a.cc", ALWAYS "a.cc" },
		{ "a.cc", "gcc -c a.cc", ALWAYS "a.cc" },
		{ "a.x", "gcc -x c a.x -x none", ALWAYS "-x c a.x" },
		{ "a.c", "gcc -xc++ a.c", ALWAYS "-x c++ a.c" },
		{ "a.c", "gcc -x c++ b.x -x none a.c", ALWAYS "a.c" },
		{ "-a.c", "gcc -DX -- -a.c", "-DX " ALWAYS "./-a.c" },
		{ "@a.c", "gcc @a.c", ALWAYS "./@a.c" },
	};

	(void)state;
	check_samples(samples, sizeof samples / sizeof *samples, false);
}

static void reduced_keeps_the_essential(void **state)
{
	static const struct sample samples[] = {
		{ "a.c",
		  "gcc -Ix -iquote q -isystem s -idirafter d -DA -U B -include i -imacros m -std=c99 --sysroot=/r "
		  "-m32 -mfoo -fbar -target t -isysroot /t a.c",
		  "-Ix -iquote q -isystem s -idirafter d -DA -U B -include i -imacros m -std=c99 --sysroot=/r " ALWAYS
		  "a.c" },
		{ "a.x", "gcc -x c++ -fbar a.x", ALWAYS "-x c++ a.x" },
	};

	(void)state;
	check_samples(samples, sizeof samples / sizeof *samples, true);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(keeps_what_has_meaning),
		cmocka_unit_test(drops_what_writes_prints_or_loads),
		cmocka_unit_test(options_in_options),
		cmocka_unit_test(names_the_language_where_needed),
		cmocka_unit_test(reduced_keeps_the_essential),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
