/* Random numbers from a clock's seed that become identifiers. */
#include "rules/identifiers.h"

static bool is_clock(const struct program *program, const struct function *function, const Fact__Operand *seed,
		     struct arena *arena)
{
	struct ingredients found = { 0 };

	clock_add(program, NULL, function, seed->origin, clock_is_pointer(function, seed->origin), UINT32_MAX, arena,
		  &found);
	return found.clock && !found.random;
}

static const struct identifier_sink *first_drawn(const struct identifier_sinks *sinks)
{
	for (size_t i = 0; i < sinks->all.len; i++)
		if (sinks->all.items[i].found.seeded && !sinks->all.items[i].found.counter)
			return &sinks->all.items[i];
	return NULL;
}

static void visit(struct rule_run *run, const struct function *function, const struct call *call,
		  const struct model_trait *trait)
{
	const Fact__Event *event = function->facts->events[call->event];
	const struct identifier_sink *sink = *rule_memory(run);
	struct finding *finding;

	if (!sink || (size_t)trait->a >= event->n_args ||
	    !is_clock(rule_program(run), function, event->args[trait->a], rule_arena(run)))
		return;
	finding = rule_report(run, function, call->event, call->library);
	finding->message = arena_printf(rule_arena(run), "'%s' is seeded by a clock, and its numbers become %s", call->library,
					sink->name ? "identifiers" : "names that are created");
	finding->fix = "take random bytes: getrandom, arc4random_buf, std::random_device";
	rule_step(run, finding, sink->function, sink->event, "a number becomes %s here", sink->how);
}

static void check(struct rule_run *run, const struct program *program)
{
	struct identifier_sinks sinks = { 0 };

	identifier_sinks_find(run, program, &sinks);
	*rule_memory(run) = (void *)(uintptr_t)first_drawn(&sinks);
	rule_each_call(run, program, TRAIT_SEEDS, visit);
}

const struct rule rule_timestamp_seed = {
	.info = {
		.id = "timestamp-seed",
		.family = "timestamp",
		.level = LEVEL_NOTE,
		.preview = true,
		.whole_program = true,
		.revision = 1,
		.summary = "identifiers are drawn from a generator that a clock has seeded",
		.why =
			"srand(time(NULL)) gives every process that starts within one second the same numbers, in the same order. "
			"Identifiers, names and tokens that are drawn from them meet on every host of a fleet that restarts at once, "
			"and whoever knows about when a process started can go through all seeds there are.",
		.fix =
			"Take identifiers from the system's random bytes (getrandom, arc4random_buf, std::random_device), or seed from "
			"them.",
		.limits =
			"Which generator a number comes from isn't told: every one that a clock seeds is reported where any number "
			"that needs a seed becomes an identifier.",
		.references =
			"CWE-335\n"
			"CWE-337\n"
			"CERT C MSC32-C",
		.bench = "snag-bench ids",
	},
	.check = check,
};
