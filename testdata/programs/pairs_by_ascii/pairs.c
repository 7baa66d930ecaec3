/* The same reader with tests of its own that know ASCII alone. */
#include <locale.h>
#include <stdio.h>

static int is_space(unsigned char c)
{
	return c == ' ' || (c >= '\t' && c <= '\r');
}

int main(int argc, char **argv)
{
	setlocale(LC_ALL, "");
	for (int i = 1; i < argc; i++) {
		const char *at = argv[i];

		while (is_space((unsigned char)*at))
			at++;
		puts(at);
	}
	return 0;
}
