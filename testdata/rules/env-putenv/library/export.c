/* A library: whoever hands the string over may do anything with it. */
#include <stdlib.h>

int tool_export_bad(char *entry);
int tool_enable_bad(void);

int tool_export_bad(char *entry)
{
	return putenv(entry); // expect: env-putenv (note) // expect: env-write-threaded (note)
}

int tool_enable_bad(void)
{
	static char entry[] = "TOOL_ENABLED=1";

	return putenv(entry); // expect: env-write-threaded (note)
}
