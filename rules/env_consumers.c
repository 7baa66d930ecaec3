/* Words on who reads a variable, from the table of components. */
#include "rules/env_consumers.h"

#include <string.h>

/* Of a variable that more components read, only those that the program calls are worth a word. */
#define COMPONENT_LIMIT 4

static bool is_name_byte(char c)
{
	return c == '_' || c == ':' || (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

/* `time.Local`: the dot belongs to the name. */
static bool is_inner_dot(const char *text, const char *at)
{
	return *at == '.' && at > text && is_name_byte(at[-1]) && is_name_byte(at[1]);
}

static bool has_word(const char *text, const char *word)
{
	size_t length = strlen(word);

	for (const char *at = text; length && (at = strstr(at, word)); at++)
		if ((at == text || (!is_name_byte(at[-1]) && !is_inner_dot(text, at - 1))) && !is_name_byte(at[length]) &&
		    !is_inner_dot(text, at + length))
			return true;
	return false;
}

/* Neither C nor C++ calls a function by such a name: it is Go's, whose runtime is in no program with a main of its own. */
static bool is_of_other_language(const struct model_env_consumer *row)
{
	for (const char *at = row->read_by; *at; at++)
		if (is_inner_dot(row->read_by, at))
			return true;
	return false;
}

static bool calls_any(const struct program *program, const char *names)
{
	for (size_t i = 0; i < program->calls.len; i++)
		if (program->calls.items[i].library && has_word(names, program->calls.items[i].library))
			return true;
	return false;
}

/* Rows of different components. */
struct readers {
	const struct model_env_consumer *all[COMPONENT_LIMIT];
	size_t count;
	bool too_many;
};

static void add_reader(struct readers *readers, const struct model_env_consumer *row)
{
	for (size_t i = 0; i < readers->count; i++)
		if (!strcmp(readers->all[i]->component, row->component))
			return;
	readers->too_many = readers->too_many || readers->count == COMPONENT_LIMIT;
	if (!readers->too_many)
		readers->all[readers->count++] = row;
}

/* The first of the calls that read it: the table separates them by semicolons. */
static const char *reading_call(const struct model_env_consumer *row, struct arena *arena)
{
	return arena_strndup(arena, row->read_by, strcspn(row->read_by, ";"));
}

static const char *join_words(const struct readers *readers, bool called, struct arena *arena)
{
	const char *who = called ? "; " : "; where it is part of the process, ";

	for (size_t i = 0; i < readers->count; i++)
		who = arena_printf(arena, "%s%s%s reads it%s%s%s", who, i ? ", " : "", readers->all[i]->component,
				   *readers->all[i]->read_by ? " in " : "", reading_call(readers->all[i], arena),
				   readers->all[i]->cached ? " and keeps it" : "");
	return who;
}

static const char *join_calls(const struct readers *readers, bool called, struct arena *arena)
{
	const char *all = NULL;

	for (size_t i = 0; i < readers->count; i++)
		if (*readers->all[i]->explicit_alternative)
			all = arena_printf(arena, "%s%stell %s by a call instead: %s", all ? all : "", all ? "; " : "",
					   readers->all[i]->component, readers->all[i]->explicit_alternative);
	return all && !called ? arena_printf(arena, "write it before the first thread starts, or %s", all) : all;
}

void env_consumers_of(const struct program *program, const char *variable, struct arena *arena,
		      struct env_consumers *consumers)
{
	size_t count = 0;
	const struct model_env_consumer *rows = model_env_consumers(variable, &count);
	struct readers called = { 0 }, known = { 0 };

	for (size_t i = 0; i < count; i++) {
		if (program->has_main && is_of_other_language(&rows[i]))
			continue;
		add_reader(&known, &rows[i]);
		if (calls_any(program, rows[i].read_by))
			add_reader(&called, &rows[i]);
	}
	*consumers = (struct env_consumers){ .who = "" };
	if (called.count) {
		consumers->who = join_words(&called, true, arena);
		consumers->instead = join_calls(&called, true, arena);
	} else if (known.count && !known.too_many) {
		consumers->who = join_words(&known, false, arena);
		consumers->instead = join_calls(&known, false, arena);
	}
}
