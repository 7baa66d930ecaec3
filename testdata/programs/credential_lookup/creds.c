#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct credentials {
	const char *user, *secret;
};

static const char *take(const char *name)
{
	const char *value = getenv(name);

	if (value && *value == '\0')
		return NULL;
	return value;
}

static int login(const struct credentials *c)
{
	return printf("%s:%zu\n", c->user, strlen(c->secret)) < 0;
}

int main(void)
{
	struct credentials c;
	const char *user = take("DB_USER"), *secret = take("DB_SECRET");

	if (!user || !secret)
		return 1;
	unsetenv("DB_SECRET");
	c.user = user;
	c.secret = secret;
	return login(&c);
}
