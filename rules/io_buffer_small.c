/* Streams that pass through a small buffer: one system call for each handful of bytes. */
#include "rules/larger.h"
#include "rules/record.h"
#include "rules/sizes.h"
#include "rules/stream.h"
#include "rules/trace.h"

#include <inttypes.h>
#include <string.h>

#define WARN_BELOW 4096
#define NOTE_BELOW 32768
#define SUGGESTED 32768
/* The most that either can be configured to. */
#define BELOW_LIMIT ((int64_t)1 << 30)
/* A read this short from what may be a terminal is one key press, and a write this short to a pipe of one's own is one event. */
#define KEY_SIZE 16
#define EVENT_SIZE 64

/* Cost of a call and of a byte, in nanoseconds: the fit over sizes up to the peak that the bench program makes. */
#define CALL_COST 150.0
#define BYTE_COST 0.0108

/* What setvbuf's mode argument says in the C libraries at hand. */
enum { MODE_FULL = 0, MODE_NONE = 2 };

/* What the program does elsewhere with descriptors, collected once. */
struct context {
	struct handle_uses uses; /* hands-on, terminal, pipe, io-read, io-write, io-stream */
};

/* A read or write of a constant, small size. */
struct transfer {
	const struct function *function;
	const struct call *call;
	const Fact__Event *event;
	const Fact__Operand *buffer;
	bool writes;
	int64_t size;
	int64_t warn_below, note_below; /* sizes that are small here */
	struct handle handle;
	struct stream_loop loop;
};

static const Fact__Operand *argument(const Fact__Event *event, int64_t index)
{
	return index >= 0 && (size_t)index < event->n_args ? event->args[index] : NULL;
}

static bool small_size(const struct program *program, const struct function *function, const Fact__Event *event,
		       const struct model_trait *row, int64_t below, int64_t *size)
{
	const Fact__Operand *operand = argument(event, row->b);

	return operand && trace_size(program, function, operand, size) && *size > 0 && *size < below;
}

static bool is_transfer(enum trait trait)
{
	return trait == TRAIT_IO_READ || trait == TRAIT_IO_WRITE;
}

/* Both ends of a pipe in this program, and single short messages in it: each is an event, not a piece of a stream. */
static bool wakes_up(const struct program *program, const struct context *context, const struct transfer *transfer)
{
	for (size_t i = 0; i < context->uses.all.len; i++) {
		const struct handle_use *pair = &context->uses.all.items[i];

		if (pair->trait != TRAIT_PIPE || !handle_same(&pair->handle, &transfer->handle))
			continue;
		for (size_t j = 0; j < context->uses.all.len; j++) {
			const struct handle_use *use = &context->uses.all.items[j];
			int64_t size;

			if (!is_transfer(use->trait) || (use->trait == TRAIT_IO_WRITE) == transfer->writes ||
			    !handle_same(&use->handle, &pair->handle))
				continue;
			if (transfer->writes ? transfer->size <= EVENT_SIZE :
					       small_size(program, use->function,
							  use->function->facts->events[use->event], use->row,
							  EVENT_SIZE + 1, &size))
				return true;
		}
	}
	return false;
}

/* Byte-wise reading of what a program inherits is right where another one reads on from there. */
static bool runs_another(const struct program *program, const struct transfer *transfer)
{
	const struct stream_loop places[] = { { transfer->function, transfer->call->event, false }, transfer->loop };

	if (transfer->size != 1 || !transfer->handle.inherited)
		return false;
	for (size_t p = 0; p < sizeof places / sizeof *places; p++) {
		const struct function *function = places[p].function;
		struct path_query query = { .program = program, .function = function, .from = places[p].event };

		for (size_t i = 0; i < function->calls.len; i++) {
			const struct call *call = &program->calls.items[function->calls.items[i]];

			if (call->library && model_trait(call->library, TRAIT_EXEC) &&
			    path_reaches_event(&query, call->event))
				return true;
		}
	}
	return false;
}

static bool reads_small_in(const struct program *program, const struct function *function, uint32_t event,
			   int64_t below, bool whole_function)
{
	for (size_t i = 0; i < function->calls.len; i++) {
		const struct call *call = &program->calls.items[function->calls.items[i]];
		const struct model_trait *row = call->library ? model_trait(call->library, TRAIT_IO_READ) : NULL;
		int64_t size;

		if (row && (whole_function || stream_share_loop(function, event, call->event)) &&
		    small_size(program, function, function->facts->events[call->event], row, below,
			       &size))
			return true;
	}
	return false;
}

/* stdin, stdout or stderr, or the descriptor of one by fileno(). */
static bool is_standard_stream(const struct function *function, const Fact__Operand *stream)
{
	const Fact__Origin *origin = origin_of(function, origin_bare(function, stream->origin));
	const char *name;

	if (origin->kind == FACT__ORIGIN_KIND__ORIGIN_RESULT &&
	    function->facts->events[origin->number]->n_args == 1)
		origin = origin_of(function, origin_bare(function, function->facts->events[origin->number]->args[0]->origin));
	if (origin->kind != FACT__ORIGIN_KIND__ORIGIN_LOAD)
		return false;
	origin = origin_of(function, origin->args[0]);
	if (origin->kind != FACT__ORIGIN_KIND__ORIGIN_GLOBAL)
		return false;
	name = function->unit->symbols[origin->symbol]->name;
	return !strcmp(name, "stdin") || !strcmp(name, "stdout") || !strcmp(name, "stderr");
}

/* A person is asked in every round: standard output is flushed before standard input is read. */
static bool asks_first(const struct program *program, const struct transfer *transfer, const Fact__Operand *descriptor)
{
	const struct function *function = transfer->function;

	if (!transfer->handle.inherited && !is_standard_stream(function, descriptor))
		return false;
	for (size_t i = 0; i < function->calls.len; i++) {
		const struct call *call = &program->calls.items[function->calls.items[i]];
		const Fact__Event *event = function->facts->events[call->event];
		const struct model_trait *row = call->library ? model_trait(call->library, TRAIT_FLUSH) : NULL;
		const Fact__Operand *stream = row ? argument(event, row->a) : NULL;

		if (stream && is_standard_stream(function, stream) &&
		    stream_share_loop(function, transfer->call->event, call->event))
			return true;
	}
	return false;
}

/* In a loop that copies, the read sets the size, and it is the read that is reported. */
static bool follows_read(const struct program *program, const struct transfer *transfer)
{
	const struct function *function = transfer->loop.function;

	if (!transfer->writes)
		return false;
	if (reads_small_in(program, function, transfer->loop.event, transfer->note_below, false))
		return true;
	for (size_t i = 0; i < function->calls.len; i++) {
		const struct call *call = &program->calls.items[function->calls.items[i]];

		if (call->target != UINT32_MAX && call->how == CALL_DIRECT &&
		    stream_share_loop(function, transfer->loop.event, call->event) &&
		    reads_small_in(program, &program->functions.items[call->target], 0, transfer->note_below, true))
			return true;
	}
	return false;
}

/* pread and pwrite at a place in the file that is known: each round moves the same bytes. */
static bool stays_in_place(const struct program *program, const struct transfer *transfer)
{
	const struct model_trait *row = model_trait(transfer->call->library, TRAIT_IO_AT);
	const Fact__Operand *offset = row ? argument(transfer->event, row->a) : NULL;
	int64_t number;

	return offset && trace_number(program, transfer->function, offset, &number);
}

/* Transfers that are small with reason. */
static bool excused(const struct program *program, const struct context *context, const struct transfer *transfer)
{
	struct buffer memory = buffer_of(program, transfer->function, transfer->buffer, transfer->size);

	if (memory.record || (memory.literal && transfer->writes))
		return true;
	if (transfer->writes && transfer->size == 1 && holds_constants(program, transfer->function, transfer->buffer))
		return true;
	if (stays_in_place(program, transfer))
		return true;
	if (transfer->handle.messages || transfer->handle.random || wakes_up(program, context, transfer))
		return true;
	if (transfer->writes)
		return false;
	return header_read(program, transfer->function, transfer->call->event, transfer->buffer, transfer->size) ||
	       handle_used(&context->uses, TRAIT_HANDS_ON, -1, &transfer->handle) || transfer->handle.terminal ||
	       handle_used(&context->uses, TRAIT_TERMINAL, 1, &transfer->handle) ||
	       (transfer->size <= KEY_SIZE && handle_used(&context->uses, TRAIT_TERMINAL, -1, &transfer->handle));
}

static double rate(int64_t size)
{
	return (double)size / (CALL_COST + BYTE_COST * (double)size);
}

static int64_t suggested_size(const struct transfer *transfer)
{
	return transfer->note_below > SUGGESTED ? transfer->note_below : SUGGESTED;
}

static void word(struct rule_run *run, struct finding *finding, const struct transfer *transfer)
{
	struct arena *arena = rule_arena(run);
	int64_t suggested = suggested_size(transfer);
	double times = rate(suggested) / rate(transfer->size);
	int64_t calls = ((1 << 20) + transfer->size - 1) / transfer->size;

	finding->message = arena_printf(arena,
					"'%s' moves a stream of any length %" PRId64 " byte%s at a time: %" PRId64
					" system calls per MiB",
					transfer->call->library, transfer->size, transfer->size == 1 ? "" : "s", calls);
	finding->fix = arena_printf(arena, "%s at least %" PRId64 " bytes at a time: up to %.*f times as fast from memory",
				    transfer->writes ? "write" : "read", suggested, times < 10, times);
	if (transfer->loop.function != transfer->function || transfer->loop.event != transfer->call->event)
		rule_step(run, finding, transfer->loop.function, transfer->loop.event, "called in a loop here");
}

/* Whether the transfer is one of many; finds the loop. */
static bool goes_on(struct rule_run *run, struct transfer *transfer, const Fact__Operand *descriptor)
{
	struct stream_call call = { .function = transfer->function,
				    .event = transfer->call->event,
				    .descriptor = descriptor,
				    .handle = &transfer->handle,
				    .size = transfer->size };

	transfer->handle = handle_of(rule_program(run), transfer->function, descriptor, rule_arena(run));
	return stream_find_loop(rule_program(run), &call, &transfer->loop);
}

static void judge(struct rule_run *run, const struct function *function, const struct call *call,
		  const struct model_trait *trait)
{
	const struct program *program = rule_program(run);
	const struct context *context = *rule_memory(run);
	struct transfer transfer = { .function = function,
				     .call = call,
				     .event = function->facts->events[call->event],
				     .writes = trait->trait == TRAIT_IO_WRITE,
				     .warn_below = rule_option(run, function, "warn-below"),
				     .note_below = rule_option(run, function, "note-below") };
	struct finding *finding;
	bool maybe;

	transfer.buffer = argument(transfer.event, trait->a + 1);
	if (!transfer.buffer || !small_size(program, function, transfer.event, trait, transfer.note_below,
					     &transfer.size))
		return;
	if (!goes_on(run, &transfer, transfer.event->args[trait->a]) || excused(program, context, &transfer) ||
	    follows_read(program, &transfer) ||
	    (!transfer.writes && (runs_another(program, &transfer) ||
				  asks_first(program, &transfer, transfer.event->args[trait->a]))))
		return;
	maybe = call->maybe || transfer.loop.maybe;
	finding = rule_report(run, function, call->event, call->library);
	/* What is thrown away unseen mostly stands for events: some pipe is emptied that was made elsewhere. */
	if (transfer.size >= transfer.warn_below || maybe ||
	    (!transfer.writes && read_discarded(function, call->event, transfer.buffer)))
		finding->level = LEVEL_NOTE;
	finding->confidence = maybe ? CONFIDENCE_MAYBE : CONFIDENCE_LIKELY;
	word(run, finding, &transfer);
	if (!transfer.writes)
		larger_buffer(run, finding, &(struct larger){ function, call->event, (size_t)trait->a + 1,
							      (size_t)trait->b, suggested_size(&transfer) });
}

/* Whether something is read or written through the stream's buffer again and again. */
static bool streams_in_loop(const struct program *program, const struct context *context, const struct handle *stream)
{
	for (size_t i = 0; i < context->uses.all.len; i++) {
		const struct handle_use *use = &context->uses.all.items[i];
		const Fact__Event *event = use->function->facts->events[use->event];
		struct stream_call call = { use->function, use->event, NULL, &use->handle, INT32_MAX };
		struct stream_loop loop;

		if (use->trait != TRAIT_IO_STREAM || !handle_same(&use->handle, stream))
			continue;
		call.descriptor = event->args[use->row->a];
		if (stream_find_loop(program, &call, &loop))
			return true;
	}
	return false;
}

/* What the call makes of the stream's buffer: none, or one of a size. False where that can't be told. */
static bool buffers(const struct program *program, const struct function *function, const Fact__Event *event,
		    const struct model_trait *trait, int64_t *how, int64_t *size)
{
	const Fact__Operand *room = argument(event, trait->b), *mode = argument(event, trait->b - 1);
	const Fact__Operand *memory = argument(event, trait->a + 1);

	*size = 0;
	if (trait->b < 0) { /* setbuf: a null pointer takes the buffer, any other gives one of the usual size */
		*how = MODE_NONE;
		return memory && trace_number(program, function, memory, size) && !*size;
	}
	if (!room || !mode || !trace_number(program, function, mode, how))
		return false;
	return *how == MODE_NONE || (*how == MODE_FULL && trace_number(program, function, room, size) && *size > 0);
}

static void judge_setvbuf(struct rule_run *run, const struct function *function, const struct call *call,
			  const struct model_trait *trait)
{
	const struct program *program = rule_program(run);
	const Fact__Event *event = function->facts->events[call->event];
	const Fact__Operand *stream = argument(event, trait->a);
	struct handle handle;
	struct finding *finding;
	int64_t how, size, warn_below = rule_option(run, function, "warn-below");

	if (!stream || !buffers(program, function, event, trait, &how, &size) ||
	    (how == MODE_NONE ? is_standard_stream(function, stream) : size >= warn_below))
		return;
	handle = handle_of(program, function, stream, rule_arena(run));
	if (handle.random || handle.messages || !streams_in_loop(program, *rule_memory(run), &handle))
		return;
	finding = rule_report(run, function, call->event, call->library);
	finding->level = call->maybe ? LEVEL_NOTE : LEVEL_WARNING;
	finding->message = how == MODE_NONE ?
				   arena_printf(rule_arena(run),
						"'%s' takes the buffer from a stream that is used in a loop",
						call->library) :
				   arena_printf(rule_arena(run),
						"'%s' leaves a stream that is used in a loop %" PRId64
						" byte%s of buffer", call->library, size, size == 1 ? "" : "s");
	finding->fix = arena_printf(rule_arena(run), "leave the stream its own buffer, or give it %" PRId64 " bytes or more",
				    warn_below);
}

static void check(struct rule_run *run, const struct program *program)
{
	static const enum trait wanted[] = { TRAIT_HANDS_ON, TRAIT_TERMINAL, TRAIT_PIPE,
					     TRAIT_IO_READ,  TRAIT_IO_WRITE, TRAIT_IO_STREAM };
	struct context context = { 0 };

	for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++)
		handle_collect(program, wanted[i], rule_arena(run), &context.uses);
	*rule_memory(run) = &context;
	rule_each_call(run, program, TRAIT_IO_READ, judge);
	rule_each_call(run, program, TRAIT_IO_WRITE, judge);
	rule_each_call(run, program, TRAIT_IO_SETVBUF, judge_setvbuf);
}

const struct rule rule_io_buffer_small = {
	.info = {
		.id = "io-buffer-small",
		.family = "io",
		.level = LEVEL_WARNING,
		.whole_program = true,
		.revision = 1,
		.summary = "a stream of any length passes through a small buffer",
		.why =
			"Each read or write costs a system call, whatever it moves: the time is a + b * n for n bytes, and until n "
			"reaches some thousand bytes nearly all of it is a. Measured on one machine with data in memory, a is about "
			"150 ns and b 0.01 ns: 32 KiB at a time are about 20 times as fast as 512 bytes, and 4 KiB seven times; byte "
			"by byte it is thousands of times slower. From files, pipes and sockets the gain is 2 to 20 times. Tests with "
			"small data show none of it.\n\n"
			"Below 4096 bytes every source but a random device is far from its best: a warning. From there to 32 KiB the "
			"gain is some ten to two hundred per cent: a note. Beyond 256 KiB nothing is won. The buffer of stdio is "
			"large enough, and small sizes in fread or fgets are no fault, unless setvbuf made it small or took it away.",
		.fix =
			"Read into a buffer of 32 KiB and take small pieces from there, or use stdio. Write 32 to 256 KiB at a time "
			"to sockets.",
		.limits =
			"Only sizes that are known when the program is built. A loop whose number of rounds is fixed is silent "
			"however many they are. Records, headers that are compared with their size and taken apart at constant "
			"places, datagrams, eventfd and its kin, a pipe of which the program uses both ends for short messages, "
			"keys and answers from a terminal, writes of a single byte that only holds constants (an answer, a mark), pread at one "
			"place, and descriptors that are handed on are silent; a stream of samples kept in structs is "
			"missed by that. What is read and thrown away unseen is a note. A head of a protocol that is read byte by "
			"byte is reported, even where a limit keeps it short. readv, writev and libraries' own reads are not looked at.",
		.references =
			"POSIX.1-2024, read, write, setvbuf\n"
			"ISO C17 7.21.5.6",
		.bench = "snag-bench io",
		.options = {
			{ "warn-below", WARN_BELOW, 0, BELOW_LIMIT, "a warning for fewer bytes at a time" },
			{ "note-below", NOTE_BELOW, 0, BELOW_LIMIT, "a note from there to fewer bytes than this" },
		},
	},
	.check = check,
};
