/* A part of ourselves that behaves, and some that don't. */
#include "base/contained.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int prints(void *data, FILE *out)
{
	fprintf(out, "hello %s", (const char *)data);
	printf("nobody sees this");
	return getchar() == EOF ? 7 : 8;
}

static int dies(void *data, FILE *out)
{
	(void)data;
	fputs("last words", out);
	fflush(out);
	raise(SIGKILL);
	return 0;
}

static int waits(void *data, FILE *out)
{
	(void)data;
	(void)out;
	sleep(3600);
	return 0;
}

static int returns_nonsense(void *data, FILE *out)
{
	(void)data;
	(void)out;
	return 255;
}

static void result_and_output_come_back(void **state)
{
	struct containment limits = { .seconds = 60 };
	struct strbuf output = { 0 };
	struct err err = { 0 };
	char world[] = "world";
	int result = 0;
	(void)state;

	assert_true(contained_run(prints, world, &limits, &output, &result, &err));
	assert_string_equal(strbuf_text(&output), "hello world");
	assert_int_equal(result, 7);
	strbuf_release(&output);
}

static void harm_is_told(void **state)
{
	static const struct {
		contained_work *work;
		const char *told;
	} cases[] = { { dies, "ended by signal 9" }, { waits, "not done after 1 seconds" },
		      { returns_nonsense, "ended with status 101" } };
	struct containment limits = { .seconds = 1 };
	(void)state;

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct strbuf output = { 0 };
		struct err err = { 0 };
		int result = 0;

		assert_false(contained_run(cases[i].work, NULL, &limits, &output, &result, &err));
		assert_non_null(strstr(err.text, cases[i].told));
		strbuf_release(&output);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(result_and_output_come_back),
		cmocka_unit_test(harm_is_told),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
