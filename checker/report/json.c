/* Values made and printed by jansson; it fails for lack of memory alone, which ends the program. */
#include "report/json.h"

#include "base/err.h"
#include "report/utf8.h"

#include <stdlib.h>

json_t *json_text(const char *bytes)
{
	struct strbuf buf = { 0 };
	json_t *string;

	utf8_repair(&buf, bytes ? bytes : "");
	string = json_string(strbuf_text(&buf));
	strbuf_release(&buf);
	return string;
}

void json_push(json_t *array, json_t *value)
{
	BUG_IF(json_array_append_new(array, value) != 0);
}

void json_put(json_t *object, const char *key, json_t *value)
{
	BUG_IF(json_object_set_new(object, key, value) != 0);
}

void json_add(struct strbuf *out, json_t *value)
{
	char *text = json_dumps(value, JSON_COMPACT);

	BUG_IF(!text);
	strbuf_addstr(out, text);
	free(text);
	json_decref(value);
}
