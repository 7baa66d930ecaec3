/* Gives the environment what another file made. */
#include <stdlib.h>

int put_bad(char *entry);
int put_ok(char *entry);

int put_bad(char *entry)
{
	return putenv(entry); // expect: env-putenv-automatic
}

int put_ok(char *entry)
{
	return putenv(entry);
}
