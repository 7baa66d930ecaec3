/* Records of a build: what is put is read back, whoever writes beside it. */
#include "spool/spool.h"

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

struct scene {
	struct arena arena;
	char *root;
	struct spool spool;
	struct err err;
};

static int make_scene(void **state)
{
	struct scene *scene = xmalloc(sizeof *scene);
	char *cwd;

	*scene = (struct scene){ 0 };
	*state = scene;
	unsetenv("SNAG_RUN");
	if (!path_cwd(&scene->arena, &cwd, NULL))
		return -1;
	scene->root = arena_printf(&scene->arena, "%s/spool-XXXXXX", cwd);
	if (!mkdtemp(scene->root))
		return -1;
	spool_find(&scene->arena, scene->root, &scene->spool);
	return spool_make(&scene->arena, &scene->spool, &scene->err) ? 0 : -1;
}

static int remove_scene(void **state)
{
	struct scene *scene = *state;
	pid_t child = fork();

	if (child == 0)
		execlp("rm", "rm", "-rf", scene->root, (char *)NULL);
	waitpid(child, NULL, 0);
	arena_release(&scene->arena);
	free(scene);
	return 0;
}

static void put_compile(struct scene *scene, const char *file, const char *object, const char *facts)
{
	Spool__Record record;
	Spool__Compile compile;

	spool__record__init(&record);
	spool__compile__init(&compile);
	compile.file = arena_strdup(&scene->arena, file);
	compile.object = arena_strdup(&scene->arena, object);
	compile.facts = arena_strdup(&scene->arena, facts);
	record.compile = &compile;
	assert_true(spool_put(&scene->arena, &scene->spool, &record, &scene->err));
}

static void put_link(struct scene *scene, const char *output)
{
	Spool__Record record;
	Spool__Link link;

	spool__record__init(&record);
	spool__link__init(&link);
	link.output = arena_strdup(&scene->arena, output);
	record.link = &link;
	assert_true(spool_put(&scene->arena, &scene->spool, &record, &scene->err));
}

static struct spool_records read_all(struct scene *scene)
{
	struct spool_records records;

	assert_true(spool_read(&scene->arena, &scene->spool, &records, &scene->err));
	return records;
}

static void the_latest_of_an_object_stays(void **state)
{
	struct scene *scene = *state;
	struct spool_records records;

	put_compile(scene, "/p/b.c", "/p/b.o", "one");
	put_compile(scene, "/p/a.c", "/p/a.o", "two");
	put_compile(scene, "/p/b.c", "/p/b.o", "three");
	put_link(scene, "/p/prog");
	put_link(scene, "/p/prog");
	records = read_all(scene);
	assert_int_equal(records.compiles.len, 2);
	assert_string_equal(records.compiles.items[0]->file, "/p/a.c");
	assert_string_equal(records.compiles.items[1]->facts, "three");
	assert_int_equal(records.links.len, 1);
	assert_true(file_exists(path_join(&scene->arena, scene->root, ".snag/.gitignore")));
}

static void no_folder_is_no_record(void **state)
{
	struct scene *scene = *state;

	spool_find(&scene->arena, "/no/such/folder", &scene->spool);
	assert_int_equal(read_all(scene).compiles.len, 0);
}

static void rubbish_is_put_aside(void **state)
{
	struct scene *scene = *state;
	struct spool_records records;

	put_compile(scene, "/p/a.c", "/p/a.o", "");
	file_write(path_join(&scene->arena, scene->spool.folder, "cut.rec"), "\x0a\xff", 2, NULL);
	file_write(path_join(&scene->arena, scene->spool.folder, "empty.rec"), "", 0, NULL);
	file_write(path_join(&scene->arena, scene->spool.folder, "half.tmp"), "x", 1, NULL);
	records = read_all(scene);
	assert_int_equal(records.compiles.len, 1);
	assert_int_equal(records.bad.len, 2);
	assert_string_equal(records.bad.items[0], "cut.rec");
	assert_int_equal(read_all(scene).bad.len, 0);
	assert_true(file_exists(path_join(&scene->arena, scene->spool.folder, "bad/cut.rec")));
}

static void facts_are_shared(void **state)
{
	struct scene *scene = *state;
	const char *file = path_join(&scene->arena, scene->root, "facts");

	file_write(file, "facts", 5, NULL);
	assert_true(spool_put_facts(&scene->arena, &scene->spool, file, "f1", &scene->err));
	assert_true(spool_put_facts(&scene->arena, &scene->spool, file, "f1", &scene->err));
	assert_true(file_exists(spool_facts_path(&scene->arena, &scene->spool, "f1")));
	assert_false(spool_put_facts(&scene->arena, &scene->spool, "/no/such/file", "f2", &scene->err));
}

static void runs_are_apart(void **state)
{
	struct scene *scene = *state;

	put_compile(scene, "/p/a.c", "/p/a.o", "");
	setenv("SNAG_RUN", "nightly", 1);
	spool_find(&scene->arena, scene->root, &scene->spool);
	assert_int_equal(read_all(scene).compiles.len, 0);
	setenv("SNAG_RUN", "../elsewhere", 1);
	spool_find(&scene->arena, scene->root, &scene->spool);
	assert_int_equal(read_all(scene).compiles.len, 1);
	unsetenv("SNAG_RUN");
}

static void counts_what_was_passed_on(void **state)
{
	struct scene *scene = *state;
	struct spool_counts counts;

	for (int i = 0; i < 3; i++)
		spool_count(&scene->arena, &scene->spool, "assembler");
	spool_count(&scene->arena, &scene->spool, "a probe");
	spool_counts_read(&scene->arena, &scene->spool, &counts);
	assert_int_equal(counts.all.len, 2);
	assert_string_equal(counts.all.items[1].reason, "assembler");
	assert_int_equal(counts.all.items[1].count, 3);
}

/* 64 compiles at once, 20 records each; half of the writers are killed on the way. */
static void nothing_is_lost(void **state)
{
	enum { WRITERS = 64, RECORDS = 20 };
	struct scene *scene = *state;
	pid_t children[WRITERS];
	struct spool_records records;
	size_t whole[WRITERS] = { 0 };

	for (int i = 0; i < WRITERS; i++) {
		children[i] = fork();
		for (int j = 0; children[i] == 0 && j < RECORDS; j++) {
			put_compile(scene, arena_printf(&scene->arena, "/p/%d.c", i),
				    arena_printf(&scene->arena, "/p/%d-%d.o", i, j), "");
			if (i % 2 && j == i % RECORDS)
				kill(getpid(), SIGKILL);
		}
		if (children[i] == 0)
			_exit(0);
	}
	for (int i = 0; i < WRITERS; i++)
		waitpid(children[i], NULL, 0);
	records = read_all(scene);
	assert_int_equal(records.bad.len, 0);
	for (size_t i = 0; i < records.compiles.len; i++)
		whole[atoi(records.compiles.items[i]->file + 3)]++;
	for (int i = 0; i < WRITERS; i++)
		assert_int_equal(whole[i], i % 2 ? i % RECORDS + 1 : RECORDS);
}

#define SCENE_TEST(test) cmocka_unit_test_setup_teardown(test, make_scene, remove_scene)

int main(void)
{
	const struct CMUnitTest tests[] = {
		SCENE_TEST(the_latest_of_an_object_stays), SCENE_TEST(no_folder_is_no_record),
		SCENE_TEST(rubbish_is_put_aside),	   SCENE_TEST(facts_are_shared),
		SCENE_TEST(runs_are_apart),		   SCENE_TEST(counts_what_was_passed_on),
		SCENE_TEST(nothing_is_lost),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
