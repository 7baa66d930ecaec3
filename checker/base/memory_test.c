/* Arenas, vectors and growing text. */
#include "base/arena.h"
#include "base/strbuf.h"
#include "base/vec.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

static void memory_is_zeroed_and_aligned(void **state)
{
	struct arena arena = { 0 };

	(void)state;
	for (size_t size = 0; size < 300; size++) {
		unsigned char *p = arena_alloc(&arena, size);

		assert_int_equal((uintptr_t)p % _Alignof(max_align_t), 0);
		for (size_t i = 0; i < size; i++)
			assert_int_equal(p[i], 0);
		memset(p, 0xaa, size);
	}
	arena_release(&arena);
	assert_null(arena.last);
}

static void rewinding_gives_back_what_came_after(void **state)
{
	struct arena arena = { 0 };
	char *kept = arena_strdup(&arena, "kept");
	struct arena_mark mark = arena_mark(&arena);
	char *first = arena_alloc(&arena, 100);

	(void)state;
	memset(first, 'x', 100);
	arena_alloc(&arena, 1 << 20); /* blocks of its own */
	arena_rewind(&arena, mark);
	assert_string_equal(kept, "kept");
	assert_ptr_equal(arena_alloc(&arena, 100), first);
	assert_int_equal(first[0], 0);
	arena_release(&arena);
}

static void growing_keeps_the_bytes(void **state)
{
	struct arena arena = { 0 };
	char *p = arena_strndup(&arena, "abcdef", 3);
	char *in_place = arena_grow(&arena, p, 4, 40);
	char *moved;

	(void)state;
	assert_ptr_equal(in_place, p);
	arena_alloc(&arena, 1);
	moved = arena_grow(&arena, in_place, 40, 4000);
	assert_ptr_not_equal(moved, in_place);
	assert_string_equal(moved, "abc");
	assert_int_equal(moved[3999], 0);
	arena_release(&arena);
}

static void vectors_hold_what_was_pushed(void **state)
{
	struct arena arena = { 0 };
	VEC(int) in_arena = { 0 };
	VEC(int) on_heap = { 0 };

	(void)state;
	for (int i = 0; i < 1000; i++) {
		vec_push(&arena, &in_arena, i);
		hvec_push(&on_heap, -i);
	}
	assert_int_equal(in_arena.len, 1000);
	for (int i = 0; i < 1000; i++) {
		assert_int_equal(in_arena.items[i], i);
		assert_int_equal(on_heap.items[i], -i);
	}
	hvec_free(&on_heap);
	assert_int_equal(on_heap.len, 0);
	arena_release(&arena);
}

static void text_grows_and_is_cut(void **state)
{
	struct strbuf buf = { 0 };

	(void)state;
	assert_string_equal(strbuf_text(&buf), "");
	for (int i = 0; i < 100; i++)
		strbuf_addf(&buf, "%d,", i);
	assert_int_equal(buf.len, 290);
	strbuf_cut(&buf, 4);
	strbuf_addch(&buf, '!');
	strbuf_add(&buf, "\0x", 2);
	assert_int_equal(buf.len, 7);
	assert_memory_equal(buf.text, "0,1,!\0x", 8);
	strbuf_release(&buf);
	assert_null(buf.text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(memory_is_zeroed_and_aligned),
		cmocka_unit_test(rewinding_gives_back_what_came_after),
		cmocka_unit_test(growing_keeps_the_bytes),
		cmocka_unit_test(vectors_hold_what_was_pushed),
		cmocka_unit_test(text_grows_and_is_cut),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
