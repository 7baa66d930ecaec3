/* The keys with one value: names, values, defaults. */
#include "config/parts.h"

#include <stdlib.h>
#include <string.h>

struct key_row {
	const char *name, *otherwise;
	const char *choices;  /* separated by blanks, or NULL */
	unsigned low, high;   /* of a number; 0: it is none */
	const char *word;     /* besides the numbers, or NULL */
};

static const struct key_row rows[KEY_COUNT] = {
	[KEY_LIBC] = { .name = "libc", .otherwise = "portable" },
	[KEY_HOST] = { .name = "host", .otherwise = "unknown", .choices = "unknown threaded" },
	[KEY_FAIL_ON] = { .name = "fail-on", .otherwise = "any", .choices = "new any error never" },
	[KEY_LEVEL] = { .name = "level", .otherwise = "warning", .choices = "note warning error" },
	[KEY_MAX_DAYS] = { .name = "max-days", .otherwise = "unlimited", .low = 1, .high = 36500, .word = "unlimited" },
	[KEY_JOBS] = { .name = "jobs", .otherwise = "auto", .low = 1, .high = 1024, .word = "auto" },
	[KEY_TIMEOUT] = { .name = "timeout", .otherwise = "120", .low = 1, .high = 86400 },
};

const char *config_key_name(enum config_key key)
{
	return rows[key].name;
}

const char *config_key_default(enum config_key key)
{
	return rows[key].otherwise;
}

bool config_key_named(const char *name, enum config_key *key)
{
	for (size_t i = 0; i < KEY_COUNT; i++)
		if (!strcmp(rows[i].name, name)) {
			*key = (enum config_key)i;
			return true;
		}
	return false;
}

static bool is_choice(const char *choices, const char *text)
{
	size_t length = strlen(text);

	for (const char *at = choices; *at; at += at[strcspn(at, " ")] ? strcspn(at, " ") + 1 : strcspn(at, " "))
		if (length && strcspn(at, " ") == length && !strncmp(at, text, length))
			return true;
	return false;
}

static bool check_choice(const struct key_row *row, const char *text, const char *what, struct err *err)
{
	struct strbuf known = { 0 };

	if (is_choice(row->choices, text))
		return true;
	for (const char *at = row->choices; *at; at++)
		strbuf_addstr(&known, *at == ' ' ? ", " : (char[]){ *at, '\0' });
	err_set(err, "%s can't be '%s': %s", what, text, strbuf_text(&known));
	strbuf_release(&known);
	return false;
}

static bool check_number(const struct key_row *row, const char *text, const char *what, struct err *err)
{
	unsigned long value;
	char *end;

	if (row->word && !strcmp(row->word, text))
		return true;
	value = strtoul(text, &end, 10);
	if (text[0] >= '0' && text[0] <= '9' && !*end && value >= row->low && value <= row->high)
		return true;
	return err_set(err, "%s needs a number from %u to %u%s%s, not '%s'", what, row->low, row->high,
		       row->word ? " or " : "", row->word ? row->word : "", text);
}

static bool check_libc(const char *text, const char *what, struct err *err)
{
	struct arena scratch = { 0 };
	struct err problem = { 0 };
	struct libc libc;
	bool ok = libc_parse(&scratch, text, &libc, &problem);

	arena_release(&scratch);
	return ok || err_set(err, "%s: %s", what, problem.text);
}

bool config_check(enum config_key key, const char *text, const char *what, struct err *err)
{
	if (key == KEY_LIBC)
		return check_libc(text, what, err);
	return rows[key].choices ? check_choice(&rows[key], text, what, err) :
				   check_number(&rows[key], text, what, err);
}

void config_set(struct arena *arena, struct config *config, enum config_key key, const char *text, const char *from)
{
	config->values[key] = (struct config_value){ text, from };
	if (key == KEY_LIBC)
		BUG_IF(!libc_parse(arena, text, &config->libc, NULL));
}

unsigned config_number(const struct config *config, enum config_key key)
{
	return (unsigned)strtoul(config->values[key].text, NULL, 10); /* a word is 0 */
}

bool config_host_threaded(const struct config *config)
{
	return !strcmp(config->values[KEY_HOST].text, "threaded");
}
