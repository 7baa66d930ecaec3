/* From the start of an id to the finding. */
#include "cli/id.h"

#include "cli/terminal.h"

#include <string.h>

/* Shorter starts of an id fit by chance. */
#define SHORTEST_ID 4

static bool is_hex(const char *text)
{
	return text[strspn(text, "0123456789abcdef/")] == '\0';
}

bool id_find(struct arena *arena, struct store *store, const char *start, int64_t *finding, struct err *err)
{
	struct resolved resolved;

	if (strlen(start) < SHORTEST_ID || !is_hex(start))
		return err_set(err, "'%s' is no id: at least %d hexadecimal digits are needed", start, SHORTEST_ID);
	if (!store_resolve(store, arena, start, &resolved, err))
		return false;
	if (!resolved.findings.len)
		return err_set(err, "no finding has an id that begins with '%s'", start);
	if (resolved.findings.len > 1) {
		for (size_t i = 0; i < resolved.ids.len; i++)
			print_line(stderr, "  %s", resolved.ids.items[i]);
		return err_set(err, "'%s' is the start of %zu ids", start, resolved.findings.len);
	}
	*finding = resolved.findings.items[0];
	return true;
}
