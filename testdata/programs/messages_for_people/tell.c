/* Fractions that a person reads between words. */
#include <locale.h>
#include <stdio.h>

static void tell(double seconds, double megabytes)
{
	char text[80];

	snprintf(text, sizeof text, "%.1f MB in %.2f seconds", megabytes, seconds);
	puts(text);
	fprintf(stderr, "took %.1f seconds so far\n", seconds);
}

int main(void)
{
	setlocale(LC_ALL, "");
	tell(1.5, 20.25);
	return 0;
}
