#include <stdio.h>

void start_locale(const char *name);

static void circle(FILE *out, double x, double y)
{
	fprintf(out, "<circle cx=\"%g\" cy=\"%g\" r=\"2\"/>\n", x, y);
}

int main(void)
{
	start_locale("");
	circle(stdout, 1.5, 2.5);
	return 0;
}
