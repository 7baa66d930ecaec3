#include <stdio.h>
#include <stdlib.h>

struct theme {
	const char *font;
	int size;
};

static struct theme current;

static void theme_set_font(struct theme *theme, const char *font)
{
	theme->font = font;
}

static void reload(void)
{
	setenv("UI_FONT", current.size > 12 ? "large" : "small", 1);
}

int main(int argc, char **argv)
{
	const char *font = getenv("UI_FONT");

	theme_set_font(&current, font ? font : "fixed");
	current.size = argc > 1 ? atoi(argv[1]) : 10;
	reload();
	printf("%s %d\n", current.font, current.size);
	return 0;
}
