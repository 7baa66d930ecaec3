/* Files in folders: which hold, in what order, and what is wrong with them. */
#include "base/files.h"
#include "config/config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const struct rule_info plain = { .id = "env-plain", .level = LEVEL_WARNING };
static const struct rule_info tuned = { .id = "io-tuned", .level = LEVEL_WARNING,
					.options = { { "below", 4096, 0, 65536, "bytes" } } };
static const struct rule_info early = { .id = "env-early", .level = LEVEL_NOTE, .preview = true };
static const struct rule_info *const rules[] = { &plain, &tuned, &early };

struct fixture {
	struct arena arena;
	char root[64];
	struct configs *configs;
};

static void make_file(struct fixture *f, const char *path, const char *text)
{
	const char *full = path_join(&f->arena, f->root, path);

	assert_true(folder_make(path_folder(&f->arena, full), NULL));
	assert_true(file_write(full, text, strlen(text), NULL));
}

static int set_up(void **state)
{
	struct fixture *f = calloc(1, sizeof *f);

	if (!f)
		return -1;
	snprintf(f->root, sizeof f->root, "%s/snag-config-XXXXXX", P_tmpdir);
	if (!mkdtemp(f->root))
		return -1;
	make_file(f, ".git", "");
	f->configs = configs_new(&f->arena, rules, 3, f->root);
	*state = f;
	return 0;
}

/* Folders that tests make, deepest first. */
static int tear_down(void **state)
{
	static const char *const folders[] = { "a/b/c", "a/b", "a", "own/x", "own", "." };
	struct fixture *f = *state;

	for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
		folder_remove(path_join(&f->arena, f->root, folders[i]));
	configs_release(f->configs);
	arena_release(&f->arena);
	free(f);
	return 0;
}

static const struct config *at(struct fixture *f, const char *folder)
{
	struct err err = { 0 };
	const struct config *config = configs_at(f->configs, path_join(&f->arena, f->root, folder), &err);

	if (!config)
		fail_msg("%s", err.text);
	return config;
}

static void test_defaults(void **state)
{
	const struct config *config = at(*state, "a");

	assert_string_equal(config->values[KEY_LIBC].text, "portable");
	assert_string_equal(config->values[KEY_LEVEL].from, "default");
	assert_int_equal(config_number(config, KEY_TIMEOUT), 120);
	assert_int_equal(config_number(config, KEY_JOBS), 0);
	assert_false(config_host_threaded(config));
	assert_int_equal(config_rule_option(config, &tuned, "below"), 4096);
	assert_int_equal(config_rule_option(NULL, &tuned, "below"), 4096);
	assert_false(config_rule(config, &plain)->off);
	assert_true(config_rule(config, &early)->off);
}

static void test_merge(void **state)
{
	struct fixture *f = *state;
	const struct config *config;

	make_file(f, ".snag.yml", "libc: musl\nlevel: note\nrules:\n  io-tuned: {level: error, below: 10}\n"
				  "exclude: [gen]\nmodels:\n  - {function: f, runs: 0}\n  - {function: g, runs: 1}\n");
	make_file(f, "a/b/.snag.yml", "libc: glibc-2.36\nrules: {io-tuned: {below: 20}, env-early: {level: warning}}\n"
				      "exclude: [x.c]\nmodels: [{function: f, runs-later: 1}]\n");
	config = at(f, "a/b/c");
	assert_string_equal(config->values[KEY_LIBC].text, "glibc-2.36");
	assert_string_equal(config->values[KEY_LIBC].from, "a/b/.snag.yml:1");
	assert_string_equal(config->values[KEY_LEVEL].from, ".snag.yml:2");
	assert_int_equal(config->libc.minor, 36);
	assert_int_equal(config_rule(config, &tuned)->level, LEVEL_ERROR);
	assert_int_equal(config_rule_option(config, &tuned, "below"), 20);
	assert_false(config_rule(config, &early)->off);
	assert_int_equal(config->files.len, 2);
	assert_int_equal(config->models.len, 2);
	assert_string_equal(config->models.items[0].function, "g");
	assert_string_equal(config->models.items[1].word, "runs-later");
	assert_true(config_covers(config->exclude.items, config->exclude.len,
				  path_join(&f->arena, f->root, "gen/y.c")));
	assert_true(config_covers(config->exclude.items, config->exclude.len,
				  path_join(&f->arena, f->root, "a/b/c/x.c")));
	assert_false(config_covers(config->exclude.items, config->exclude.len,
				   path_join(&f->arena, f->root, "a/x.c")));
	assert_string_equal(at(f, "a")->values[KEY_LIBC].text, "musl");
	assert_ptr_equal(at(f, "a"), at(f, "."));
	assert_ptr_equal(at(f, "../elsewhere"), at(f, "."));
	assert_ptr_equal(configs_of(f->configs, path_join(&f->arena, f->root, "a/b/c/x.c")), config);
	assert_ptr_equal(configs_of(f->configs, "/usr/include/stdio.h"), at(f, "."));
	assert_true(configs_rule_on(f->configs, &early));
}

static void test_stops(void **state)
{
	struct fixture *f = *state;

	make_file(f, ".snag.yml", "libc: musl\n");
	make_file(f, "a/.snag.yml", "root: true\nlevel: note\n");
	make_file(f, "own/.git", "");
	make_file(f, "own/x/.snag.yml", "level: error\n");
	assert_string_equal(at(f, "a/b")->values[KEY_LIBC].text, "portable");
	assert_string_equal(at(f, "a/b")->values[KEY_LEVEL].text, "note");
	assert_string_equal(at(f, "own/x")->values[KEY_LIBC].text, "portable");
}

static void test_above_files(void **state)
{
	struct fixture *f = *state;
	struct err err = { 0 };

	make_file(f, ".snag.yml", "libc: musl\nlevel: note\nfail-on: never\n");
	setenv("SNAG_FAIL_ON", "error", 1);
	setenv("SNAG_LEVEL", "error", 1);
	assert_true(configs_environment(f->configs, &err));
	assert_true(configs_override(f->configs, KEY_LEVEL, "warning", "--level", &err));
	unsetenv("SNAG_FAIL_ON");
	unsetenv("SNAG_LEVEL");
	assert_string_equal(at(f, ".")->values[KEY_LIBC].from, ".snag.yml:1");
	assert_string_equal(at(f, ".")->values[KEY_FAIL_ON].from, "SNAG_FAIL_ON");
	assert_string_equal(at(f, ".")->values[KEY_LEVEL].from, "--level");
	assert_string_equal(at(f, ".")->values[KEY_LEVEL].text, "warning");
	assert_false(configs_override(f->configs, KEY_HOST, "none", "--host", &err));
	assert_string_equal(err.text, "option '--host' can't be 'none': unknown, threaded");
}

static void test_mistakes(void **state)
{
	static const struct {
		const char *text, *error;
	} cases[] = {
		{ "- a\n", ".snag.yml:1: the configuration must be a map" },
		{ "\nfail_on: any\n", ".snag.yml:2: unknown key 'fail_on'; did you mean 'fail-on'?" },
		{ "zzzzzzzzz: 1\n", ".snag.yml:1: unknown key 'zzzzzzzzz'" },
		{ "level: loud\n", ".snag.yml:1: 'level' can't be 'loud': note, warning, error" },
		{ "level: [note]\n", ".snag.yml:1: 'level' has one value" },
		{ "timeout: 0\n", ".snag.yml:1: 'timeout' needs a number from 1 to 86400, not '0'" },
		{ "max-days: -1\n", ".snag.yml:1: 'max-days' needs a number from 1 to 36500 or unlimited, not '-1'" },
		{ "root: yes\n", ".snag.yml:1: 'root' must be true or false" },
		{ "rules: [x]\n", ".snag.yml:1: 'rules' must be a map" },
		{ "rules:\n  env-plane: {}\n", ".snag.yml:2: unknown rule 'env-plane'; did you mean 'env-plain'?" },
		{ "rules: {env-plain: off}\n", ".snag.yml:1: what is said of a rule must be a map" },
		{ "rules: {env-plain: {level: no}}\n",
		  ".snag.yml:1: 'level' of a rule can't be 'no': off, note, warning, error" },
		{ "rules: {io-tuned: {belo: 1}}\n",
		  ".snag.yml:1: rule 'io-tuned' has no option 'belo'; did you mean 'below'?" },
		{ "rules: {io-tuned: {below: 99999}}\n",
		  ".snag.yml:1: 'below' needs a number from 0 to 65536, not '99999'" },
		{ "exclude: gen\n", ".snag.yml:1: 'exclude' must be a list" },
		{ "exclude: [[gen]]\n", ".snag.yml:1: 'exclude' must hold words" },
		{ "ignore: [{paths: [a], rules: [env-plain]}]\n",
		  ".snag.yml:1: an entry of 'ignore' needs 'paths', 'rules' and 'reason'" },
		{ "ignore:\n- paths: [a]\n  rules: [all]\n  reason: why\n",
		  ".snag.yml:3: unknown rule 'all'; 'snag rules' lists them" },
		{ "ignore: [{paths: [a], rules: [env-*], reason: ' -'}]\n",
		  ".snag.yml:1: 'reason' must say why, in 3 letters or more" },
		{ "models: [{runs: 1}]\n", ".snag.yml:1: a model needs 'function' with a name" },
		{ "models: [{function: f}]\n", ".snag.yml:1: a model of 'f' says nothing" },
		{ "models: [{function: f, run: 1}]\n", ".snag.yml:1: a model can't say 'run'; did you mean 'runs'?" },
		{ "models: [{function: f, runs: none}]\n",
		  ".snag.yml:1: 'runs' needs the number of an argument, from 0" },
		{ "models: [{function: f, reads-clock: 200}]\n",
		  ".snag.yml:1: 'reads-clock' needs the number of an argument, from 0, or result" },
		{ "models: [{function: f, sets-locale: 1}]\n",
		  ".snag.yml:1: 'sets-locale' and 'category' belong together" },
		{ "models: [{function: \"f\\tenv-read\", runs: 1}]\n",
		  ".snag.yml:1: 'f\tenv-read' is no function's name" },
	};
	struct fixture *f = *state;

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct configs *configs = configs_new(&f->arena, rules, 3, f->root);
		struct err err = { 0 };

		make_file(f, ".snag.yml", cases[i].text);
		assert_null(configs_at(configs, f->root, &err));
		assert_string_equal(err.text, cases[i].error);
		configs_release(configs);
	}
}

static void test_lists(void **state)
{
	struct fixture *f = *state;
	const struct config *config;

	make_file(f, ".snag.yml", "ignore:\n- paths: [third/**, a.c]\n  rules: [env-*, io-tuned]\n  reason: not ours\n"
				  "compilers: [/opt/*/bin/*-gcc]\nexclude:\nrules:\n");
	config = at(f, ".");
	assert_int_equal(config->ignore.len, 1);
	assert_int_equal(config->ignore.items[0].paths.len, 2);
	assert_string_equal(config->ignore.items[0].rules.items[0], "env-*");
	assert_string_equal(config->ignore.items[0].from, ".snag.yml:2");
	assert_string_equal(config->compilers.items[0].text, "/opt/*/bin/*-gcc");
	assert_int_equal(config->exclude.len, 0);
}

static void test_models(void **state)
{
	struct fixture *f = *state;
	struct model_extension models = { 0 }, back = { 0 };
	struct arena none = { 0 };
	size_t count;

	make_file(f, ".snag.yml",
		  "models:\n- {function: submit, starts-thread: 1}\n- {function: put, writes-environment: 0, runs: 2}\n"
		  "- {function: adopt, sets-locale: 1, category: 0}\n- {function: now, reads-clock: result}\n"
		  "- {function: die, never-returns: true}\n- {function: spin, starts-thread: none}\n");
	at(f, ".");
	configs_models(f->configs, &f->arena, &models);
	assert_int_equal(models.rows.len, 7);
	assert_true(extension_read(&f->arena, extension_text(&f->arena, &models), &back, NULL));
	assert_int_equal(back.rows.len, 7);
	models_extend(&f->arena, &back);
	assert_int_equal(model_thread_creator("submit")->entry_arg, 1);
	assert_int_equal(model_thread_creator("spin")->entry_arg, -1);
	assert_int_equal(model_trait("put", TRAIT_ENV_WRITE)->a, 0);
	assert_int_equal(model_trait("put", TRAIT_ENV_WRITE)->b, -1);
	assert_int_equal(model_trait("put", TRAIT_RUNS_ARG)->b, 0);
	assert_int_equal(model_trait("adopt", TRAIT_LOCALE_SET)->b, 1);
	assert_int_equal(model_trait("now", TRAIT_CLOCK)->a, -1);
	assert_non_null(model_trait("die", TRAIT_NORETURN));
	assert_non_null(model_traits("setenv", &count));
	assert_true(model_is_extra("put") && model_is_extra("submit") && !model_is_extra("setenv"));
	models_extend(&none, &(struct model_extension){ 0 });
	assert_null(model_thread_creator("submit"));
	assert_false(extension_read(&f->arena, "f\tno-trait\t1\t1\n", &back, NULL));
	assert_false(extension_read(&f->arena, "f\tenv-read\t1\n", &back, NULL));
	arena_release(&none);
}

/* What is printed is a configuration that says the same. */
static void test_print(void **state)
{
	struct fixture *f = *state;
	struct strbuf first = { 0 };
	const struct config *config;

	make_file(f, ".snag.yml",
		  "libc: musl\nrules: {io-tuned: {below: 7, level: off}}\nexclude: ['a b', \"x\\ty\"]\n"
		  "ignore: [{paths: ['\"'], rules: [env-*], reason: 'a: b # c'}]\n"
		  "models: [{function: 'A::operator<<', reads-environment: none},"
		  " {function: l, sets-locale: 1, category: 0}]\n");
	config_print(at(f, "."), &first);
	make_file(f, "a/.snag.yml", "root: true\n");
	strbuf_addstr(&first, "root: true\n");
	make_file(f, "a/b/.snag.yml", first.text);
	config = at(f, "a/b");
	assert_string_equal(config->values[KEY_LIBC].text, "musl");
	assert_true(config_rule(config, &tuned)->off);
	assert_int_equal(config_rule_option(config, &tuned, "below"), 7);
	assert_string_equal(config->exclude.items[1].text, "x\ty");
	assert_string_equal(config->ignore.items[0].paths.items[0].text, "\"");
	assert_string_equal(config->ignore.items[0].reason, "a: b # c");
	assert_string_equal(config->models.items[0].function, "A::operator<<");
	assert_int_equal(config->models.items[1].b, 0);
	strbuf_release(&first);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_defaults), TEST(test_merge), TEST(test_stops),  TEST(test_above_files),
		TEST(test_mistakes), TEST(test_lists), TEST(test_models), TEST(test_print),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
