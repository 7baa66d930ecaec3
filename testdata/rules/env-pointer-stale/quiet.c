/* Copies, uses before the write, and pointers that the write doesn't concern. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void copied_ok(void)
{
	const char *path = getenv("SOCKET");
	char *copy = path ? strdup(path) : NULL;

	unsetenv("SOCKET");
	if (copy)
		puts(copy);
	free(copy);
}

static void used_before_ok(void)
{
	const char *path = getenv("SOCKET");

	if (path)
		puts(path);
	unsetenv("SOCKET");
}

static void only_compared_ok(void)
{
	const char *editor = getenv("EDITOR");

	setenv("EDITOR", "vi", 1);
	if (editor == NULL)
		unsetenv("EDITOR");
}

static void set_where_missing_ok(void)
{
	const char *home = getenv("HOME");

	if (!home) {
		setenv("HOME", "/root", 1);
		home = "/root";
	}
	puts(home);
}

static void set_where_empty_ok(void)
{
	const char *lang = getenv("LANG");

	if (!lang || !*lang) {
		lang = "C";
		setenv("LANG", lang, 1);
	}
	puts(lang);
}

static void asked_again_ok(void)
{
	const char *mode = getenv("MODE");

	if (mode)
		puts(mode);
	setenv("MODE", "slow", 1);
	mode = getenv("MODE");
	if (mode)
		puts(mode);
}

static void kept_by_setenv_ok(void)
{
	const char *pager = getenv("PAGER");

	setenv("PAGER", "more", 0);
	if (pager)
		puts(pager);
}

static void same_condition_ok(int reset)
{
	const char *theme = getenv("THEME");

	if (reset)
		unsetenv("THEME");
	if (!reset && theme)
		puts(theme);
}

static void flag_tells_ok(void)
{
	const char *name = getenv("NAME");
	int changed = 0;

	if (!name)
		return;
	if (strlen(name) > 8) {
		setenv("NAME", "long", 1);
		changed = 1;
	}
	if (!changed)
		puts(name);
}

static void each_round_asks_ok(char **names)
{
	for (; *names; names++) {
		const char *value = getenv(*names);

		if (value)
			puts(value);
		unsetenv(*names);
	}
}

static void to_a_buffer_ok(void)
{
	char dir[256];
	const char *tmp = getenv("TMPDIR");

	snprintf(dir, sizeof dir, "%s", tmp ? tmp : "/tmp");
	unsetenv("TMPDIR");
	puts(dir);
}

static void ends_there_ok(void)
{
	const char *term = getenv("TERM");

	if (term && !strcmp(term, "dumb")) {
		unsetenv("TERM");
		exit(1);
	}
	if (term)
		puts(term);
}

static void other_name_bad(void)
{
	const char *user = getenv("USER");

	setenv("LOGNAME", "nobody", 1);
	if (user)
		puts(user); // expect: env-pointer-stale (note)
}

int main(int argc, char **argv)
{
	copied_ok();
	used_before_ok();
	only_compared_ok();
	set_where_missing_ok();
	set_where_empty_ok();
	asked_again_ok();
	kept_by_setenv_ok();
	same_condition_ok(argc > 1);
	flag_tells_ok();
	each_round_asks_ok(argv);
	to_a_buffer_ok();
	ends_there_ok();
	other_name_bad();
	return 0;
}
