/* What an option names may be that very variable. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *folder;
static const char *verbose;

static void begin_bad(void)
{
	folder = getenv("TOOL_FOLDER"); // expect: env-pointer-stored
	verbose = getenv("TOOL_VERBOSE"); // expect: env-pointer-stored
}

static void set_ok(char *pair)
{
	char *equals = strchr(pair, '=');

	if (!equals)
		return;
	*equals = '\0';
	setenv(pair, equals + 1, 1);
}

static void default_ok(void)
{
	setenv("TOOL_VERBOSE", "1", 0);
}

int main(int argc, char **argv)
{
	begin_bad();
	default_ok();
	for (int i = 1; i < argc; i++)
		set_ok(argv[i]);
	printf("%s %s\n", folder ? folder : ".", verbose ? verbose : "");
	return 0;
}
