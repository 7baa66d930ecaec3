/* Standard input: answers of a person who is asked, and data that is piped in. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int ask_number_ok(void)
{
	int number = 0;

	while (number <= 0) {
		char answer[16];
		ssize_t n;

		printf("How many? ");
		fflush(stdout);
		n = read(fileno(stdin), answer, sizeof answer - 1);
		if (n <= 0)
			continue;
		answer[n] = '\0';
		number = atoi(answer);
	}
	return number;
}

static void ask_name_ok(char *name)
{
	for (;;) {
		ssize_t n;

		fputs("Name: ", stdout);
		fflush(stdout);
		n = read(STDIN_FILENO, name, 200);
		if (n > 1)
			break;
	}
}

static size_t take_all_bad(char *text, size_t room)
{
	char piece[512];
	size_t used = 0;
	ssize_t n;

	while ((n = read(fileno(stdin), piece, sizeof piece)) > 0) { // expect: io-buffer-small
		if (used + (size_t)n > room)
			break;
		memcpy(text + used, piece, (size_t)n);
		used += (size_t)n;
	}
	return used;
}

int main(void)
{
	static char name[200], text[100000];

	ask_name_ok(name);
	return (int)take_all_bad(text, sizeof text) + ask_number_ok();
}
