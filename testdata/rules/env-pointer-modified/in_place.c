/* Changes of the string that getenv returned. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void first_byte_bad(void)
{
	char *mode = getenv("MODE");

	if (mode)
		mode[0] = 'x'; // expect: env-pointer-modified (error)
}

static void cut_at_separator_bad(void)
{
	char *value = getenv("HOST_PORT");
	char *colon = value ? strchr(value, ':') : NULL;

	if (colon)
		*colon = '\0'; // expect: env-pointer-modified (error)
}

static int tokens_bad(void)
{
	char *list = getenv("LIST");
	int n = 0;

	if (!list)
		return 0;
	for (char *item = strtok(list, ","); item; item = strtok(NULL, ",")) // expect: env-pointer-modified
		n++;
	return n;
}

static int reentrant_tokens_bad(void)
{
	char *list = getenv("LIST"), *rest = NULL;
	int n = 0;

	for (char *item = list; item && (item = strtok_r(item, ",", &rest)); item = NULL) // expect: env-pointer-modified
		n++;
	return n;
}

static int separated_bad(void)
{
	char *rest = getenv("FIELDS");
	int n = 0;

	while (rest && strsep(&rest, ";")) // expect: env-pointer-modified
		n++;
	return n;
}

static void upper_case_bad(void)
{
	for (char *p = getenv("LEVEL"); p && *p; p++)
		*p = (char)toupper((unsigned char)*p); // expect: env-pointer-modified
}

static void appended_bad(void)
{
	char *path = getenv("PATH");

	if (path)
		strcat(path, ":/opt/bin"); // expect: env-pointer-modified
}

static void freed_bad(void)
{
	char *home = getenv("HOME");

	puts(home ? home : "");
	free(home); // expect: env-pointer-modified
}

static void trim_ok(char *text)
{
	size_t n = strlen(text);

	while (n && text[n - 1] == '/')
		text[--n] = '\0';
}

static void by_a_callee_bad(void)
{
	char *prefix = getenv("PREFIX");

	if (prefix)
		trim_ok(prefix); // expect: env-pointer-modified
}

static void outer_trim_ok(char *text)
{
	trim_ok(text);
}

static char *ask_ok(const char *name)
{
	char *value = getenv(name);

	return value && *value ? value : NULL;
}

static void wrapped_bad(void)
{
	char *prefix = ask_ok("PREFIX");

	if (prefix)
		outer_trim_ok(prefix); // expect: env-pointer-modified
}

static char *skip_blanks_ok(char *text)
{
	while (*text == ' ')
		text++;
	return text;
}

static void behind_a_callee_bad(void)
{
	char *title = getenv("TITLE");

	if (title) {
		title = skip_blanks_ok(title);
		title[strcspn(title, "\n")] = '\0'; // expect: env-pointer-modified
	}
}

static void scrubbed_half_bad(void)
{
	char *secret = getenv("SECRET");
	char *end = secret ? strchr(secret, ' ') : NULL;

	if (end)
		*end = '\0'; // expect: env-pointer-modified
	unsetenv("SECRET");
}

static void freed_by_cleanup_ok(char **where)
{
	free(*where);
	*where = NULL;
}

int main(void)
{
	char *mine = strdup("x");

	first_byte_bad();
	cut_at_separator_bad();
	upper_case_bad();
	appended_bad();
	freed_bad();
	by_a_callee_bad();
	wrapped_bad();
	behind_a_callee_bad();
	scrubbed_half_bad();
	freed_by_cleanup_ok(&mine);
	return tokens_bad() + reentrant_tokens_bad() + separated_bad();
}
