/* Names that say what they name, and names that only look like it. */
#include "model/identifier.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void variables(void **state)
{
	static const char *const loud[] = { "id", "request_id", "requestId", "sessionKey", "ID", "m_uuid", "userIDs",
					    "HTTPRequestId", "id_ns", "nonce", "ticket", "txn", "order_id2" };
	static const char *const quiet[] = { "width", "valid", "idle", "grid", "token_expires", "session_start_ns",
					     "keyTime", "cookie_max_age", "idx", "android", "", "_", "keyboard",
					     "session_last_active", "from", "valid_from" };

	(void)state;
	for (size_t i = 0; i < sizeof loud / sizeof *loud; i++)
		if (!identifier_variable(loud[i]))
			fail_msg("'%s' should be one", loud[i]);
	for (size_t i = 0; i < sizeof quiet / sizeof *quiet; i++)
		if (identifier_variable(quiet[i]))
			fail_msg("'%s' should be none", quiet[i]);
}

static void functions(void **state)
{
	(void)state;
	assert_true(identifier_function("query_id"));
	assert_true(identifier_function("id_generate"));
	assert_true(identifier_function("new_session"));
	assert_true(identifier_function("net::makeToken"));
	assert_false(identifier_function("handle_event"));
	assert_false(identifier_function("session_poll"));
	assert_false(identifier_function("token_created_at"));
	assert_false(identifier_function("id::now"));
}

static void types(void **state)
{
	(void)state;
	assert_true(identifier_type("request_id"));
	assert_true(identifier_type("Uuid"));
	assert_false(identifier_type("session"));
	assert_false(identifier_type("id_table"));
}

static void long_words_are_cut(void **state)
{
	(void)state;
	assert_false(identifier_variable("iddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd"));
	assert_true(identifier_variable("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa_id"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(variables),
		cmocka_unit_test(functions),
		cmocka_unit_test(types),
		cmocka_unit_test(long_words_are_cut),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
