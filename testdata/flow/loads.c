/* Which reads are events: of the environment, as far as one function tells. Each line says how many are on it. */
#include <stdlib.h>
#include <string.h>

extern char **environ;

struct node {
	char *text;
	char tag[4];
};

char *ask(const char *name);

int of_getenv(void)
{
	char *value = getenv("A");

	return value && value[0] == 'x'; // loads: 1
}

int behind_a_search(void)
{
	char *at = getenv("B");

	if (at)
		at = strchr(at, ':');
	return at ? at[1] : 0; // loads: 1
}

int of_any_function(void)
{
	return *ask("C"); // loads: 1
}

char *of_environ(void)
{
	return environ[0]; // loads: 2
}

unsigned of_an_array(char **array)
{
	unsigned n = 0;

	while (array[n]) // loads: 1
		n++;
	return n;
}

int of_text_handed_over(const char *text)
{
	return text[0];
}

int of_fields(struct node *node)
{
	return node->text[0] + node->tag[1];
}

int of_fresh_memory(void)
{
	char *copy = strdup("x");

	return copy ? copy[0] : 0;
}

int of_locals(void)
{
	char text[4] = "abc";

	return text[1];
}

unsigned long of_a_length(void)
{
	const char *value = getenv("D");

	return value ? strlen(value) : 0;
}
