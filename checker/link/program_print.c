/* A linked program as stable text: who calls whom, and in which phase. */
#include "link/internal.h"
#include "link/phase.h"

#include <inttypes.h>

static const char *how_name(enum call_how how)
{
	switch (how) {
	case CALL_DIRECT:
		return "calls";
	case CALL_POINTER:
		return "calls by pointer";
	case CALL_MAYBE:
		return "may call";
	case CALL_RUNS:
		return "has run";
	case CALL_LATER:
		return "has run later";
	case CALL_THREAD:
		return "starts thread";
	}
	return "";
}

static const char *threads_name(enum threads threads)
{
	switch (threads) {
	case THREADS_SINGLE:
		return "single";
	case THREADS_THREADED:
		return "threaded";
	case THREADS_UNKNOWN:
		return "unknown";
	}
	return "";
}

static void print_place(const Fact__Unit *unit, const Fact__Place *place, struct strbuf *out)
{
	if (place && place->line)
		strbuf_addf(out, "%s:%" PRIu32 ":%" PRIu32, unit->files[place->file]->path, place->line, place->column);
	else
		strbuf_addstr(out, "nowhere");
}

static void print_phases(const struct program *program, const struct function *function, uint32_t event,
			 struct strbuf *out)
{
	const struct phase *phases;
	size_t count = phase_at(program, function, event, &phases);

	strbuf_addstr(out, " [");
	for (size_t i = 0; i < count; i++)
		strbuf_addf(out, "%s%s%s%s%s%s", i ? ", " : "", threads_name(phases[i].threads),
			    phases[i].in_thread ? " in-thread" : "",
			    phases[i].child_of_threaded ? " child-of-threaded" : "", phases[i].several_guesses ? " far-fetched" : phases[i].maybe ? " maybe" : "",
			    phases[i].joined_in_doubt ? " joined-in-doubt" : "");
	strbuf_addstr(out, count ? "]" : "unreached]");
}

static void print_call(const struct program *program, const struct function *function, const struct call *call,
		       struct strbuf *out)
{
	const char *target = call->library ? call->library : program->functions.items[call->target].name;

	strbuf_addf(out, "    #%" PRIu32 " ", call->event);
	print_place(function->unit, function->facts->events[call->event]->place, out);
	strbuf_addf(out, " %s %s", how_name(call->how), target);
	if (!call->library)
		strbuf_addf(out, " (%" PRIu32 ")", call->target);
	if (call->maybe)
		strbuf_addstr(out, " maybe");
	print_phases(program, function, call->event, out);
	strbuf_addch(out, '\n');
}

static void print_function(const struct program *program, const struct function *function, struct strbuf *out)
{
	strbuf_addf(out, "  %" PRIu32 " %s ", function->id, function->name);
	print_place(function->unit, function->facts->place, out);
	strbuf_addf(out, "%s%s%s\n", function->internal ? " internal" : "", function->exported ? " exported" : "",
		    program_returns(program, function) ? "" : " noreturn");
	for (size_t i = 0; i < function->calls.len; i++)
		print_call(program, function, &program->calls.items[function->calls.items[i]], out);
}

void program_print(const struct program *program, struct strbuf *out)
{
	strbuf_addf(out, "program %s%s%s\n", program->name, program->has_main ? "" : ", no main",
		    program->complete ? "" : ", incomplete");
	strbuf_addstr(out, "units\n");
	for (size_t u = 0; u < program->units.len; u++)
		strbuf_addf(out, "  %s %s\n", program->units.items[u]->main_file,
			    facts_status_name(program->units.items[u]->status));
	strbuf_addstr(out, "functions\n");
	for (size_t f = 0; f < program->functions.len; f++)
		print_function(program, &program->functions.items[f], out);
	if (program->loose.len)
		strbuf_addstr(out, "loose\n");
	for (size_t i = 0; i < program->loose.len; i++)
		strbuf_addf(out, "  %" PRIu32 " %s\n", program->loose.items[i],
			    program->functions.items[program->loose.items[i]].name);
}
