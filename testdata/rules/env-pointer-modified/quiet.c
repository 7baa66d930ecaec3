/* Copies may be changed and freed; reading changes nothing. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void copy_cut_ok(void)
{
	const char *value = getenv("LIST");
	char *copy = value ? strdup(value) : NULL;

	if (copy)
		strtok(copy, ",");
	free(copy);
}

static void copied_over_ok(void)
{
	char *value = getenv("LIST");

	if (!value)
		return;
	value = strdup(value);
	if (value)
		value[0] = 'x';
	free(value);
}

static void buffer_ok(void)
{
	char text[64];
	const char *value = getenv("NAME");

	snprintf(text, sizeof text, "%s", value ? value : "");
	text[0] = 'N';
	puts(text);
}

static void read_only_ok(void)
{
	const char *value = getenv("COUNT");
	size_t n = 0;

	while (value && value[n])
		n++;
	printf("%zu\n", n);
}

static void freed_if_mine_ok(void)
{
	char *dir = getenv("DIR");
	int mine = 0;

	if (!dir) {
		dir = strdup("/tmp");
		mine = 1;
	}
	puts(dir ? dir : "");
	if (mine)
		free(dir);
}

static void freed_where_missing_ok(void)
{
	char *value = getenv("DIR");
	char *made = NULL;

	if (!value)
		value = made = strdup("/tmp");
	puts(value ? value : "");
	free(made);
}

static char *value_or_copy_ok(const char *name)
{
	const char *value = getenv(name);

	return strdup(value ? value : "none");
}

static void wrapper_copies_ok(void)
{
	char *value = value_or_copy_ok("NAME");

	if (value)
		value[0] = 'n';
	free(value);
}

static void other_memory_ok(void)
{
	char *copy = malloc(64);
	const char *value = getenv("NAME");

	if (copy && value)
		strncpy(copy, value, 63)[63] = '\0';
	free(copy);
}

static void counted_ok(int *counts)
{
	const char *value = getenv("DIGITS");

	for (; value && *value; value++)
		counts[*value & 15]++;
}

static void pointer_set_ok(char **out)
{
	char *value = getenv("NAME");

	*out = value && *value ? NULL : strdup("x");
}

static void scrubbed_bad(void)
{
	char *secret = getenv("SECRET");

	if (secret)
		memset(secret, 0, strlen(secret)); // expect: env-pointer-modified (note)
	unsetenv("SECRET");
}

static void scrubbed_by_bytes_bad(void)
{
	for (char *p = getenv("PASSWORD"); p && *p; p++)
		*p = '\0'; // expect: env-pointer-modified (note)
	unsetenv("PASSWORD");
}

static void tables_ok(void)
{
	char *words[] = { getenv("A"), getenv("B") };

	words[0] = NULL;
	puts(words[1] ? words[1] : "");
}

int main(void)
{
	int counts[16] = { 0 };
	char *out;

	copy_cut_ok();
	copied_over_ok();
	buffer_ok();
	read_only_ok();
	freed_if_mine_ok();
	freed_where_missing_ok();
	wrapper_copies_ok();
	other_memory_ok();
	counted_ok(counts);
	pointer_set_ok(&out);
	scrubbed_bad();
	scrubbed_by_bytes_bad();
	tables_ok();
	free(out);
	return counts[0];
}
