/* Local arrays, plain and in disguise. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int filled_array_bad(int level)
{
	char entry[32];

	snprintf(entry, sizeof entry, "LEVEL=%d", level);
	return putenv(entry); // expect: env-putenv-automatic
}

static void initialised_array_bad(void)
{
	char entry[] = "MODE=fast";

	putenv(entry); // expect: env-putenv-automatic
}

static void variable_length_bad(const char *value)
{
	size_t size = strlen(value) + sizeof "VALUE=";
	char entry[size];

	strcpy(entry, "VALUE=");
	strcat(entry, value);
	if (putenv(entry)) // expect: env-putenv-automatic
		abort();
}

static void middle_of_array_bad(const char *value)
{
	char line[64];

	snprintf(line, sizeof line, "export NAME=%s", value);
	putenv(line + 7); // expect: env-putenv-automatic
}

static void first_element_bad(void)
{
	char entries[2][16] = { "A=1", "B=2" };

	putenv(&entries[1][0]); // expect: env-putenv-automatic
}

static void static_array_ok(int level)
{
	static char entry[32];

	snprintf(entry, sizeof entry, "LEVEL=%d", level);
	putenv(entry);
}

static char shared[32] = "SHARED=1";

static void global_array_ok(void)
{
	putenv(shared);
}

static void copied_by_setenv_ok(int level)
{
	char value[16];

	snprintf(value, sizeof value, "%d", level);
	setenv("LEVEL", value, 1);
}

int main(int argc, char **argv)
{
	char entry_of_main[32] = "MAIN=1";

	filled_array_bad(argc);
	initialised_array_bad();
	variable_length_bad(argv[0]);
	middle_of_array_bad(argv[0]);
	first_element_bad();
	static_array_ok(argc);
	global_array_ok();
	copied_by_setenv_ok(argc);
	putenv(entry_of_main);
	return system("env");
}
