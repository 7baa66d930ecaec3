/* Strings on the heap, freed or moved after the call. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *pair_ok(const char *name, const char *value)
{
	size_t length = strlen(name) + strlen(value) + 2;
	char *pair = malloc(length);

	if (pair)
		snprintf(pair, length, "%s=%s", name, value);
	return pair;
}

static int freed_at_once_bad(const char *value)
{
	char *entry = pair_ok("FREED", value);
	int rc = entry ? putenv(entry) : -1; // expect: env-putenv

	free(entry);
	return rc;
}

static void freed_on_success_bad(void)
{
	char *entry = strdup("SUCCESS=1");

	if (entry && putenv(entry) == 0) // expect: env-putenv
		free(entry);
}

static void moved_bad(void)
{
	char *entry = strdup("MOVED=1"), *more;

	if (!entry || putenv(entry)) // expect: env-putenv
		return;
	more = realloc(entry, 64);
	if (more)
		strcat(more, "2");
}

static void overwritten_bad(void)
{
	char *entry = strdup("WRITTEN=1");

	if (!entry)
		return;
	putenv(entry); // expect: env-putenv
	strcpy(entry, "OTHER=1");
}

static void byte_changed_bad(void)
{
	char *entry = strdup("CHANGED=1");

	if (!entry)
		return;
	putenv(entry); // expect: env-putenv
	entry[8] = '2';
}

static void drop_ok(char *text)
{
	if (text)
		free(text);
}

static void freed_by_a_callee_bad(void)
{
	char *entry = strdup("CALLEE=1");

	putenv(entry); // expect: env-putenv
	drop_ok(entry);
}

static int export_bad(char *entry)
{
	return putenv(entry); // expect: env-putenv
}

static void freed_by_the_caller_ok(void)
{
	char *entry = strdup("CALLER=1");

	if (entry && export_bad(entry))
		perror("putenv");
	free(entry);
}

static void all_in_an_array_bad(char **values, size_t count)
{
	char *entries[8];

	for (size_t i = 0; i < count && i < 8; i++) {
		entries[i] = pair_ok("ARRAY", values[i]);
		if (entries[i])
			putenv(entries[i]); // expect: env-putenv
	}
	for (size_t i = 0; i < count && i < 8; i++)
		free(entries[i]);
}

static void one_buffer_in_a_loop_bad(char **names)
{
	char *entry = malloc(64);

	for (; entry && *names; names++) {
		snprintf(entry, 64, "%s=1", *names);
		putenv(entry); // expect: env-putenv
	}
}

static void each_line_bad(FILE *file)
{
	char *line = NULL;
	size_t size = 0;

	while (getline(&line, &size, file) > 0) {
		line[strcspn(line, "\n")] = '\0';
		putenv(line); // expect: env-putenv
	}
}

static void made_anew_ok(const char *value)
{
	for (int i = 0; i < 3; i++) {
		char *entry;

		if (asprintf(&entry, "ANEW_%d=%s", i, value) > 0)
			putenv(entry);
	}
}

static void freed_where_it_failed_ok(void)
{
	char *entry = strdup("FAILED=1");

	if (entry && putenv(entry) != 0)
		free(entry);
}

static int freed_by_result_ok(void)
{
	char *entry = strdup("RESULT=1");
	int rc = putenv(entry);

	if (rc)
		free(entry);
	return rc;
}

static void kept_ok(void)
{
	char *entry = strdup("KEPT=1");

	if (entry)
		putenv(entry);
}

static void each_its_own_ok(char **names)
{
	for (; *names; names++) {
		char *entry = pair_ok(*names, "1");

		if (entry && putenv(entry))
			free(entry);
	}
}

static void freed_after_unset_ok(void)
{
	char *entry = strdup("UNSET=1");

	if (!entry || putenv(entry))
		return;
	if (system("true"))
		perror("true");
	unsetenv("UNSET");
	free(entry);
}

static void freed_after_the_next_ok(void)
{
	char *first = strdup("NEXT=1"), *second = strdup("NEXT=2");

	putenv(first);
	putenv(second);
	free(first);
}

static char *formatted_ok(const char *format, ...)
{
	char *text = NULL;
	va_list args;

	va_start(args, format);
	if (vasprintf(&text, format, args) < 0)
		text = NULL;
	va_end(args);
	return text;
}

static void removed_first_ok(const char *value)
{
	char *entry = formatted_ok("REMOVED=%s", value);

	putenv(entry);
	unsetenv("REMOVED");
	free(entry);
}

static void removed_by_name_ok(const char *name)
{
	char *entry = malloc(64);

	if (!entry)
		return;
	strcpy(entry, name);
	strcat(entry, "=1");
	putenv(entry);
	unsetenv(name);
	free(entry);
}

static void other_removed_bad(const char *value)
{
	char *entry = formatted_ok("STAYS=%s", value);

	putenv(entry); // expect: env-putenv
	unsetenv("OTHER");
	free(entry);
}

static void remove_ok(const char *pair)
{
	char name[32], *end = strchr(pair, '=');

	snprintf(name, sizeof name, "%.*s", (int)(end ? end - pair : 0), pair);
	unsetenv(name);
}

static void remove_and_free_ok(char *pair)
{
	remove_ok(pair);
	free(pair);
}

static void free_and_remove_ok(char *pair)
{
	char *name = strdup(pair);

	free(pair);
	remove_ok(name);
	free(name);
}

static void removed_by_a_callee_ok(const char *value)
{
	char *entry = formatted_ok("DURING=%s", value);

	putenv(entry);
	if (system("true"))
		perror("true");
	remove_and_free_ok(entry);
}

static void one_after_the_other_ok(const char *value)
{
	static char *kept;

	if (kept)
		remove_and_free_ok(kept);
	kept = formatted_ok("LATEST=%s", value);
	putenv(kept);
}

static void removed_too_late_bad(const char *value)
{
	char *entry = formatted_ok("LATE=%s", value);

	putenv(entry); // expect: env-putenv
	free_and_remove_ok(entry);
}

static void a_copy_ok(const char *value)
{
	char *entry = pair_ok("COPY", value);

	if (entry)
		setenv("COPY", entry + 5, 1);
	free(entry);
}

int main(int argc, char **argv)
{
	if (argc < 2)
		return 1;
	removed_by_a_callee_ok(argv[1]);
	one_after_the_other_ok(argv[1]);
	one_after_the_other_ok(argv[0]);
	removed_too_late_bad(argv[1]);
	freed_on_success_bad();
	moved_bad();
	overwritten_bad();
	byte_changed_bad();
	freed_by_a_callee_bad();
	freed_by_the_caller_ok();
	all_in_an_array_bad(argv, (size_t)argc);
	one_buffer_in_a_loop_bad(argv);
	each_line_bad(stdin);
	made_anew_ok(argv[1]);
	freed_where_it_failed_ok();
	kept_ok();
	each_its_own_ok(argv);
	freed_after_unset_ok();
	freed_after_the_next_ok();
	removed_first_ok(argv[1]);
	removed_by_name_ok(argv[1]);
	other_removed_bad(argv[1]);
	a_copy_ok(argv[1]);
	return freed_at_once_bad(argv[1]) + freed_by_result_ok();
}
