/* What the benches measured is kept by name and libc, and told by bench. */
#include "store/evidence.h"

#include "base/arena.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

static void the_latest_is_kept_and_benches_stay_apart(void **state)
{
	const struct evidence first[] = {
		{ "io.zero", "glibc 2.36", "32 KiB", "0.5", "GiB/s", "shown", "more than 1", "", "a CPU", 1 },
		{ "io.zero", "musl 1.2.3", "32 KiB", NULL, "", "skipped", "", "no musl", "a CPU", 1 },
		{ "ids.same", "glibc 2.36", "same", "2", "%", "shown", "", "", "a CPU", 1 },
		{ "iota.zero", "glibc 2.36", "another bench", "1", "", "shown", "", "", "a CPU", 1 },
	};
	const struct evidence later = { "io.zero", "glibc 2.36", "32 KiB", "2.25", "GiB/s", "shown", "more than 1", "",
					"a CPU", 2 };
	struct arena arena = { 0 };
	struct store *store;
	struct evidences found;

	(void)state;
	assert_true(store_open(":memory:", &store, NULL));
	assert_true(evidence_put(store, first, 4, NULL));
	assert_true(evidence_put(store, &later, 1, NULL));
	assert_true(evidence_read(&arena, store, "io", &found, NULL));
	assert_int_equal(found.all.len, 2);
	assert_string_equal(found.all.items[0].value, "2.25");
	assert_int_equal(found.all.items[0].measured_at, 2);
	assert_null(found.all.items[1].value);
	assert_string_equal(found.all.items[1].note, "no musl");
	assert_true(evidence_read(&arena, store, "locale", &found, NULL));
	assert_int_equal(found.all.len, 0);
	store_close(store);
	arena_release(&arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_latest_is_kept_and_benches_stay_apart),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
