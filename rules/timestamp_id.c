/* Readings of clocks that become identifiers, keys or names, with nothing else that makes them unique. */
#include "rules/identifiers.h"

#include <stdlib.h>

/* Where the clock is read in the same function comes first: further on the value has its name already. */
static bool reads_itself(const struct identifier_sink *sink)
{
	return sink->found.readings.len && sink->found.readings.items[0] >> 32 == sink->function->id;
}

static int first_things_first(const void *one, const void *other)
{
	const struct identifier_sink *a = one, *b = other;

	if (reads_itself(a) != reads_itself(b))
		return reads_itself(a) ? -1 : 1;
	if (a->function->id != b->function->id)
		return a->function->id < b->function->id ? -1 : 1;
	return (a->event > b->event) - (a->event < b->event);
}

/* True where all readings of the sink are new: notes them. */
static bool first_of_reading(struct map *seen, const struct identifier_sink *sink)
{
	bool first = true;

	for (size_t i = 0; i < sink->found.readings.len; i++) {
		bool added;

		map_put(seen, sink->found.readings.items[i], 1, &added);
		first = first && added;
	}
	return first;
}

static bool is_unique(const struct ingredients *found)
{
	return found->counter || found->random || (found->thread && found->rising);
}

static void report(struct rule_run *run, const struct identifier_sink *sink)
{
	struct arena *arena = rule_arena(run);
	struct finding *finding = rule_report(run, sink->function, sink->event, sink->name ? sink->name : "name");
	const struct ingredients *found = &sink->found;
	const char *clock = found->name && found->name[0] ? arena_printf(arena, "the reading of '%s'", found->name) :
							    "a reading of a clock";
	const char *what = sink->name ? arena_printf(arena, "%s '%s'", sink->how, sink->name) : sink->how;
	const char *beside = found->process && found->thread ? "; the process and thread numbers don't help within a thread" :
			     found->process		     ? "; the process's number is the same in all its threads" :
			     found->thread		     ? "; the clock can be set back" :
							       "";

	if (found->other)
		finding->level = LEVEL_NOTE;
	finding->confidence = found->other ? CONFIDENCE_MAYBE : CONFIDENCE_LIKELY;
	finding->message = arena_printf(arena, "%s becomes %s, and two callers can get the same%s", clock, what, beside);
	finding->fix = sink->name ? "count up atomically, or take random bytes" :
				    "create it by mkstemp, or with O_EXCL and another try where the name is taken";
	if (found->name && found->name[0] && (found->function != sink->function || found->event != sink->event))
		rule_step(run, finding, found->function, found->event, "the clock is read");
	finding->path_steps = finding->steps.len;
}

static void check(struct rule_run *run, const struct program *program)
{
	struct identifier_sinks sinks = { 0 };
	struct map seen = { 0 };

	identifier_sinks_find(run, program, &sinks);
	if (sinks.all.len)
		qsort(sinks.all.items, sinks.all.len, sizeof *sinks.all.items, first_things_first);
	for (size_t i = 0; i < sinks.all.len; i++) {
		const struct identifier_sink *sink = &sinks.all.items[i];

		if (sink->found.clock && first_of_reading(&seen, sink) && !is_unique(&sink->found))
			report(run, sink);
	}
	map_release(&seen);
}

const struct rule rule_timestamp_id = {
	.info = {
		.id = "timestamp-id",
		.family = "timestamp",
		.level = LEVEL_WARNING,
		.whole_program = true,
		.revision = 1,
		.summary = "a clock's reading alone becomes an identifier or a name",
		.why =
			"Two threads that read a clock of nanoseconds at the same time get the same number, and not rarely: with two "
			"busy threads on two processors, one reading in some thirty has a twin. Two sources of ten thousand "
			"identifiers a second meet about every ten seconds; a thousand times as often where the clock counts "
			"microseconds, and always where it counts seconds.\n\n"
			"On one thread, too, coarse clocks repeat themselves, and a clock of the wall goes back when it is set. Other "
			"processes and hosts read the same time. Tests see none of that, since they make one identifier at a time.",
		.fix =
			"Use a counter that is incremented atomically, or random bytes (getrandom, arc4random_buf). A clock in front "
			"of them gives order, no more. Create files by mkstemp or with O_EXCL, and try again where the name is taken.",
		.limits =
			"What is an identifier is told by names: of variables, members, parameters, buffers and functions. Where "
			"numbers of unknown origin are mixed in, or a part is compared elsewhere, it is a note. Fields of records that "
			"are kept are followed one step, from where the reading is stored. Names behind a typedef are not seen.",
		.references =
			"CWE-340\n"
			"CWE-377\n"
			"RFC 9562, section 6\n"
			"CERT C FIO21-C",
		.bench = "snag-bench ids",
	},
	.check = check,
};
