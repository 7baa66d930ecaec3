/* Prints the findings of a JSON Lines report with their steps, one a line: for tests that compare whole paths. */
#include "base/files.h"

#include <jansson.h>
#include <stdio.h>

static void print_place(const json_t *object)
{
	const char *file = json_string_value(json_object_get(object, "file"));

	printf("%s:%lld ", file ? path_base(file) : "?", (long long)json_integer_value(json_object_get(object, "line")));
}

static void print_finding(const json_t *finding)
{
	const json_t *steps = json_object_get(finding, "steps"), *step;
	size_t index;

	print_place(finding);
	printf("%s\n", json_string_value(json_object_get(finding, "rule")));
	json_array_foreach (steps, index, step) {
		printf("\t");
		print_place(step);
		printf("%s\n", json_string_value(json_object_get(step, "message")));
	}
}

int main(void)
{
	json_t *finding;

	while ((finding = json_loadf(stdin, JSON_DISABLE_EOF_CHECK, NULL))) {
		print_finding(finding);
		json_decref(finding);
	}
	return 0;
}
