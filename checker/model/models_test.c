/* Look-ups in the tables on libc and libraries, and that the tables hold what rules ask for. */
#include "model/models.h"

#include "model/tables.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>
#include <cmocka.h>

static void finds_a_trait_by_name(void **state)
{
	const struct model_trait *trait = model_trait("read", TRAIT_IO_READ);

	(void)state;
	assert_non_null(trait);
	assert_string_equal(trait->function, "read");
	assert_int_equal(trait->a, 0);
	assert_int_equal(trait->b, 2);
	assert_null(model_trait("read", TRAIT_NORETURN));
}

static void one_line_gives_rows_to_several_functions(void **state)
{
	(void)state;
	assert_non_null(model_trait("isspace", TRAIT_CTYPE));
	assert_non_null(model_trait("toupper", TRAIT_CTYPE));
	assert_null(model_trait("isascii", TRAIT_CTYPE));
	assert_int_equal(model_trait("isascii", TRAIT_CTYPE_ASCII)->b, 127);
}

static void an_empty_number_is_minus_one(void **state)
{
	(void)state;
	assert_int_equal(model_trait("clearenv", TRAIT_ENV_WRITE)->a, -1);
	assert_int_equal(model_trait("socket", TRAIT_OPENS)->a, -1);
	assert_int_equal(model_trait("socket", TRAIT_OPENS)->b, 1);
}

static void ranges_reach_to_the_ends(void **state)
{
	const struct model_trait *trait = model_trait("strlen", TRAIT_RANGE);

	(void)state;
	assert_int_equal(trait->a, 0);
	assert_true(trait->b == INT64_MAX);
}

static void rows_of_a_function_lie_together(void **state)
{
	size_t count;
	const struct model_trait *rows = model_traits("pthread_atfork", &count);
	size_t later = 0;

	(void)state;
	assert_non_null(rows);
	for (size_t i = 0; i < count; i++) {
		assert_string_equal(rows[i].function, "pthread_atfork");
		later += rows[i].trait == TRAIT_LATER_ARG;
	}
	assert_int_equal(later, 3);
}

static void other_spellings_are_the_same_function(void **state)
{
	(void)state;
	assert_non_null(model_trait("__builtin_strlen", TRAIT_PURE));
	assert_non_null(model_trait("open64", TRAIT_OPENS));
	assert_non_null(model_trait("__isoc99_fscanf", TRAIT_IO_STREAM));
	assert_null(model_trait("__builtin_", TRAIT_PURE));
	assert_null(model_trait("64", TRAIT_PURE));
}

static void unknown_names_are_unknown(void **state)
{
	char longest[4096];
	size_t count = 7;

	(void)state;
	memset(longest, 'a', sizeof longest);
	longest[sizeof longest - 1] = '\0';
	assert_false(model_knows(longest));
	assert_false(model_knows(""));
	assert_false(model_knows("\xff\xfe"));
	assert_null(model_traits("zzzz", &count));
	assert_int_equal(count, 0);
	assert_null(model_thread_creator("<startup>"));
}

static void knows_functions_of_every_table(void **state)
{
	(void)state;
	assert_true(model_knows("pthread_create"));
	assert_true(model_knows("tzset"));
	assert_true(model_knows("wordexp"));
	assert_true(model_knows("cfsetspeed"));
}

static void tells_who_makes_threads(void **state)
{
	(void)state;
	assert_int_equal(model_thread_creator("pthread_create")->entry_arg, 2);
	assert_int_equal(model_thread_creator("aio_read")->entry_arg, -1);
	assert_string_equal(model_thread_creator("timer_create")->kind, "signal-thread");
	assert_null(model_thread_creator("pthread_join"));
}

static void tells_who_reads_the_environment(void **state)
{
	size_t count;
	const struct model_env_reader *rows = model_env_readers("localtime_r", &count);
	bool glibc = false;

	(void)state;
	assert_true(count > 1);
	for (size_t i = 0; i < count; i++)
		glibc = glibc || (!strcmp(rows[i].libc, "glibc") && strstr(rows[i].variables, "TZ"));
	assert_true(glibc);
	assert_non_null(model_env_reader_condition("localtime_r", "glibc"));
	assert_null(model_env_reader_condition("localtime_r", "musl"));
	assert_null(model_env_readers("printf family: %m", &count));
}

static void tells_who_reads_a_variable(void **state)
{
	size_t count;
	const struct model_env_consumer *rows = model_env_consumers("AWS_PROFILE", &count);

	(void)state;
	assert_true(count >= 1);
	assert_string_equal(rows->variable, "AWS_PROFILE");
	assert_true(rows->component[0] != '\0');
	assert_null(model_env_consumers("NOBODY_READS_THIS", &count));
}

static void tells_who_writes_unexpectedly(void **state)
{
	(void)state;
	assert_string_equal(model_env_mutator("newterm")->component, "ncurses");
	assert_string_equal(model_env_mutator("rte_eal_init")->function, "rte_eal_init");
	assert_null(model_env_mutator("setenv"));
}

static void tells_what_a_libc_promises(void **state)
{
	size_t count;
	const struct model_env_semantics *rows = model_env_semantics(&count);
	bool musl = false;

	(void)state;
	assert_true(count > 5);
	for (size_t i = 0; i < count; i++)
		musl = musl || (!strcmp(rows[i].libc, "musl") && !strcmp(rows[i].setenv_frees_old_value, "yes"));
	assert_true(musl);
	assert_string_equal(model_libc_safety("setenv")->mt, "unsafe");
}

static void traits_are_sorted(void **state)
{
	(void)state;
	for (size_t i = 1; i < table_traits_count; i++)
		assert_true(strcmp(table_traits[i - 1].function, table_traits[i].function) <= 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(finds_a_trait_by_name),
		cmocka_unit_test(one_line_gives_rows_to_several_functions),
		cmocka_unit_test(an_empty_number_is_minus_one),
		cmocka_unit_test(ranges_reach_to_the_ends),
		cmocka_unit_test(rows_of_a_function_lie_together),
		cmocka_unit_test(other_spellings_are_the_same_function),
		cmocka_unit_test(unknown_names_are_unknown),
		cmocka_unit_test(knows_functions_of_every_table),
		cmocka_unit_test(tells_who_makes_threads),
		cmocka_unit_test(tells_who_reads_the_environment),
		cmocka_unit_test(tells_who_reads_a_variable),
		cmocka_unit_test(tells_who_writes_unexpectedly),
		cmocka_unit_test(tells_what_a_libc_promises),
		cmocka_unit_test(traits_are_sorted),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
