#include <stdlib.h>
#include <string.h>
#include <stdio.h>

/* The token's string goes with its variable. */
struct opts {
	const char *token;
};

static void parse(struct opts *o)
{
	o->token = getenv("API_TOKEN");
	unsetenv("API_TOKEN");
}

int main(void)
{
	struct opts o;
	parse(&o);
	puts(o.token);
	return system("env");
}
