/* Archives as ar(1) makes them, and as nobody should. */
#include "driver/archive.h"

#include "base/files.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define LONG_NAME "a-name-that-is-longer-than-sixteen.o"

struct scene {
	struct arena arena;
	char *folder;
	struct archive archive;
	struct err err;
};

static const char *in_scene(struct scene *scene, const char *name)
{
	return path_join(&scene->arena, scene->folder, name);
}

static int make_scene(void **state)
{
	struct scene *scene = xmalloc(sizeof *scene);
	char *cwd;

	*scene = (struct scene){ 0 };
	*state = scene;
	if (!path_cwd(&scene->arena, &cwd, NULL))
		return -1;
	scene->folder = arena_printf(&scene->arena, "%s/archive-XXXXXX", cwd);
	if (!mkdtemp(scene->folder))
		return -1;
	file_write(in_scene(scene, "a.o"), "one", 3, NULL);
	file_write(in_scene(scene, LONG_NAME), "four", 4, NULL);
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

static void make_archive(struct scene *scene, const char *flags)
{
	pid_t child = fork();
	int status;

	if (child == 0) {
		if (chdir(scene->folder) == 0)
			execlp("ar", "ar", flags, "lib.a", "a.o", LONG_NAME, (char *)NULL);
		_exit(127);
	}
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_int_equal(status, 0);
}

static bool read_archive(struct scene *scene)
{
	scene->err = (struct err){ 0 };
	return archive_read(&scene->arena, in_scene(scene, "lib.a"), &scene->archive, &scene->err);
}

static void gnu_archive(void **state)
{
	struct scene *scene = *state;

	make_archive(scene, "qc");
	assert_true(read_archive(scene));
	assert_int_equal(scene->archive.members.len, 2);
	assert_string_equal(scene->archive.members.items[0].name, "a.o");
	assert_int_equal(scene->archive.members.items[0].size, 3);
	assert_memory_equal(scene->archive.members.items[0].bytes, "one", 3);
	assert_string_equal(scene->archive.members.items[1].name, LONG_NAME);
	assert_memory_equal(scene->archive.members.items[1].bytes, "four", 4);
}

static void thin_archive(void **state)
{
	struct scene *scene = *state;

	make_archive(scene, "qcT");
	assert_true(read_archive(scene));
	assert_true(scene->archive.thin);
	assert_int_equal(scene->archive.members.len, 2);
	assert_string_equal(scene->archive.members.items[0].name, in_scene(scene, "a.o"));
	assert_string_equal(scene->archive.members.items[1].name, in_scene(scene, LONG_NAME));
}

static void bsd_archive(void **state)
{
	static const char bytes[] = "!<arch>\n"
				    "#1/8            0           0     0     100644  12        `\n"
				    "long.o\0\0"
				    "body";
	struct scene *scene = *state;

	file_write(in_scene(scene, "lib.a"), bytes, sizeof bytes - 1, NULL);
	assert_true(read_archive(scene));
	assert_int_equal(scene->archive.members.len, 1);
	assert_string_equal(scene->archive.members.items[0].name, "long.o");
	assert_int_equal(scene->archive.members.items[0].size, 4);
	assert_memory_equal(scene->archive.members.items[0].bytes, "body", 4);
}

/* Cut anywhere, it is refused or gives the members before; nothing is read behind the end. */
static void cut_archives(void **state)
{
	struct scene *scene = *state;
	size_t length;
	char *bytes;

	make_archive(scene, "qc");
	assert_true(file_read(&scene->arena, in_scene(scene, "lib.a"), 0, &bytes, &length, NULL));
	for (size_t cut = 0; cut < length; cut++) {
		file_write(in_scene(scene, "lib.a"), bytes, cut, NULL);
		if (!read_archive(scene))
			assert_true(scene->err.text[0]);
		assert_true(scene->archive.members.len <= 2);
	}
	file_write(in_scene(scene, "lib.a"), "no archive", 10, NULL);
	assert_false(read_archive(scene));
}

#define SCENE_TEST(test) cmocka_unit_test_setup_teardown(test, make_scene, remove_scene)

int main(void)
{
	const struct CMUnitTest tests[] = {
		SCENE_TEST(gnu_archive),
		SCENE_TEST(thin_archive),
		SCENE_TEST(bsd_archive),
		SCENE_TEST(cut_archives),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
