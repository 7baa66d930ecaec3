/* What is read from the source's characters. */
#include "front/text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static bool slots(const char *text, bool first, bool second, bool third)
{
	bool present[3];

	return text_for_slots(text, text + strlen(text), present) && present[0] == first && present[1] == second &&
	       present[2] == third;
}

static void for_slots(void **state)
{
	bool present[3];
	static const char cut[] = "for (int i = 0; i <", range[] = "for (int x : list) f(x);";

	(void)state;
	assert_true(slots("for (;;) {}", false, false, false));
	assert_true(slots("for(i = 0; i < n; i++) f(\";\");", true, true, true));
	assert_true(slots("for /* ; */ (;i < ';'; ) // ;\n;", false, true, false));
	assert_true(slots("for (; ; i += a[b(1, 2)]);", false, false, true));
	assert_true(slots("for \\\n (x = ({ f(); 1; });;)", true, false, false));
	assert_false(text_for_slots(cut, cut + sizeof cut - 1, present));
	assert_false(text_for_slots(range, range + sizeof range - 1, present));
}

static void directives(void **state)
{
	static const char text[] = "#pragma omp for \\\n  nowait\n\t/* # */\n# pragma omp simd // x\n for (;;);",
			  cut[] = "#pragma \\";

	(void)state;
	assert_string_equal(text_behind_directives(text, text + sizeof text - 1), "for (;;);");
	assert_string_equal(text_behind_directives(text + 17, text + sizeof text - 1),
			    "nowait\n\t/* # */\n# pragma omp simd // x\n for (;;);");
	assert_ptr_equal(text_behind_directives(cut, cut + sizeof cut - 1), cut + sizeof cut - 1);
}

static bool defines(const char *text, const char *name)
{
	size_t length;
	const char *found = text_defined_name(text, strchr(text, '{'), &length);

	return length == strlen(name) && !memcmp(found, name, length);
}

static void defined_names(void **state)
{
	(void)state;
	assert_true(defines("int f (int (*g)(int), int n)\n\t{ return n; }", "f"));
	assert_true(defines("h(){", "h"));
	assert_true(defines(")) {", ""));
	assert_true(defines("{", ""));
}

static const char *statement(struct arena *arena, const char *text, size_t start, size_t end, const char *name)
{
	struct tokens_range range = {start, end, name ? (size_t)(strstr(text, name) - text) : SIZE_MAX, 0};

	return text_statement(arena, text, strlen(text), &range);
}

static void statements(void **state)
{
	struct arena arena = {0};
	static const char call[] = "f( a,/* no */\"b c\" , 'x' ,0x1p-3 ,R\"d(y)\")d\")";
	static const char declared[] = "static const char *const name = getenv(\"HOME\")";
	static const char body[] = "x = ({ int n = 1; n; }) + (struct s){ 1, { 2 } }.a";
	static const char use[] = "IS_ZERO(f(x)) && y";

	(void)state;
	assert_string_equal(statement(&arena, call, 0, sizeof call - 1, NULL),
			    "f ( a , \"b c\" , 'x' , 0x1p-3 , R\"d(y)\")d\" )");
	assert_string_equal(statement(&arena, declared, 0, sizeof declared - 1, "name"),
			    "* const name = getenv ( \"HOME\" )");
	assert_string_equal(statement(&arena, body, 0, sizeof body - 1, NULL),
			    "x = ( {} ) + ( struct s ) { 1 , { 2 } } . a");
	/* The expression runs from the macro's argument to its end, and the other way round. */
	assert_string_equal(statement(&arena, use, 8, 13, NULL), "IS_ZERO ( f ( x ) )");
	assert_string_equal(statement(&arena, use, 0, 12, NULL), "IS_ZERO ( f ( x ) )");
	arena_release(&arena);
}

static void long_statement(void **state)
{
	struct arena arena = {0};
	char text[401] = "";
	const char *tokens;

	(void)state;
	for (int i = 0; i < 100; i++)
		memcpy(text + 4 * i, i < 50 ? "a + " : "b + ", 5);
	tokens = statement(&arena, text, 0, 400, NULL);
	assert_int_equal(strlen(tokens), 2 * (STATEMENT_FIRST_TOKENS + STATEMENT_LAST_TOKENS) - 1);
	assert_ptr_equal(strstr(tokens, "b") - 2 * STATEMENT_FIRST_TOKENS, tokens);
	arena_release(&arena);
}

static void check_unescape(const char *spelling, const char *bytes, size_t length, uint32_t char_size)
{
	struct arena arena = {0};
	uint32_t got_length, got_size;
	const char *got = text_unescape(&arena, spelling, &got_length, &got_size);

	assert_int_equal(got_length, length);
	assert_int_equal(got_size, char_size);
	assert_memory_equal(got, bytes, length + 1);
	arena_release(&arena);
}

static void unescape(void **state)
{
	(void)state;
	check_unescape("\"\"", "", 0, 1);
	check_unescape("\"a\\n\\t\\\"\\\\\\000b\\377\"", "a\n\t\"\\\0b\377", 8, 1);
	check_unescape("u8\"\\303\\251\"", "\303\251", 2, 1);
	check_unescape("L\"\\x20AC\"\"b\"", "\342\202\254b", 4, 4);
	check_unescape("u\"\\u20ac\"", "\342\202\254", 3, 2);
	check_unescape("not a literal", "", 0, 1);
	check_unescape("\"", "", 0, 1);
	check_unescape("\"cut\\", "", 0, 1);
}

static void initial_statement(void **state)
{
	static const char with[] = "if (f(); n) g();", without[] = "if (f(n, 2)) { g(); }";
	static const char jumps[] = "asm volatile goto(\"\")", plain[] = "asm(\"goto\" : : \"r\"(x)); goto l;";

	(void)state;
	assert_true(text_has_init(with, with + sizeof with - 1));
	assert_false(text_has_init(without, without + sizeof without - 1));
	assert_true(text_asm_jumps(jumps, jumps + sizeof jumps - 1));
	assert_false(text_asm_jumps(plain, plain + sizeof plain - 1));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(for_slots),	     cmocka_unit_test(directives),     cmocka_unit_test(defined_names),
		cmocka_unit_test(statements),	     cmocka_unit_test(long_statement), cmocka_unit_test(unescape),
		cmocka_unit_test(initial_statement),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
