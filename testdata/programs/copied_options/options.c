#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct options {
	char editor[128];
	char *pager;
	int width;
};

static void load(struct options *o)
{
	const char *editor = getenv("EDITOR"), *pager = getenv("PAGER"), *width = getenv("COLUMNS");

	strncpy(o->editor, editor ? editor : "vi", sizeof o->editor - 1);
	o->pager = pager ? strdup(pager) : NULL;
	o->width = width ? atoi(width) : 80;
}

int main(void)
{
	struct options options = { "", NULL, 0 };

	load(&options);
	unsetenv("EDITOR");
	unsetenv("PAGER");
	setenv("COLUMNS", "132", 1);
	printf("%s %s %d\n", options.editor, options.pager ? options.pager : "more", options.width);
	free(options.pager);
	return 0;
}
