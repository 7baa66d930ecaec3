/* Command lines: words to options and operands. */
#include "cli/options.h"

#include "base/strbuf.h"
#include "base/nearest.h"

#include <stdlib.h>
#include <string.h>

/* The row that `word` uses; `*value` is what is joined to it ("--name=VALUE", "-xVALUE"), else NULL. */
static const struct option_row *find_row(const struct option_row *rows, size_t count, const char *word,
					 const char **value)
{
	for (size_t i = 0; i < count; i++) {
		size_t length = strlen(rows[i].name);
		bool is_short = rows[i].name[1] != '-';

		if (strncmp(word, rows[i].name, length) != 0)
			continue;
		*value = NULL;
		if (!word[length])
			return &rows[i];
		*value = word + length + (is_short ? 0 : 1);
		if (is_short ? rows[i].value != NULL : word[length] == '=')
			return &rows[i];
	}
	return NULL;
}

static bool unknown(struct arena *arena, const struct option_row *rows, size_t count, const char *word,
		    struct err *err)
{
	const char *name = arena_strndup(arena, word, strcspn(word, "="));
	struct nearest nearest = nearest_to(name);

	for (size_t i = 0; i < count; i++)
		if (rows[i].name[1] == '-')
			nearest_offer(&nearest, rows[i].name);
	if (nearest.best)
		return err_set(err, "unknown option '%s'; did you mean '%s'?", name, nearest.best);
	return err_set(err, "unknown option '%s'", name);
}

/* As makefiles call a checker: with the compiler's own words. None of these begins an option of ours. */
static bool is_compiler_flag(const char *word)
{
	static const char *const beginnings[] = { "-D", "-I", "-U", "-W", "-f", "-m", "-O", "-std=", "-nostdinc",
						  "-isystem", "-include", "-iquote", "-idirafter" };

	for (size_t i = 0; i < sizeof beginnings / sizeof *beginnings; i++)
		if (!strncmp(word, beginnings[i], strlen(beginnings[i])))
			return true;
	return false;
}

static void take_rest(char *const *argv, struct options *options)
{
	options->rest = argv;
	while (argv[options->rest_count])
		options->rest_count++;
}

bool options_parse(struct arena *arena, const struct option_row *rows, size_t row_count, char *const *argv,
		   struct options *options, struct err *err)
{
	for (; *argv; argv++) {
		const struct option_row *row;
		const char *value = NULL;

		if (!strcmp(*argv, "--")) {
			options->dashes = true;
			take_rest(argv + 1, options);
			return true;
		}
		if (argv[0][0] != '-' || !argv[0][1]) {
			vec_push(arena, &options->operands, *argv);
			continue;
		}
		row = find_row(rows, row_count, *argv, &value);
		if (!row && options->takes_flags && is_compiler_flag(*argv)) {
			options->flags = true;
			take_rest(argv, options);
			return true;
		}
		if (!row)
			return unknown(arena, rows, row_count, *argv, err);
		if (!row->value && value)
			return err_set(err, "option '%s' takes no value", row->name);
		if (row->value && !value && !(value = *++argv))
			return err_set(err, "option '%s' needs a value: %s", row->name, row->value);
		vec_push(arena, &options->uses, (struct option_use){ row, value });
	}
	return true;
}

static const struct option_use *last_use(const struct options *options, const char *name)
{
	for (size_t i = options->uses.len; i-- > 0;)
		if (!strcmp(options->uses.items[i].row->name, name))
			return &options->uses.items[i];
	return NULL;
}

bool option_given(const struct options *options, const char *name)
{
	return last_use(options, name) != NULL;
}

const char *option_value(const struct options *options, const char *name, const char *otherwise)
{
	const struct option_use *use = last_use(options, name);

	return use ? use->value : otherwise;
}

bool option_number(const struct options *options, const char *name, unsigned low, unsigned high, unsigned *number,
		   struct err *err)
{
	const char *text = option_value(options, name, NULL);
	unsigned long value;
	char *end;

	if (!text)
		return true;
	value = strtoul(text, &end, 10);
	if (text[0] < '0' || text[0] > '9' || *end || value < low || value > high)
		return err_set(err, "option '%s' needs a number from %u to %u, not '%s'", name, low, high, text);
	*number = (unsigned)value;
	return true;
}

bool option_choice(const struct options *options, const char *name, const char *const *names, size_t count,
		   size_t *index, struct err *err)
{
	const char *text = option_value(options, name, NULL);
	struct strbuf known = { 0 };

	if (!text)
		return true;
	for (size_t i = 0; i < count; i++) {
		if (!strcmp(text, names[i])) {
			*index = i;
			strbuf_release(&known);
			return true;
		}
		strbuf_addf(&known, "%s%s", i ? ", " : "", names[i]);
	}
	err_set(err, "option '%s' can't be '%s': %s", name, text, known.text);
	strbuf_release(&known);
	return false;
}
