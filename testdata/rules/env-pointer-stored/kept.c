/* Pointers kept in all kinds of places; the variables are written later. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct options {
	const char *editor, *pager;
	const char *paths[2];
};

static struct options options;
static const char *home;
static char *names[3];
static const char **remote;

static void global_bad(void)
{
	home = getenv("HOME"); // expect: env-pointer-stored
	if (!home)
		home = "/";
}

static void field_bad(void)
{
	options.editor = getenv("EDITOR"); // expect: env-pointer-stored
}

static void element_bad(void)
{
	names[1] = getenv("USER"); // expect: env-pointer-stored
}

static void field_through_a_pointer_bad(struct options *o)
{
	const char *pager = getenv("PAGER");

	o->pager = pager && *pager ? pager : "more"; // expect: env-pointer-stored
}

static void array_in_a_field_bad(void)
{
	options.paths[0] = getenv("PATH"); // expect: env-pointer-stored
}

static const char *static_local_bad(void)
{
	static const char *shell;

	if (!shell)
		shell = getenv("SHELL"); // expect: env-pointer-stored
	return shell;
}

static int out_parameter_bad(const char **value)
{
	*value = getenv("MODE"); // expect: env-pointer-stored
	return *value != NULL;
}

static const char *ask_ok(const char *name)
{
	return getenv(name);
}

static void by_a_wrapper_bad(void)
{
	options.paths[1] = ask_ok("CDPATH"); // expect: env-pointer-stored
}

static void remember_bad(const char *value)
{
	*remote = value; // expect: env-pointer-stored
}

static void handed_on_ok(void)
{
	static const char *room;

	remote = &room;
	remember_bad(getenv("REMOTE"));
}

static void inside_the_string_bad(void)
{
	const char *lang = getenv("LANG");

	names[2] = lang ? strchr(lang, '.') : NULL; // expect: env-pointer-stored
}

static void allocated_bad(struct options **made)
{
	struct options *o = calloc(1, sizeof *o);

	if (o)
		o->editor = getenv("VISUAL"); // expect: env-pointer-stored
	*made = o;
}

static void copied_ok(void)
{
	const char *term = getenv("TERM");

	names[0] = term ? strdup(term) : NULL;
}

static long number_before_ok(const char *text, const char **end)
{
	long n = 0;

	while (*text >= '0' && *text <= '9')
		n = n * 10 + *text++ - '0';
	*end = text;
	return n;
}

static void end_of_number_ok(void)
{
	const char *mode = getenv("MODE"), *end;

	if (mode)
		printf("%ld\n", number_before_ok(mode, &end));
}

static void local_ok(void)
{
	struct options o = { .editor = getenv("EDITOR") };

	puts(o.editor ? o.editor : "");
}

static void buffer_ok(void)
{
	static char text[64];

	snprintf(text, sizeof text, "%s", getenv("TERM") ? getenv("TERM") : "");
}

static void number_ok(void)
{
	static int width;
	const char *columns = getenv("COLUMNS");

	width = columns ? atoi(columns) : 80;
	printf("%d\n", width);
}

static void not_written_later_bad(void)
{
	static const char *host;

	host = getenv("HOSTNAME"); // expect: env-pointer-stored (note)
	puts(host ? host : "");
}

static void read_file_ok(char **argv)
{
	static const char *const gone[] = { "HOME", "EDITOR", "USER", "PAGER", "PATH", "SHELL", "MODE", "CDPATH", "REMOTE",
					    "LANG", "VISUAL" };

	for (size_t i = 0; i < sizeof gone / sizeof *gone; i++)
		unsetenv(gone[i]);
	(void)argv;
}

int main(int argc, char **argv)
{
	struct options *made;
	const char *mode;

	(void)argc;
	global_bad();
	field_bad();
	element_bad();
	field_through_a_pointer_bad(&options);
	array_in_a_field_bad();
	out_parameter_bad(&mode);
	by_a_wrapper_bad();
	handed_on_ok();
	inside_the_string_bad();
	allocated_bad(&made);
	copied_ok();
	end_of_number_ok();
	local_ok();
	buffer_ok();
	number_ok();
	not_written_later_bad();
	puts(static_local_bad() ? "yes" : "no");
	read_file_ok(argv);
	puts(static_local_bad() ? "yes" : "no");
	return 0;
}
