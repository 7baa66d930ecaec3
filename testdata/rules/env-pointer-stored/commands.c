/* A process runs one command of a table; and what only a guessed call leads to is a note. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *tree, *shell, *pager;
static void (*at_death)(void);

static void die_ok(void)
{
	if (at_death)
		at_death();
	exit(1);
}

static void forget_ok(void)
{
	unsetenv("SHELL");
}

static void forget_and_exit_ok(void)
{
	puts(shell ? shell : "");
	forget_ok();
	exit(2);
}

static void just_exit_ok(void)
{
	exit(3);
}

static int clone_bad(int argc)
{
	tree = getenv("TREE"); // expect: env-pointer-stored (note)
	if (argc > 3)
		die_ok();
	return puts(tree ? tree : "");
}

static int compare_ok(int argc)
{
	at_death = just_exit_ok;
	return setenv("TREE", argc > 2 ? "x" : "y", 1);
}

static int sh_bad(int argc)
{
	at_death = forget_and_exit_ok;
	shell = getenv("SHELL"); // expect: env-pointer-stored (note)
	if (argc > 3)
		die_ok();
	return 0;
}

static int view_bad(int argc)
{
	pager = getenv("PAGER"); // expect: env-pointer-stored
	if (argc > 2)
		unsetenv("PAGER");
	return puts(pager ? pager : "");
}

static const struct {
	const char *name;
	int (*run)(int argc);
} commands[] = { { "clone", clone_bad }, { "compare", compare_ok }, { "sh", sh_bad }, { "view", view_bad } };

int main(int argc, char **argv)
{
	for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
		if (argc > 1 && !strcmp(argv[1], commands[i].name))
			exit(commands[i].run(argc));
	return 1;
}
