/* Medians, fits through known lines, peaks and knees. */
#include "bench/evidence/stats.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>

#include <cmocka.h>

static void median_takes_the_middle(void **state)
{
	double odd[] = { 9, 1, 5 }, even[] = { 4, 1, 3, 2 };

	(void)state;
	assert_float_equal(median(odd, 3), 5, 1e-9);
	assert_float_equal(median(even, 4), 2.5, 1e-9);
	assert_float_equal(median(NULL, 0), 0, 1e-9);
}

static void fit_finds_a_line(void **state)
{
	struct point points[12];
	struct fit fit;

	(void)state;
	for (size_t i = 0; i < 12; i++) {
		double n = (double)(1 << i);

		points[i] = (struct point){ n, 150 + 0.02 * n };
	}
	fit = fit_relative(points, 12);
	assert_float_equal(fit.a, 150, 1e-6);
	assert_float_equal(fit.b, 0.02, 1e-9);
	assert_float_equal(fit.r2, 1, 1e-9);
	assert_float_equal(fit.worst, 0, 1e-9);
}

/* One large point off the line moves a plain fit's start by far, a relative one's hardly. */
static void relative_fit_trusts_small_times(void **state)
{
	struct point points[] = { { 1, 100 }, { 2, 101 }, { 4, 103 }, { 8, 107 }, { 100000, 300000 } };
	struct fit plain, relative;

	(void)state;
	plain = fit_plain(points, 5);
	relative = fit_relative(points, 5);
	assert_true(relative.a > 90 && relative.a < 110);
	assert_true(plain.a < relative.a + 10);
	assert_true(relative.worst < 0.1);
}

static void knee_comes_before_the_peak(void **state)
{
	struct point points[] = { { 1, 10 }, { 2, 60 }, { 4, 96 }, { 8, 100 }, { 16, 70 } };

	(void)state;
	assert_int_equal(peak(points, 5), 3);
	assert_int_equal(knee(points, 5, 0.95), 2);
	assert_int_equal(knee(points, 5, 1), 3);
	assert_int_equal(peak(points, 0), 0);
	assert_int_equal(knee(points, 0, 0.95), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(median_takes_the_middle),
		cmocka_unit_test(fit_finds_a_line),
		cmocka_unit_test(relative_fit_trusts_small_times),
		cmocka_unit_test(knee_comes_before_the_peak),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
