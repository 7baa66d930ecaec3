/* CODEOWNERS, line by line. */
#include "driver/owners.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static const char text[] =
	"# everything\n"
	"*       @org/all @ann   # unless said otherwise\n"
	"\n"
	"*.h     headers@example.org\r\n"
	"/build/ @doc\n"
	"docs/*  docs@example.org\n"
	"apps/   @octo\n"
	"/lib/net/** @net\n"
	"**/logs @logs\n"
	"/apps/free\n"
	"odd\\ name.c @odd\n";

static void test_lines(void **state)
{
	static const struct {
		const char *path, *names;
	} rows[] = {
		{ "main.c", "@org/all @ann" },
		{ "src/deep/main.c", "@org/all @ann" },
		{ "src/main.h", "headers@example.org" },
		{ "build/x/y.c", "@doc" },
		{ "src/build/y.c", "@org/all @ann" },
		{ "docs/a.c", "docs@example.org" },
		{ "docs/more/a.c", "@org/all @ann" },
		{ "x/docs/a.c", "@org/all @ann" },
		{ "apps/a.c", "@octo" },
		{ "x/apps/y/a.c", "@octo" },
		{ "lib/net/deep/a.c", "@net" },
		{ "lib/netx/a.c", "@org/all @ann" },
		{ "a/b/logs/c.c", "@logs" },
		{ "apps/free/a.c", NULL },
		{ "odd name.c", "@odd" },
	};
	struct arena arena = { 0 };
	struct owners owners;

	(void)state;
	owners_parse(&arena, text, &owners);
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		const char *names = owners_of(&owners, rows[i].path);

		if (!rows[i].names)
			assert_null(names);
		else if (!names)
			fail_msg("nobody owns %s", rows[i].path);
		else
			assert_string_equal(names, rows[i].names);
	}
	owners_parse(&arena, "", &owners);
	assert_null(owners_of(&owners, "main.c"));
	arena_release(&arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_lines) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
