/* Each rule names a bench, and the bench is there. */
#include "bench/evidence/bench.h"
#include "rules/rules.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#define PROGRAM "snag-bench "

static bool is_command_of_a_bench(const char *text)
{
	return text && !strncmp(text, PROGRAM, strlen(PROGRAM)) && bench_named(text + strlen(PROGRAM));
}

/* Rules on comments judge no program. */
static void every_rule_names_a_bench(void **state)
{
	(void)state;
	for (size_t i = 0; i < rules_count; i++) {
		const struct rule_info *rule = &rules_all[i]->info;

		if (strcmp(rule->id, "bad-suppression") != 0 && !is_command_of_a_bench(rule->bench))
			fail_msg("rule %s: its bench '%s' is no command of snag-bench", rule->id,
				 rule->bench ? rule->bench : "(none)");
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(every_rule_names_a_bench) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
