/* Each rule has its file, its fixtures and complete metadata. */
#include "rules/rules.h"

#include "base/files.h"

#include <ctype.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>
#include <sys/stat.h>
#include <cmocka.h>

static const char *const names[] = {
#define RULE(name) #name,
#include "rules/rules.def"
#undef RULE
};

static bool is_folder(const char *path)
{
	struct stat st;

	return !stat(path, &st) && S_ISDIR(st.st_mode);
}

static void each_rule_has_a_file_and_fixtures(void **state)
{
	struct arena arena = { 0 };

	(void)state;
	for (size_t i = 0; i < rules_count; i++) {
		const char *source = arena_printf(&arena, "%s/../rules/%s.c", SNAG_TESTDATA, names[i]);
		const char *fixtures = arena_printf(&arena, "%s/rules/%s", SNAG_TESTDATA, rules_all[i]->info.id);

		if (!file_exists(source))
			fail_msg("no %s", source);
		if (!is_folder(fixtures))
			fail_msg("no %s", fixtures);
	}
	arena_release(&arena);
}

static void ids_follow_from_names(void **state)
{
	(void)state;
	assert_int_equal(rules_count, sizeof names / sizeof *names);
	for (size_t i = 0; i < rules_count; i++) {
		const struct rule_info *info = &rules_all[i]->info;

		assert_int_equal(strlen(names[i]), strlen(info->id));
		for (size_t c = 0; names[i][c]; c++)
			assert_int_equal(names[i][c] == '_' ? '-' : names[i][c], info->id[c]);
		assert_int_equal(strncmp(info->id, info->family, strlen(info->family)), 0);
		assert_int_equal(info->id[strlen(info->family)], '-');
		for (size_t j = 0; j < i; j++)
			assert_string_not_equal(info->id, rules_all[j]->info.id);
	}
}

/* Whole sentences: they begin large and end in a full stop. */
static void check_text(const char *id, const char *text)
{
	if (!text || !isupper((unsigned char)text[0]) || text[strlen(text) - 1] != '.' || strstr(text, "  "))
		fail_msg("%s: badly written: %s", id, text ? text : "(none)");
}

static void metadata_is_complete(void **state)
{
	(void)state;
	for (size_t i = 0; i < rules_count; i++) {
		const struct rule_info *info = &rules_all[i]->info;
		size_t length = strlen(info->summary);

		/* Only what concerns the comments themselves is found without asking a program. */
		assert_true(rules_all[i]->check || !strcmp(info->family, "bad"));
		assert_true(info->revision >= 1);
		assert_true(length && length <= 80);
		assert_true(islower((unsigned char)info->summary[0]));
		assert_true(info->summary[length - 1] != '.');
		assert_null(strchr(info->summary, '\n'));
		check_text(info->id, info->fix);
		check_text(info->id, info->limits);
		assert_true(info->why[0] && info->why[strlen(info->why) - 1] == '.' && !strstr(info->why, "  "));
		assert_true(info->references[0] && info->references[strlen(info->references) - 1] != '\n');
		assert_true(info->bench[0] != '\0');
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_rule_has_a_file_and_fixtures),
		cmocka_unit_test(ids_follow_from_names),
		cmocka_unit_test(metadata_is_complete),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
