/* The variable itself is written between getenv and a use. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static char entry[] = "COLOR=never";

static void after_unset_bad(void)
{
	const char *path = getenv("SOCKET");

	if (!path)
		return;
	unsetenv("SOCKET");
	puts(path); // expect: env-pointer-stale
}

static time_t restored_bad(struct tm *tm)
{
	char *zone = getenv("TZ");
	time_t t;

	setenv("TZ", "UTC0", 1);
	t = mktime(tm);
	if (zone)
		setenv("TZ", zone, 1); // expect: env-pointer-stale
	else
		unsetenv("TZ");
	return t;
}

static size_t read_in_a_loop_bad(void)
{
	const char *p = getenv("LIST");
	size_t n = 0;

	if (!p)
		return 0;
	setenv("LIST", "", 1);
	for (; *p; p++) // expect: env-pointer-stale
		n += *p == ':';
	return n;
}

static int indexed_bad(void)
{
	const char *level = getenv("LEVEL");

	clearenv();
	return level && level[0] == '1'; // expect: env-pointer-stale
}

static const char *returned_bad(void)
{
	const char *token = getenv("TOKEN");

	unsetenv("TOKEN");
	return token; // expect: env-pointer-stale
}

static void after_putenv_bad(void)
{
	const char *color = getenv("COLOR");

	putenv(entry);
	if (color)
		printf("was %s\n", color); // expect: env-pointer-stale
}

static void derived_bad(void)
{
	const char *value = getenv("ENDPOINT");
	const char *port = value ? strrchr(value, ':') : NULL;

	unsetenv("ENDPOINT");
	if (port)
		puts(port + 1); // expect: env-pointer-stale
}

static void one_branch_bad(int child)
{
	const char *home = getenv("HOME");

	if (!home)
		return;
	if (child)
		setenv("HOME", "/nonexistent", 1);
	puts(home); // expect: env-pointer-stale
}

static void each_round_bad(char **values)
{
	const char *before = getenv("STEP");

	for (; *values; values++) {
		if (before)
			puts(before); // expect: env-pointer-stale
		setenv("STEP", *values, 1);
	}
}

static void first_use_only_bad(void)
{
	const char *editor = getenv("EDITOR");

	if (!editor)
		return;
	setenv("EDITOR", "ed", 1);
	puts(editor); // expect: env-pointer-stale
	puts(editor);
}

static void default_in_between_bad(void)
{
	const char *shell = getenv("SHELL");

	if (!shell || !*shell)
		shell = "/bin/sh";
	unsetenv("SHELL");
	puts(shell); // expect: env-pointer-stale
}

static void any_name_bad(int argc, char **argv)
{
	const char *dir = getenv("WORK_DIR");

	for (int i = 1; i + 1 < argc; i += 2)
		setenv(argv[i], argv[i + 1], 1);
	if (dir)
		puts(dir); // expect: env-pointer-stale
}

int main(int argc, char **argv)
{
	struct tm tm;

	memset(&tm, 0, sizeof tm);
	after_unset_bad();
	printf("%ld\n", (long)restored_bad(&tm));
	printf("%zu\n", read_in_a_loop_bad());
	after_putenv_bad();
	derived_bad();
	one_branch_bad(argc > 1);
	each_round_bad(argv);
	first_use_only_bad();
	default_in_between_bad();
	any_name_bad(argc, argv);
	puts(returned_bad());
	return indexed_bad();
}
