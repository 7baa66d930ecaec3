/* JSON for reports: any bytes in, UTF-8 out. */
#ifndef SNAG_REPORT_JSON_H
#define SNAG_REPORT_JSON_H

#include "base/strbuf.h"

#include <jansson.h>

/* JSON is UTF-8 throughout; names of files and parts of sources needn't be. NULL stands for "". */
json_t *json_text(const char *bytes);
/* Appends the value, which is the array's from then on. */
void json_push(json_t *array, json_t *value);
/* Sets the member, whose value is the object's from then on. */
void json_put(json_t *object, const char *key, json_t *value);
/* Adds the value in one line, and frees it. */
void json_add(struct strbuf *out, json_t *value);

#endif
