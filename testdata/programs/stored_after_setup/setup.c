#include <stdio.h>
#include <stdlib.h>

static struct {
	const char *home, *shell;
} account;

static int drop_privileges(const char *home)
{
	return setenv("HOME", home, 1) || setenv("SHELL", "/bin/sh", 1);
}

static void remember(void)
{
	account.home = getenv("HOME");
	account.shell = getenv("SHELL");
}

int main(int argc, char **argv)
{
	if (argc < 2 || drop_privileges(argv[1]))
		return 1;
	remember();
	printf("%s %s\n", account.home, account.shell);
	return 0;
}
