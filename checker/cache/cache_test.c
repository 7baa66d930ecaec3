/* The facts cache: what is found, what isn't any more, and what many do at once. */
#include "cache/cache.h"

#include "base/files.h"
#include "base/hash.h"
#include "cache/evict.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <dirent.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

struct scene {
	struct arena arena;
	char *folder;
	struct cache cache;
	struct command command;
	struct err err;
};

static const char *in_scene(struct scene *scene, const char *name)
{
	return path_join(&scene->arena, scene->folder, name);
}

static void put(struct scene *scene, const char *name, const char *text)
{
	assert_true(file_write(in_scene(scene, name), text, strlen(text), NULL));
}

static void add_argument(struct scene *scene, const char *word)
{
	vec_push(&scene->arena, &scene->command.arguments, word);
}

static int make_scene(void **state)
{
	struct scene *scene = xmalloc(sizeof *scene);
	char *cwd;

	*scene = (struct scene){ 0 };
	*state = scene;
	if (!path_cwd(&scene->arena, &cwd, NULL))
		return -1;
	scene->folder = arena_printf(&scene->arena, "%s/cache-XXXXXX", cwd);
	if (!mkdtemp(scene->folder))
		return -1;
	setenv("SNAG_CACHE_DIR", in_scene(scene, "kept"), 1);
	unsetenv("SNAG_CACHE_SIZE");
	cache_open(&scene->arena, "/no/scanner", "", &scene->cache);
	scene->command = (struct command){ .folder = scene->folder, .file = in_scene(scene, "a.c"), .given = "a.c",
					   .output = "", .configuration = "flags" };
	add_argument(scene, "cc");
	add_argument(scene, "-c");
	add_argument(scene, "a.c");
	put(scene, "a.c", "#include \"a.h\"\n");
	put(scene, "a.h", "int a;\n");
	return 0;
}

static int remove_scene(void **state)
{
	struct scene *scene = *state;
	pid_t child = fork();

	if (child == 0)
		execlp("rm", "rm", "-rf", scene->folder, (char *)NULL);
	waitpid(child, NULL, 0);
	arena_release(&scene->arena);
	free(scene);
	return 0;
}

static Fact__File *file_now(struct scene *scene, const char *name)
{
	Fact__File *file = arena_new(&scene->arena, Fact__File);
	size_t length;
	char *bytes;

	fact__file__init(file);
	file->path = arena_strdup(&scene->arena, in_scene(scene, name));
	file->content_hash = arena_alloc(&scene->arena, HASH_HEX_SIZE);
	assert_true(file_read(&scene->arena, file->path, 0, &bytes, &length, NULL));
	hash_content(bytes, length, file->content_hash);
	return file;
}

/* What a scanner would leave for the files as they are. */
static Fact__Unit *facts_now(struct scene *scene)
{
	Fact__Unit *unit = arena_new(&scene->arena, Fact__Unit);

	fact__unit__init(unit);
	unit->format = facts_text(FACTS_FORMAT);
	unit->main_file = facts_text(scene->command.file);
	unit->n_files = 2;
	unit->files = arena_array(&scene->arena, Fact__File *, 2);
	unit->files[0] = file_now(scene, "a.c");
	unit->files[1] = file_now(scene, "a.h");
	return unit;
}

static int64_t now_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_REALTIME, &now);
	return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

static void keep(struct scene *scene, int64_t started)
{
	Fact__Unit *facts = facts_now(scene);
	const char *file = in_scene(scene, "facts"), *path;

	assert_true(facts_write(file, facts, &scene->err));
	assert_true(cache_put(&scene->arena, &scene->cache, &scene->command, file, facts, started, &path, &scene->err));
	assert_string_not_equal(path, file);
}

static enum cache_answer find(struct scene *scene)
{
	Fact__Unit *facts = NULL;
	struct cached cached;
	enum cache_answer answer = cache_find(&scene->arena, &scene->cache, &scene->command, &cached, &facts);

	assert_int_equal(answer == CACHE_HIT, facts != NULL);
	return answer;
}

/* As if the file had been written long before anything was scanned. */
static void age(struct scene *scene, const char *name, time_t when)
{
	struct timespec times[2] = { { .tv_sec = when }, { .tv_sec = when } };

	assert_int_equal(utimensat(AT_FDCWD, in_scene(scene, name), times, 0), 0);
}

static void finds_what_was_kept(void **state)
{
	struct scene *scene = *state;

	assert_int_equal(find(scene), CACHE_UNKNOWN);
	keep(scene, now_ns());
	assert_int_equal(find(scene), CACHE_HIT);
}

static void sees_each_change(void **state)
{
	struct scene *scene = *state;

	keep(scene, now_ns());
	put(scene, "a.h", "int b;\n"); /* same size, and within the grain of the file's time */
	assert_int_equal(find(scene), CACHE_CHANGED);
	put(scene, "a.h", "int a; // a comment\n");
	assert_int_equal(find(scene), CACHE_CHANGED);
	unlink(in_scene(scene, "a.h"));
	assert_int_equal(find(scene), CACHE_CHANGED);
	put(scene, "a.h", "int a;\n");
	assert_int_equal(find(scene), CACHE_HIT);
}

static void trusts_old_times_only(void **state)
{
	struct scene *scene = *state;

	age(scene, "a.c", 1000);
	age(scene, "a.h", 1000);
	keep(scene, now_ns());
	put(scene, "a.h", "int b;\n");
	age(scene, "a.h", 1000); /* a liar: nothing tells but the content, which isn't read */
	assert_int_equal(find(scene), CACHE_HIT);
	age(scene, "a.h", 2000);
	assert_int_equal(find(scene), CACHE_CHANGED);
}

static void touching_changes_nothing(void **state)
{
	struct scene *scene = *state;

	age(scene, "a.h", 1000);
	keep(scene, now_ns());
	age(scene, "a.h", 2000);
	assert_int_equal(find(scene), CACHE_HIT);
	put(scene, "a.h", "int b;\n");
	age(scene, "a.h", 2000); /* the look-up before put the new time into the manifest */
	assert_int_equal(find(scene), CACHE_HIT);
}

static void remembers_branches(void **state)
{
	struct scene *scene = *state;

	keep(scene, now_ns());
	put(scene, "a.h", "long a;\n");
	assert_int_equal(find(scene), CACHE_CHANGED);
	keep(scene, now_ns());
	put(scene, "a.h", "int a;\n");
	assert_int_equal(find(scene), CACHE_HIT);
	put(scene, "a.h", "long a;\n");
	assert_int_equal(find(scene), CACHE_HIT);
}

static void keys_hold_what_matters(void **state)
{
	struct scene *scene = *state;
	struct command plain = scene->command;
	struct cache same = scene->cache;

	keep(scene, now_ns());
	scene->command.configuration = "other flags";
	assert_int_equal(find(scene), CACHE_UNKNOWN);
	scene->command = plain;
	add_argument(scene, "-o");
	add_argument(scene, "elsewhere.o");
	assert_int_equal(find(scene), CACHE_HIT);
	scene->command.folder = "/";
	assert_int_equal(find(scene), CACHE_UNKNOWN);
	scene->command.folder = scene->folder;
	cache_open(&scene->arena, "/no/scanner", "other models", &scene->cache);
	assert_int_equal(find(scene), CACHE_UNKNOWN);
	setenv("CPATH", "/somewhere", 1);
	cache_open(&scene->arena, "/no/scanner", "", &scene->cache);
	unsetenv("CPATH");
	assert_int_equal(find(scene), CACHE_UNKNOWN);
	scene->cache = same;
	assert_int_equal(find(scene), CACHE_HIT);
}

static void lives_with_damage(void **state)
{
	struct scene *scene = *state;
	struct cached cached;

	keep(scene, now_ns());
	assert_int_equal(cache_find(&scene->arena, &scene->cache, &scene->command, &cached, NULL), CACHE_HIT);
	assert_int_equal(cached.status, FACT__STATUS__STATUS_OK);
	assert_true(file_write(cached.path, "rubbish", 7, NULL));
	assert_int_equal(find(scene), CACHE_LOST);
	assert_int_equal(find(scene), CACHE_LOST); /* it is gone now */
	keep(scene, now_ns());
	assert_int_equal(find(scene), CACHE_HIT);
}

static void keeps_no_failures(void **state)
{
	struct scene *scene = *state;
	Fact__Unit *facts = facts_now(scene);
	const char *path;

	facts->status = FACT__STATUS__STATUS_FAILED;
	assert_true(cache_put(&scene->arena, &scene->cache, &scene->command, "/none", facts, now_ns(), &path, NULL));
	assert_int_equal(find(scene), CACHE_UNKNOWN);
}

static void can_be_off(void **state)
{
	struct scene *scene = *state;

	setenv("SNAG_CACHE_SIZE", "0", 1);
	cache_open(&scene->arena, "/no/scanner", "", &scene->cache);
	assert_null(scene->cache.folder);
	assert_int_equal(find(scene), CACHE_OFF);
}

static void evicts_the_oldest(void **state)
{
	struct scene *scene = *state;
	static const char *const names[] = { "00000000000000000000000000000001", "00000000000000000000000000000002",
					     "00000000000000000000000000000003", "writer.tmp" };

	for (size_t i = 0; i < 4; i++) {
		put(scene, names[i], "0123456789");
		age(scene, names[i], (time_t)(3000 - 1000 * (int)i));
	}
	evict(scene->folder, 25, in_scene(scene, names[2]));
	assert_true(file_exists(in_scene(scene, names[0])));
	assert_false(file_exists(in_scene(scene, names[1])));
	assert_true(file_exists(in_scene(scene, names[2])));
	assert_false(file_exists(in_scene(scene, names[3])));
	assert_true(file_exists(in_scene(scene, "a.c")));
}

/* Writers and readers of the same key at once: every answer is right. */
static void many_at_once(void **state)
{
	struct scene *scene = *state;
	pid_t children[8];

	keep(scene, now_ns());
	for (size_t i = 0; i < 8; i++) {
		children[i] = fork();
		if (children[i] != 0)
			continue;
		for (int round = 0; round < 20; round++) {
			Fact__Unit *facts = facts_now(scene);
			const char *file = in_scene(scene, arena_printf(&scene->arena, "facts%zu", i)), *path;
			struct cached cached;

			if (!facts_write(file, facts, NULL) ||
			    !cache_put(&scene->arena, &scene->cache, &scene->command, file, facts, now_ns(), &path, NULL) ||
			    cache_find(&scene->arena, &scene->cache, &scene->command, &cached, &facts) != CACHE_HIT)
				_exit(1);
		}
		_exit(0);
	}
	for (size_t i = 0; i < 8; i++) {
		int status;

		assert_int_equal(waitpid(children[i], &status, 0), children[i]);
		assert_int_equal(status, 0);
	}
}

#define SCENE_TEST(test) cmocka_unit_test_setup_teardown(test, make_scene, remove_scene)

int main(void)
{
	const struct CMUnitTest tests[] = {
		SCENE_TEST(finds_what_was_kept),    SCENE_TEST(sees_each_change),
		SCENE_TEST(trusts_old_times_only),  SCENE_TEST(touching_changes_nothing),
		SCENE_TEST(remembers_branches),     SCENE_TEST(keys_hold_what_matters),
		SCENE_TEST(lives_with_damage),      SCENE_TEST(keeps_no_failures),
		SCENE_TEST(can_be_off),		    SCENE_TEST(evicts_the_oldest),
		SCENE_TEST(many_at_once),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
