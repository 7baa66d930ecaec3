/* ctype functions given a char that can be negative. */
#include "rules/trace.h"

#include <string.h>

/* Ways a value is followed before it counts as unknown. */
#define VISIT_LIMIT 400

/* A number on its way to the call, seen backwards: at each place it equals the argument. */
struct number {
	const struct function *function;
	uint32_t origin;
	int64_t low, high; /* what later checks leave of it */
	bool maybe;
	/* The call through which it comes from a caller, for people. */
	const struct function *through;
	uint32_t through_event;
};

struct judgement {
	struct rule_run *run;
	const struct program *program;
	struct arena scratch;
	VEC(struct number) work;
	struct map seen; /* function and origin */
	/* The first number found that mustn't be an argument. */
	bool found;
	bool is_constant;
	int64_t constant;
	const char *type;
	struct number number;
};

static void follow(struct judgement *judgement, const struct number *from, const struct function *function,
		   uint32_t origin)
{
	struct number number = *from;
	bool added;

	number.function = function;
	number.origin = origin;
	map_put(&judgement->seen, (uint64_t)function->id << 32 | origin, 1, &added);
	if (added && judgement->work.len < VISIT_LIMIT)
		vec_push(&judgement->scratch, &judgement->work, number);
}

static void narrow(struct number *number, const Fact__Operand *operand)
{
	if (!operand->has_range)
		return;
	number->low = operand->low > number->low ? operand->low : number->low;
	number->high = operand->high < number->high ? operand->high : number->high;
}

/* What callers hand over. An int that no caller of ours gives is unknown: nothing to say. */
static void follow_callers(struct judgement *judgement, const struct number *at, int64_t parameter)
{
	const struct program *program = judgement->program;

	for (size_t i = 0; i < at->function->call_sites.len; i++) {
		const struct call *call = &program->calls.items[at->function->call_sites.items[i]];
		const struct function *caller = &program->functions.items[call->caller];
		const Fact__Event *event = caller->facts->events[call->event];
		struct number number = *at;

		if (call->how != CALL_DIRECT && call->how != CALL_POINTER && call->how != CALL_MAYBE)
			continue;
		if (parameter < 0 || (size_t)parameter >= event->n_args)
			continue;
		number.maybe = at->maybe || call->maybe;
		if (!number.through) {
			number.through = caller;
			number.through_event = call->event;
		}
		narrow(&number, event->args[parameter]);
		follow(judgement, &number, caller, event->args[parameter]->origin);
	}
}

/* What a function of the program returns. */
static void follow_returns(struct judgement *judgement, const struct number *at, int64_t event)
{
	const struct program *program = judgement->program;
	size_t count;
	const struct call *calls = program_calls_at(program, at->function, (uint32_t)event, &count);

	for (size_t i = 0; i < count; i++) {
		const struct function *callee;

		if (calls[i].target == UINT32_MAX || (calls[i].how != CALL_DIRECT && calls[i].how != CALL_POINTER))
			continue;
		callee = &program->functions.items[calls[i].target];
		for (size_t e = 0; e < callee->facts->n_events; e++) {
			const Fact__Event *back = callee->facts->events[e];
			struct number number = *at;

			if (back->kind != FACT__EVENT_KIND__EVENT_RETURN || !back->value)
				continue;
			narrow(&number, back->value);
			follow(judgement, &number, callee, back->value->origin);
		}
	}
}

struct load {
	struct judgement *judgement;
	const struct number *at;
};

static bool follow_stored(void *data, const struct value_source *source)
{
	struct load *load = data;
	struct number number = *load->at;

	if (source->computed || source->init)
		return true;
	if (source->has_range)
		narrow(&number, &(Fact__Operand){ .has_range = true, .low = source->low, .high = source->high });
	number.maybe = number.maybe || source->maybe;
	follow(load->judgement, &number, source->function, source->origin);
	return true;
}

/* Plain char is taken for signed: the same source is compiled for targets where it is. */
static const char *signed_char(const struct function *function, const Fact__Type *type)
{
	if (!type || type->kind != FACT__TYPE_KIND__TYPE_INT || type->size != 1)
		return NULL;
	if (type->plain_char)
		return function->unit->char_is_signed ? "char" : NULL;
	return type->is_signed ? "signed char" : NULL;
}

struct ascii {
	const struct program *program;
	bool only;
};

static void see_ascii(void *data, const unsigned char *text, size_t length)
{
	struct ascii *ascii = data;

	for (size_t i = 0; ascii->only && i < length; i++)
		ascii->only = text[i] < 0x80;
}

static bool ascii_only(void *data, const struct value_source *source)
{
	const Fact__Origin *origin = values_source_origin(source);
	struct ascii *ascii = data;

	ascii->only = true;
	if (origin->kind == FACT__ORIGIN_KIND__ORIGIN_STRING)
		see_ascii(data, origin->text.data, origin->text.len);
	else
		ascii->only = trace_global_text(ascii->program, source, see_ascii, data) && ascii->only;
	return ascii->only;
}

/* A byte of string literals that hold ASCII alone. */
static bool from_ascii_literal(const struct judgement *judgement, const struct number *at)
{
	const Fact__Origin *origin = origin_of(at->function, at->origin);
	struct ascii ascii = { .program = judgement->program };

	if (origin->kind == FACT__ORIGIN_KIND__ORIGIN_LOAD)
		trace_memory(judgement->program, at->function, origin->args[0], ascii_only, &ascii);
	return ascii.only;
}

/* strchr("abc", c) found c: the condition under which the edge is taken says that it is one of these. */
static bool is_among_ascii(const struct judgement *judgement, const struct function *function, const Fact__Edge *edge,
			   uint32_t value)
{
	uint32_t result = origin_bare(function, edge->left);
	const char *callee = edge->has_condition && edge->op == FACT__OP__OP_NE ?
				     result_of(judgement->program, function, result) :
				     NULL;
	const struct model_trait *finds = callee ? model_trait(callee, TRAIT_FINDS_BYTE) : NULL;
	const Fact__Event *event;
	const char *text;

	if (!finds || origin_of(function, edge->right)->kind != FACT__ORIGIN_KIND__ORIGIN_INT ||
	    origin_of(function, edge->right)->number != 0)
		return false;
	event = function->facts->events[origin_of(function, result)->number];
	if ((size_t)finds->b >= event->n_args || origin_bare(function, event->args[finds->b]->origin) != value)
		return false;
	text = trace_text(judgement->program, function, event->args[finds->a], rule_arena(judgement->run));
	for (; text && *text; text++)
		if ((unsigned char)*text >= 0x80)
			return false;
	return text != NULL;
}

/* Whether on every way to the block the value was found in a text of ASCII. */
static bool found_in_ascii(const struct judgement *judgement, const struct function *function, uint32_t block,
			   uint32_t value)
{
	const Fact__Function *facts = function->facts;

	for (size_t steps = facts->n_blocks; steps-- && facts->blocks[block]->dominator;) {
		uint32_t above = facts->blocks[block]->dominator - 1;

		for (size_t i = 0; i < facts->blocks[above]->n_edges; i++)
			if (facts->blocks[above]->edges[i]->to == block &&
			    is_among_ascii(judgement, function, facts->blocks[above]->edges[i], value))
				return true;
		block = above;
	}
	return false;
}

static void settle(struct judgement *judgement, const struct number *at, const char *type)
{
	judgement->found = true;
	judgement->type = type;
	judgement->number = *at;
}

/* EOF is a valid argument, so -1 alone is no fault. */
static bool can_be_wrong(const struct number *at)
{
	return at->low <= -2 && at->high >= -128 && at->low <= at->high;
}

static void step(struct judgement *judgement, const struct number *at)
{
	const Fact__Origin *origin = origin_of(at->function, at->origin);
	const Fact__Type *type = origin_type(at->function, at->origin);
	const char *is_signed_char = signed_char(at->function, type);
	struct load load = { judgement, at };

	if (at->low > at->high || at->low >= -1)
		return;
	if (origin->kind == FACT__ORIGIN_KIND__ORIGIN_UNION) {
		for (size_t i = 0; i < origin->n_args; i++)
			follow(judgement, at, at->function, origin->args[i]);
		return;
	}
	if (is_signed_char && origin->kind != FACT__ORIGIN_KIND__ORIGIN_INT) {
		if (can_be_wrong(at) && !from_ascii_literal(judgement, at))
			settle(judgement, at, is_signed_char);
		return;
	}
	switch (origin->kind) {
	case FACT__ORIGIN_KIND__ORIGIN_CAST:
		/* Through unsigned char a value is in range; through any wider type it stays what it was. */
		if (type && type->kind == FACT__TYPE_KIND__TYPE_INT && type->size > 1)
			follow(judgement, at, at->function, origin->args[0]);
		break;
	case FACT__ORIGIN_KIND__ORIGIN_PARAM:
		follow_callers(judgement, at, origin->number);
		break;
	case FACT__ORIGIN_KIND__ORIGIN_RESULT:
		follow_returns(judgement, at, origin->number);
		break;
	case FACT__ORIGIN_KIND__ORIGIN_LOAD:
		values_trace_origin(judgement->program, at->function, at->origin, follow_stored, &load);
		break;
	default:
		break;
	}
}

/* A number known to lie outside of what the functions take, whatever its type. */
static bool wrong_constant(struct judgement *judgement, const Fact__Operand *operand)
{
	int64_t number;

	if (!trace_number(judgement->program, judgement->number.function, operand, &number) ||
	    (number >= -1 && number <= 255))
		return false;
	judgement->found = judgement->is_constant = true;
	judgement->constant = number;
	return true;
}

static void judge(struct judgement *judgement, const struct function *function, const Fact__Operand *operand,
		  uint32_t block)
{
	struct number first = { .function = function, .low = INT64_MIN, .high = INT64_MAX };

	judgement->number = first;
	if (wrong_constant(judgement, operand))
		return;
	if (found_in_ascii(judgement, function, block, origin_bare(function, operand->origin)))
		return;
	narrow(&first, operand);
	follow(judgement, &first, function, operand->origin);
	for (size_t i = 0; i < judgement->work.len && !judgement->found; i++) {
		struct number at = judgement->work.items[i];

		step(judgement, &at);
	}
}

static void word(struct judgement *judgement, const struct call *call, struct finding *finding)
{
	struct arena *arena = rule_arena(judgement->run);
	bool maybe = judgement->number.maybe || call->maybe;

	finding->confidence = maybe ? CONFIDENCE_MAYBE : CONFIDENCE_SURE;
	if (maybe)
		finding->level = LEVEL_NOTE;
	if (judgement->is_constant) {
		finding->message = arena_printf(arena, "'%s' is given %lld, which is neither EOF nor an unsigned char",
						call->library, (long long)judgement->constant);
		finding->fix = "give it EOF or a value from 0 to 255";
		return;
	}
	finding->message = arena_printf(arena, "'%s' is given a '%s', which can be negative", call->library,
					judgement->type);
	finding->fix = "cast the argument to (unsigned char)";
	if (judgement->number.through)
		rule_step(judgement->run, finding, judgement->number.through, judgement->number.through_event,
			  "the '%s' comes through this call", judgement->type);
}

/* The argument itself is a char: a cast then takes nothing from a value that was right, such as EOF. */
static bool is_char_itself(const struct function *function, const Fact__Operand *operand)
{
	const Fact__Origin *origin = origin_of(function, operand->origin);
	const Fact__Type *type = origin_type(function, origin->kind == FACT__ORIGIN_KIND__ORIGIN_CAST ? origin->args[0] :
													operand->origin);

	return type && type->kind == FACT__TYPE_KIND__TYPE_INT && type->size == 1;
}

static void mend(struct rule_run *run, const struct function *function, const struct call *call, size_t argument,
		 struct finding *finding)
{
	const Fact__Extent *extent = rule_extent(function, call->event, argument + 1);
	bool tight = extent && extent->kind != FACT__EXTENT_KIND__EXTENT_OTHER;

	finding->remedy.kind =
		is_char_itself(function, function->facts->events[call->event]->args[argument]) ? REMEDY_SAFE : REMEDY_UNSAFE;
	rule_surround(run, finding, function, call->event, argument + 1, tight ? "(unsigned char)" : "(unsigned char)(",
		      tight ? "" : ")");
}

static void visit(struct rule_run *run, const struct function *function, const struct call *call,
		  const struct model_trait *trait)
{
	const Fact__Event *event = function->facts->events[call->event];
	struct judgement judgement = { .run = run, .program = rule_program(run) };
	struct finding *finding;

	if (trait->a < 0 || (size_t)trait->a >= event->n_args)
		return;
	judge(&judgement, function, event->args[trait->a], event->block);
	if (judgement.found) {
		finding = rule_report(run, function, call->event, call->library);
		word(&judgement, call, finding);
		if (!judgement.is_constant)
			mend(run, function, call, (size_t)trait->a, finding);
	}
	map_release(&judgement.seen);
	arena_release(&judgement.scratch);
}

static void check(struct rule_run *run, const struct program *program)
{
	rule_each_call(run, program, TRAIT_CTYPE, visit);
}

const struct rule rule_ctype_signed_char = {
	.info = {
		.id = "ctype-signed-char",
		.family = "ctype",
		.level = LEVEL_WARNING,
		.whole_program = true,
		.revision = 1,
		.summary = "a ctype function is given a char that can be negative",
		.why =
			"isspace, toupper and their kin take an int that is EOF or the value of an unsigned char; for anything else "
			"the behaviour is undefined. Where char is signed, as on x86, every byte from 0x80 up arrives as a negative "
			"number.\n\n"
			"glibc's tables reach down to -128, so that mostly the right answer comes out, except for 0xFF, which is taken "
			"for EOF. musl's toupper gives negative numbers back for them. Other libraries read in front of their table, "
			"and an argument like 1000000 crashes glibc, too. Sanitizers and compiler warnings are silent, since the "
			"macro itself makes an int of the argument.",
		.fix = "Cast the argument to unsigned char: isspace((unsigned char)*p).",
		.limits =
			"An int whose origin isn't seen is taken for right. Plain char counts as signed unless the unit was compiled "
			"with it unsigned; so code that is built for such targets only is not reported there. A table of characters "
			"that holds ASCII alone is seen for string literals only.",
		.references =
			"ISO C17 7.4, paragraph 1\n"
			"CERT C STR37-C\n"
			"CWE-686\n"
			"CWE-125",
		.bench = "snag-bench ctype",
	},
	.check = check,
};
