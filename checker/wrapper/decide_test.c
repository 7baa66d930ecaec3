/* What command lines are to the wrapper. Files named by -l must exist, so these tests work in a folder of their own. */
#include "wrapper/decide.h"

#include "base/files.h"
#include "base/strbuf.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

struct scene {
	struct arena arena;
	char *folder;
	struct decision decision;
};

static void put(struct scene *scene, const char *name, const char *text)
{
	assert_true(file_write(path_join(&scene->arena, scene->folder, name), text, strlen(text), NULL));
}

static int make_scene(void **state)
{
	struct scene *scene = xmalloc(sizeof *scene);
	char *cwd;

	*scene = (struct scene){ 0 };
	*state = scene;
	if (!path_cwd(&scene->arena, &cwd, NULL))
		return -1;
	scene->folder = arena_printf(&scene->arena, "%s/decide-XXXXXX", cwd);
	if (!mkdtemp(scene->folder))
		return -1;
	put(scene, "libstatic.a", "!<arch>\n");
	put(scene, "libboth.a", "!<arch>\n");
	put(scene, "libboth.so", "");
	put(scene, "flags", "-c a.c");
	put(scene, "loop", "@loop");
	return 0;
}

static int remove_scene(void **state)
{
	struct scene *scene = *state;

	folder_remove(scene->folder);
	arena_release(&scene->arena);
	free(scene);
	return 0;
}

/* The words are parted by blanks. */
static const struct decision *decide_on(struct scene *scene, const char *line)
{
	struct words words = { 0 };

	assert_true(words_from_shell(&scene->arena, line, &words, NULL));
	decide(&scene->arena, scene->folder, &words, &scene->decision);
	return &scene->decision;
}

static void passes_on(void **state)
{
	static const struct {
		const char *line, *why;
	} cases[] = {
		{ "gcc", "it names no file" },
		{ "gcc -v", "it names no file" },
		{ "gcc --version", "it compiles nothing" },
		{ "gcc -print-prog-name=ld", "it compiles nothing" },
		{ "gcc -E a.c", "it compiles nothing" },
		{ "gcc -M a.c", "it compiles nothing" },
		{ "clang -cc1 -emit-obj a.c", "it compiles nothing" },
		{ "gcc -x c -", "it reads standard input" },
		{ "gcc -x c /dev/stdin -c", "it reads standard input" },
		{ "gcc -c a.s", "assembler" },
		{ "gcc -c a.S b.sx", "assembler" },
		{ "gcc -c -x assembler-with-cpp a.c", "assembler" },
		{ "gcc -c a.f90", "no C or C++" },
		{ "gcc -c a.go", "no C or C++" },
		{ "gcc -c conftest.c", "a configure script's probe" },
		{ "gcc a.c -o conftest", "a configure script's probe" },
		{ "gcc @loop", "its response files lead to each other" },
	};
	struct scene *scene = *state;

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		const struct decision *decision = decide_on(scene, cases[i].line);

		if (!decision->passed || strcmp(decision->passed, cases[i].why) != 0)
			fail_msg("%s: %s", cases[i].line, decision->passed ? decision->passed : "not passed on");
	}
}

static void takes_sources(void **state)
{
	static const struct {
		const char *line;
		size_t sources;
		bool links;
	} cases[] = {
		{ "gcc -c a.c", 1, false },	     { "gcc -S a.c", 1, false },
		{ "gcc a.c", 1, true },		     { "gcc -c a.c b.c", 2, false },
		{ "gcc a.c b.o -o p", 1, true },     { "gcc a.o b.o -o p", 0, true },
		{ "gcc -MD -MF a.d -c a.c", 1, false }, { "gcc -c -x c a.txt", 1, false },
		{ "gcc -x c a.txt -x none b.o", 1, true }, { "gcc @flags", 1, false },
		{ "ccache gcc -c a.c", 1, false },   { "g++ -c a.cpp", 1, false },
		{ "gcc -c a.i", 1, false },	     { "gcc -fsyntax-only a.c", 1, false },
		{ "gcc -c a.s b.c", 1, false },
	};
	struct scene *scene = *state;

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		const struct decision *decision = decide_on(scene, cases[i].line);

		if (decision->passed || decision->commands.all.len != cases[i].sources ||
		    (decision->link != NULL) != cases[i].links)
			fail_msg("%s: %s, %zu sources, %s", cases[i].line, decision->passed ? decision->passed : "",
				 decision->commands.all.len, decision->link ? "links" : "does not link");
	}
}

/* KIND OUTPUT: INPUT…, below the folder. */
static const char *link_text(struct scene *scene)
{
	static const char *const kinds[] = { "exe", "shared", "relocatable" };
	const Spool__Link *link = scene->decision.link;
	struct strbuf text = { 0 };
	const char *copy;

	strbuf_addf(&text, "%s %s:", kinds[link->kind], path_below(scene->folder, link->output));
	for (size_t i = 0; i < link->n_sources; i++)
		strbuf_addf(&text, " (%s)", path_below(scene->folder, link->sources[i]));
	for (size_t i = 0; i < link->n_inputs; i++)
		strbuf_addf(&text, " %s", path_below(scene->folder, link->inputs[i]));
	copy = arena_strdup(&scene->arena, strbuf_text(&text));
	strbuf_release(&text);
	return copy;
}

static void reads_links(void **state)
{
	static const struct {
		const char *line, *link;
	} cases[] = {
		{ "gcc a.o", "exe a.out: a.o" },
		{ "gcc -o bin/p a.o ../b.o -lm", NULL },
		{ "gcc -op a.c b.o", "exe p: (a.c) b.o" },
		{ "gcc -shared -fPIC -o l.so a.o", "shared l.so: a.o" },
		{ "gcc -static-libgcc -shared-libgcc -o p a.o", "exe p: a.o" },
		{ "gcc -r -o all.o a.o b.o", "relocatable all.o: a.o b.o" },
		{ "gcc -nostdlib -Wl,-r -o all.o a.o", "relocatable all.o: a.o" },
		{ "gcc a.o -lstatic -L. -o p", "exe p: a.o libstatic.a" },
		{ "gcc a.o -L . -l both -o p", "exe p: a.o libboth.so" },
		{ "gcc a.o -L. -l:libboth.a -o p", "exe p: a.o libboth.a" },
		{ "gcc a.o -Wl,--whole-archive,libstatic.a,--no-whole-archive -o p", "exe p: a.o libstatic.a" },
		{ "gcc a.o -lnowhere -o p", "exe p: a.o" },
	};
	struct scene *scene = *state;

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		decide_on(scene, cases[i].line);
		assert_non_null(scene->decision.link);
		if (cases[i].link)
			assert_string_equal(link_text(scene), cases[i].link);
	}
}

static void knows_probes(void **state)
{
	static const char *const probes[] = { "/b/conftest.c", "/b/conftest1.o", "/b/CMakeFiles/CMakeScratch/TryCompile-a/t.c",
					      "/b/CMakeFiles/3.25.1/CompilerIdC/CMakeCCompilerId.c", "/b/cmTC_1a2b3",
					      "/b/meson-private/sanitycheckc.c", "/b/_configtest.c",
					      "/b/.conf_check_1234/test.c" };
	static const char *const sources[] = { "/b/main.c", "/b/my-conftest.c", "/conftests/a.c", "/b/meson-private.c" };
	(void)state;

	for (size_t i = 0; i < sizeof probes / sizeof *probes; i++)
		if (!is_probe_path(probes[i]))
			fail_msg("%s is a probe", probes[i]);
	for (size_t i = 0; i < sizeof sources / sizeof *sources; i++)
		if (is_probe_path(sources[i]))
			fail_msg("%s is none", sources[i]);
}

#define SCENE_TEST(test) cmocka_unit_test_setup_teardown(test, make_scene, remove_scene)

int main(void)
{
	const struct CMUnitTest tests[] = {
		SCENE_TEST(passes_on),
		SCENE_TEST(takes_sources),
		SCENE_TEST(reads_links),
		cmocka_unit_test(knows_probes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
