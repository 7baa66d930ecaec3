/* Rows of a project's own, as text and as tables. */
#include "model/extension.h"

#include "base/strbuf.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define THREAD_WORD "starts-thread"

static bool same_row(const struct model_extra *one, const struct model_extra *other)
{
	return !strcmp(one->function, other->function) && one->starts_thread == other->starts_thread &&
	       one->trait == other->trait && one->a == other->a && one->b == other->b;
}

void extension_add(struct arena *arena, struct model_extension *extension, struct model_extra row)
{
	for (size_t i = 0; i < extension->rows.len; i++)
		if (same_row(&extension->rows.items[i], &row))
			return;
	vec_push(arena, &extension->rows, row);
}

char *extension_text(struct arena *arena, const struct model_extension *extension)
{
	struct strbuf text = { 0 };
	char *copy;

	for (size_t i = 0; i < extension->rows.len; i++) {
		const struct model_extra *row = &extension->rows.items[i];

		strbuf_addf(&text, "%s\t%s\t%" PRId64 "\t%" PRId64 "\n", row->function,
			    row->starts_thread ? THREAD_WORD : trait_name(row->trait), row->a, row->b);
	}
	copy = arena_strdup(arena, strbuf_text(&text));
	strbuf_release(&text);
	return copy;
}

static bool read_number(const char *text, int64_t *number)
{
	char *end;

	if (!text || !text[0])
		return false;
	errno = 0;
	*number = strtoll(text, &end, 10);
	return !*end && !errno;
}

static bool read_row(char *line, struct model_extra *row)
{
	char *rest = NULL, *word;

	row->function = strtok_r(line, "\t", &rest);
	word = strtok_r(NULL, "\t", &rest);
	if (!row->function || !word)
		return false;
	row->starts_thread = !strcmp(word, THREAD_WORD);
	return (row->starts_thread || trait_parse(word, &row->trait)) && read_number(strtok_r(NULL, "\t", &rest), &row->a) &&
	       read_number(strtok_r(NULL, "\t", &rest), &row->b);
}

bool extension_read(struct arena *arena, const char *text, struct model_extension *extension, struct err *err)
{
	char *rest = NULL;

	for (char *line = strtok_r(arena_strdup(arena, text), "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
		struct model_extra row = { 0 };

		if (!read_row(line, &row))
			return err_set(err, "a model of the project can't be understood");
		extension_add(arena, extension, row);
	}
	return true;
}
