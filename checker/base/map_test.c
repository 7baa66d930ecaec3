/* Hash tables and interned names, against the plainest possible model. */
#include "base/map.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <cmocka.h>

static void a_map_answers_like_an_array(void **state)
{
	struct map map = { 0 };
	uint64_t model[512] = { 0 }, seed = 12345;

	(void)state;
	assert_null(map_get(&map, 7));
	for (int i = 0; i < 20000; i++) {
		uint64_t key, *value;
		bool added;

		seed = seed * 6364136223846793005u + 1442695040888963407u;
		key = (seed >> 40) % 512;
		value = map_put(&map, key * 0x100000001u, 0, &added);
		assert_int_equal(added, model[key] == 0);
		(*value)++;
		model[key]++;
	}
	for (uint64_t key = 0; key < 512; key++)
		assert_int_equal(*map_get(&map, key * 0x100000001u), model[key]);
	assert_int_equal(map.len, 512);
	map_release(&map);
}

static void entries_stand_in_order_of_insertion(void **state)
{
	struct map map = { 0 };

	(void)state;
	for (uint64_t i = 0; i < 100; i++)
		map_put(&map, i * 7919 % 101, i, NULL);
	for (uint64_t i = 0; i < 100; i++) {
		assert_int_equal(map.entries[i].key, i * 7919 % 101);
		assert_int_equal(map.entries[i].value, i);
	}
	map_release(&map);
}

static void names_are_numbered_once(void **state)
{
	struct names names = { 0 };
	char text[16];

	(void)state;
	assert_int_equal(names_find(&names, "none"), NAMES_NONE);
	for (uint32_t round = 0; round < 2; round++)
		for (uint32_t i = 0; i < 500; i++) {
			snprintf(text, sizeof text, "name%u", i);
			assert_int_equal(names_add(&names, text), i);
		}
	assert_int_equal(names_find(&names, "name499"), 499);
	assert_int_equal(names_find(&names, "name500"), NAMES_NONE);
	assert_string_equal(names.texts[17], "name17");
	/* The length counts, not a NUL. */
	assert_int_equal(names_add_n(&names, "name1\0x", 7), 500);
	assert_int_equal(names_add_n(&names, "name12", 5), 1);
	assert_int_equal(names_add(&names, ""), 501);
	names_release(&names);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_map_answers_like_an_array),
		cmocka_unit_test(entries_stand_in_order_of_insertion),
		cmocka_unit_test(names_are_numbered_once),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
