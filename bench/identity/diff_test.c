/* Lines followed through a diff: the truth that identities are held against. */
#include "bench/identity/diff.h"

#include "base/files.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static const char text[] = "diff --git a.c a.c\n"
			   "index 1..2 100644\n"
			   "--- a.c\n"
			   "+++ a.c\n"
			   "@@ -3,0 +4,2 @@ int f(void)\n"
			   "+one\n"
			   "+++ not a header\n"
			   "@@ -10,2 +13 @@\n"
			   "--- not a header either\n"
			   "-two\n"
			   "+three\n"
			   "\\ No newline at end of file\n"
			   "diff --git first.c first.c\n"
			   "--- /dev/null\n"
			   "+++ first.c\n"
			   "@@ -0,0 +1 @@\n"
			   "+x\n"
			   "diff --git second.c second.c\n"
			   "--- /dev/null\n"
			   "+++ second.c\n"
			   "@@ -0,0 +1 @@\n"
			   "+x\n"
			   "diff --git old.c new.c\n"
			   "similarity index 100%\n"
			   "rename from old.c\n"
			   "rename to new.c\n"
			   "diff --git gone.c gone.c\n"
			   "--- gone.c\n"
			   "+++ /dev/null\n"
			   "@@ -1,2 +0,0 @@\n"
			   "-x\n"
			   "-y\n";

static void follow(const struct diff *diff, const char *path, uint32_t first, uint32_t last, const char *new_path,
		   uint32_t new_first)
{
	const char *to;
	uint32_t line;

	assert_int_equal(diff_follow(diff, path, first, last, &to, &line), new_path != NULL);
	if (new_path) {
		assert_string_equal(to, new_path);
		assert_int_equal(line, new_first);
	}
}

static void test_follow(void **state)
{
	char path[] = "/tmp/snag-diff-XXXXXX";
	struct diff diff;
	struct err err = { 0 };
	int fd = mkstemp(path);

	(void)state;
	assert_true(fd >= 0 && write(fd, text, strlen(text)) == (ssize_t)strlen(text) && close(fd) == 0);
	assert_true(diff_read(path, &diff, &err));
	unlink(path);
	follow(&diff, "a.c", 1, 3, "a.c", 1);
	follow(&diff, "a.c", 3, 4, NULL, 0); /* something was put in between */
	follow(&diff, "a.c", 4, 9, "a.c", 6);
	follow(&diff, "a.c", 9, 10, NULL, 0);
	follow(&diff, "a.c", 11, 11, NULL, 0);
	follow(&diff, "a.c", 12, 12, "a.c", 13);
	follow(&diff, "old.c", 7, 8, "new.c", 7);
	follow(&diff, "gone.c", 1, 1, NULL, 0);
	follow(&diff, "other.c", 5, 6, "other.c", 5);
	diff_release(&diff);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_follow) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
