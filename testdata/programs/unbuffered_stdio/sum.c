#include <stdio.h>

static unsigned long sum(FILE *file)
{
	unsigned long total = 0;
	int c;

	setvbuf(file, NULL, _IONBF, 0);
	while ((c = getc(file)) != EOF)
		total += (unsigned long)c;
	return total;
}

int main(int argc, char **argv)
{
	FILE *file = fopen(argv[argc - 1], "rb");

	return file ? (int)(sum(file) & 1) : 2;
}
