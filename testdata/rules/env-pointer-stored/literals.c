/* Objects that are assigned as a whole. */
#include <stdio.h>
#include <stdlib.h>

struct session {
	const char *home;
	const char *other;
	int uses;
};

static struct session current;

static void whole_bad(void)
{
	current = (struct session){
		.home = getenv("HOME"), // expect: env-pointer-stored
		.uses = 1,
	};
}

static void pointed_bad(struct session *out)
{
	*out = (struct session){ .home = getenv("HOME"), .uses = 2 }; // expect: env-pointer-stored
}

static void turned_ok(void)
{
	current = (struct session){ .home = current.other, .other = current.home, .uses = current.uses + 1 };
}

static int local_ok(void)
{
	struct session mine;

	mine = (struct session){ .home = getenv("HOME"), .uses = 3 };
	return mine.home ? mine.home[0] : mine.uses;
}

int main(void)
{
	int first = local_ok();

	whole_bad();
	turned_ok();
	pointed_bad(&current);
	setenv("HOME", "/", 1);
	printf("%d %s %s\n", first, current.home, current.other);
	return 0;
}
