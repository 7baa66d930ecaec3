/* Names of levels, and the fingerprint of a finding. */
#include "model/finding.h"

#include "base/strbuf.h"

#include <string.h>

static const char *const level_names[] = { "note", "warning", "error" };
static const char *const confidence_names[] = { "maybe", "likely", "sure" };

static const char *const state_names[STATE_COUNT] = {
	[STATE_OPEN] = "open",
	[STATE_NEW] = "new",
	[STATE_REOPENED] = "reopened",
	[STATE_EDITED] = "edited",
	[STATE_RAISED] = "raised",
	[STATE_PERSISTING] = "persisting",
	[STATE_FIXED] = "fixed",
	[STATE_UNCHECKED] = "unchecked",
	[STATE_RULE_OFF] = "rule-off",
};

const char *level_name(enum level level)
{
	return level_names[level];
}

bool level_parse(const char *text, enum level *level)
{
	for (size_t i = 0; i < sizeof level_names / sizeof *level_names; i++)
		if (!strcmp(text, level_names[i])) {
			*level = (enum level)i;
			return true;
		}
	return false;
}

const char *confidence_name(enum confidence confidence)
{
	return confidence_names[confidence];
}

const char *state_name(enum finding_state state)
{
	return state_names[state];
}

bool state_parse(const char *text, enum finding_state *state)
{
	for (size_t i = 0; i < STATE_COUNT; i++)
		if (!strcmp(text, state_names[i])) {
			*state = (enum finding_state)i;
			return true;
		}
	return false;
}

bool state_is_new(enum finding_state state)
{
	return state >= STATE_NEW && state <= STATE_RAISED;
}

/* Each part with its length in front, so that no separator can be forged. */
static void add_part(struct strbuf *buf, const char *part)
{
	strbuf_addf(buf, "%zu:", strlen(part));
	strbuf_addstr(buf, part);
}

static void digest(const struct fingerprint_parts *parts, bool path, bool function, char hex[HASH_HEX_SIZE])
{
	struct strbuf buf = { 0 };

	add_part(&buf, "snag1");
	add_part(&buf, parts->rule);
	if (path)
		add_part(&buf, parts->path);
	if (function)
		add_part(&buf, parts->function);
	add_part(&buf, parts->subject);
	add_part(&buf, parts->statement);
	hash_identity(buf.text, buf.len, hex);
	strbuf_release(&buf);
}

void fingerprint(const struct fingerprint_parts *parts, struct fingerprint *out)
{
	digest(parts, true, true, out->full);
	digest(parts, true, false, out->no_function);
	digest(parts, false, true, out->no_path);
	digest(parts, false, false, out->loose);
}
