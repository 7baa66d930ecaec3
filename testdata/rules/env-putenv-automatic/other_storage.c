/* Memory of the frame that is no plain array, and memory that only looks like it. */
#include <alloca.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct variable {
	int length;
	char text[40];
};

struct reference {
	char *text;
};

static void alloca_bad(const char *value)
{
	size_t size = strlen(value) + 3;
	char *entry = alloca(size);

	snprintf(entry, size, "V=%s", value);
	putenv(entry); // expect: env-putenv-automatic
}

static void copy_on_stack_bad(const char *entry)
{
	putenv(strdupa(entry)); // expect: env-putenv-automatic
}

static void compound_literal_bad(void)
{
	putenv((char[]){ "LITERAL=1" }); // expect: env-putenv-automatic
}

static void field_bad(const char *value)
{
	struct variable variable;

	variable.length = snprintf(variable.text, sizeof variable.text, "FIELD=%s", value);
	putenv(variable.text); // expect: env-putenv-automatic
}

static void parameter_by_value_bad(struct variable variable)
{
	putenv(variable.text); // expect: env-putenv-automatic
}

static void heap_ok(const char *value)
{
	char *entry = NULL;

	if (asprintf(&entry, "HEAP=%s", value) > 0)
		putenv(entry);
}

static void copy_on_heap_ok(const char *value)
{
	char entry[64];
	char *kept;

	snprintf(entry, sizeof entry, "COPY=%s", value);
	kept = strdup(entry);
	if (kept)
		putenv(kept);
}

static void string_literal_ok(void)
{
	putenv("LITERAL=2");
}

static void reference_to_heap_ok(const char *value)
{
	struct reference reference = { strdup(value) };

	if (reference.text)
		putenv(reference.text);
}

static void reference_to_static_ok(void)
{
	static char entry[] = "STATIC=1";
	struct reference reference = { entry };
	struct reference *pointer = &reference;

	putenv(pointer->text);
}

static void from_caller_ok(char *entry)
{
	putenv(entry);
}

int main(int argc, char **argv)
{
	struct variable variable = { 3, "P=1" };

	alloca_bad(argv[0]);
	copy_on_stack_bad("COPY=1");
	compound_literal_bad();
	field_bad(argv[0]);
	parameter_by_value_bad(variable);
	heap_ok(argv[0]);
	copy_on_heap_ok(argv[0]);
	string_literal_ok();
	reference_to_heap_ok(argv[0]);
	reference_to_static_ok();
	if (argc > 1)
		from_caller_ok(argv[1]);
	return system("env");
}
