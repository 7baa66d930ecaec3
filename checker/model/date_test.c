/* Days of the calendar. */
#include "model/date.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static void test_valid(void **state)
{
	(void)state;
	assert_true(date_is_valid("2028-02-29"));
	assert_false(date_is_valid("2027-02-29"));
	assert_false(date_is_valid("2027-13-01"));
	assert_false(date_is_valid("2027-01-01 "));
}

static void test_days(void **state)
{
	char text[DATE_SIZE];

	(void)state;
	assert_int_equal(date_days("1970-01-01"), 0);
	assert_int_equal(date_days("2027-03-01") - date_days("2027-02-28"), 1);
	for (int64_t day = 0; day < 100000; day += 97) {
		date_text(day, text);
		assert_true(date_is_valid(text));
		assert_int_equal(date_days(text), day);
	}
	date_text(INT32_MAX, text);
	assert_string_equal(text, "9999-12-31");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_valid),
		cmocka_unit_test(test_days),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
