/* Words of a list of pairs end where isspace says so, in a program that adopts the user's locale by a wrapper. */
#include "locale_setup.h"

#include <ctype.h>
#include <stdio.h>

static const char *skip(const char *at)
{
	while (isspace((unsigned char)*at))
		at++;
	return at;
}

static int read_key(const char **at, char *key, int size)
{
	int length = 0;

	for (*at = skip(*at); **at && **at != '='; ++*at) {
		if (isspace((unsigned char)**at))
			break;
		if (length + 1 < size)
			key[length++] = **at;
	}
	key[length] = '\0';
	return length;
}

int main(int argc, char **argv)
{
	char key[40];

	setup_locale();
	for (int i = 1; i < argc; i++) {
		const char *at = argv[i];

		if (read_key(&at, key, sizeof key))
			puts(key);
	}
	return 0;
}
