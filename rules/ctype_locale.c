/* ctype functions whose answer depends on the user's locale. */
#include "rules/ascii_header.h"
#include "rules/ctype_argument.h"
#include "rules/ctype_uses.h"
#include "rules/locale_words.h"
#include "rules/trace.h"

#include <string.h>

/* What argument makes the answer depend on the locale. */
struct question {
	const struct program *program;
	int letter; /* an ASCII letter that Turkish treats otherwise; 0: none */
	bool high, letters; /* found: a byte from 0x80 up, that letter */
};

static void see_range(struct question *question, int64_t low, int64_t high)
{
	question->high = question->high || high >= 0x80 || low < -1;
	question->letters = question->letters || (question->letter && low <= question->letter && high >= question->letter);
}

static void see_bytes(void *data, const unsigned char *text, size_t length)
{
	for (size_t i = 0; i < length; i++)
		see_range(data, text[i], text[i]);
}

static bool see_text(void *data, const struct value_source *source)
{
	struct question *question = data;
	const Fact__Origin *origin = values_source_origin(source);

	if (origin->kind == FACT__ORIGIN_KIND__ORIGIN_STRING)
		see_bytes(data, origin->text.data, origin->text.len);
	else if (!trace_global_text(question->program, source, see_bytes, data))
		see_range(question, -128, 255);
	return !(question->high && (question->letters || !question->letter));
}

/* The numbers that a value of the type can be. */
static void see_type(struct question *question, const Fact__Type *type, int64_t low, int64_t high)
{
	bool byte = type && type->kind == FACT__TYPE_KIND__TYPE_INT && type->size == 1;
	int64_t least = byte ? type->is_signed ? -128 : 0 : INT64_MIN, most = byte ? 255 : INT64_MAX;

	if (type && type->kind == FACT__TYPE_KIND__TYPE_BOOL)
		most = 1;
	see_range(question, low > least ? low : least, high < most ? high : most);
}

static bool see_value(void *data, const struct value_source *source)
{
	struct question *question = data;
	const Fact__Origin *origin = values_source_origin(source);
	int64_t low = source->has_range ? source->low : INT64_MIN, high = source->has_range ? source->high : INT64_MAX;
	const Fact__Type *type;

	if (source->init || origin->kind == FACT__ORIGIN_KIND__ORIGIN_UNDEFINED)
		return true;
	if (origin->kind == FACT__ORIGIN_KIND__ORIGIN_INT && !source->computed) {
		see_range(question, origin->number, origin->number);
		return true;
	}
	type = origin_type(source->function, source->origin);
	if (origin->kind == FACT__ORIGIN_KIND__ORIGIN_LOAD && type && type->size == 1 && low <= 0 && high >= 127)
		trace_memory(question->program, source->function, origin->args[0], see_text, question);
	else
		see_type(question, type, low, high);
	return !(question->high && (question->letters || !question->letter));
}

static struct question ask(const struct program *program, const struct function *function, const Fact__Operand *operand,
			   int letter)
{
	struct question all = { .program = program, .letter = letter }, here = all;

	values_trace(program, function, operand, see_value, &all);
	/* What is known just there counts, too. */
	see_range(&here, operand->has_range ? operand->low : INT64_MIN, operand->has_range ? operand->high : INT64_MAX);
	all.high = all.high && here.high;
	all.letters = all.letters && here.letters;
	return all;
}

/* tolower and toupper. */
static bool letters_change(const struct model_trait *trait)
{
	return trait->b == 1 || trait->b == 2;
}

/* "isspace", "std::isspace" and "_tolower" have "isspace_ascii" and "tolower_ascii" beside them. */
static void mend(struct rule_run *run, const struct function *function, const struct call *call, struct finding *finding)
{
	const char *colon = strrchr(call->library, ':'), *name = colon ? colon + 1 : call->library;

	finding->remedy.kind = REMEDY_UNSAFE;
	finding->remedy.header = ASCII_HEADER_NAME;
	rule_replace(run, finding, function, call->event, 0,
		     arena_printf(rule_arena(run), "%s_ascii", name + strspn(name, "_")));
}

static void visit(struct rule_run *run, const struct function *function, const struct call *call,
		  const struct model_trait *trait)
{
	static const int letters[] = { 0, 'I', 'i' };
	const Fact__Event *event = function->facts->events[call->event];
	int letter = letters_change(trait) ? letters[trait->b] : 0;
	struct libc_ctype libc = rule_libc_ctype(run, function);
	struct question question;
	struct finding *finding;

	if ((size_t)trait->a >= event->n_args)
		return;
	if (locale_at(rule_program(run), function, call->event, LOCALE_CTYPE) == LOCALE_C)
		return;
	question = ask(rule_program(run), function, event->args[trait->a], libc.turkish ? letter : 0);
	question.high = question.high && (trait->b == 3 ? libc.space_high : libc.class_high) &&
			!ctype_high_bit_clear(function, call->event, (size_t)trait->a);
	if (!question.high && !question.letters)
		return;
	if (letters_change(trait) && ctype_only_compared(function, call->event, rule_arena(run)))
		return;
	if (ctype_flag_never_given(rule_program(run), function, call->event))
		return;
	finding = locale_report(run, function, call, LOCALE_CTYPE);
	if (!finding)
		return;
	if (letters_change(trait) && ctype_capitalises(function, call->event))
		finding->level = LEVEL_NOTE;
	if (question.high)
		finding->message = arena_printf(rule_arena(run), "what '%s' says of bytes from 0x80 up depends on the locale",
						call->library);
	else
		finding->message = arena_printf(rule_arena(run), "'%s' of '%c' isn't the ASCII letter in Turkish locales",
						call->library, letter);
	finding->fix = "use a function that knows ASCII alone";
	mend(run, function, call, finding);
}

static void check(struct rule_run *run, const struct program *program)
{
	rule_each_call(run, program, TRAIT_CTYPE_LOCALE, visit);
}

const struct rule rule_ctype_locale = {
	.info = {
		.id = "ctype-locale",
		.family = "ctype",
		.level = LEVEL_WARNING,
		.whole_program = true,
		.revision = 1,
		.summary = "a ctype function is asked about bytes on which locales differ",
		.why =
			"Once the program has called setlocale(LC_CTYPE, \"\") or LC_ALL, isspace, isalpha, tolower and their kin answer "
			"by the user's locale. For bytes from 0x80 up, answers differ: with 8-bit locales they are letters and "
			"punctuation; Apple's and FreeBSD's libraries call 0x85 and 0xA0 spaces even in UTF-8 locales, where they are "
			"halves of ordinary letters. A parser that splits at isspace then cuts a word in two and leaves invalid UTF-8 "
			"behind.\n\n"
			"In Turkish locales tolower('I') isn't 'i' and toupper('i') isn't 'I', so keywords no longer match. A cast to "
			"unsigned char is needed, but doesn't help here. Tests pass, for they run in C or in English.",
		.fix =
			"For file formats and protocols compare with the ASCII characters that are meant, by a function of your own. "
			"For text in the user's language decode it first and ask the wide functions.",
		.limits =
			"It isn't known whether the text is for a person: all calls count where the category is adopted. States are "
			"joined over callers, so a function that is called both before and after setlocale counts as called after it. "
			"An answer of tolower or toupper that is only compared with other ASCII characters than I is silent, and the "
			"first letter of a text, made large once, is a note. What is asked on purpose, such as isprint of bytes for a "
			"terminal, is reported. A flag that is never given is seen where callers give constants. isdigit and isxdigit "
			"never depend on the locale and aren't reported.",
		.references =
			"ISO C17 7.4, paragraph 2\n"
			"POSIX.1-2017 isspace\n"
			"CWE-1287",
		.bench = "snag-bench ctype",
		.header_name = ASCII_HEADER_NAME,
		.header = ascii_header,
	},
	.check = check,
};
