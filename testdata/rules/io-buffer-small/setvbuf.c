/* Streams whose buffer is made small or taken away. */
#include <stdio.h>

static char tiny[128];
static char large[65536];

static unsigned long tiny_buffer_bad(const char *path)
{
	FILE *in = fopen(path, "r");
	unsigned long count = 0;

	if (!in)
		return 0;
	setvbuf(in, tiny, _IOFBF, sizeof tiny); // expect: io-buffer-small
	while (getc(in) != EOF)
		count++;
	fclose(in);
	return count;
}

static void no_buffer_bad(const char *path)
{
	FILE *out = fopen(path, "w");

	if (!out)
		return;
	setvbuf(out, NULL, _IONBF, 0); // expect: io-buffer-small
	for (int i = 0; path[i]; i++)
		fputc(path[i], out);
	fclose(out);
}

static void large_buffer_ok(const char *path)
{
	FILE *in = fopen(path, "r");

	if (!in)
		return;
	setvbuf(in, large, _IOFBF, sizeof large);
	while (getc(in) != EOF)
		;
	fclose(in);
}

static void own_size_ok(const char *path)
{
	FILE *in = fopen(path, "r");

	if (!in)
		return;
	setvbuf(in, NULL, _IOFBF, 0);
	while (getc(in) != EOF)
		;
	fclose(in);
}

static void screen_ok(const char *text)
{
	setvbuf(stdout, NULL, _IONBF, 0);
	for (; *text; text++)
		putchar(*text);
}

static void once_ok(const char *path)
{
	FILE *out = fopen(path, "w");

	if (!out)
		return;
	setvbuf(out, NULL, _IONBF, 0);
	fputs("done\n", out);
	fclose(out);
}

static long by_setbuf_bad(const char *path)
{
	FILE *in = fopen(path, "r");
	long sum = 0;
	int c;

	if (!in)
		return 0;
	setbuf(in, NULL); // expect: io-buffer-small
	while ((c = getc(in)) != EOF)
		sum += c;
	fclose(in);
	return sum;
}

static long usual_by_setbuf_ok(const char *path)
{
	static char buffer[BUFSIZ];
	FILE *in = fopen(path, "r");
	long sum = 0;
	int c;

	if (!in)
		return 0;
	setbuf(in, buffer);
	while ((c = getc(in)) != EOF)
		sum += c;
	fclose(in);
	return sum;
}

static void small_pieces_of_stdio_ok(FILE *in)
{
	char piece[16];

	while (fread(piece, 1, sizeof piece, in) > 0)
		;
}

int main(int argc, char **argv)
{
	(void)argc;
	no_buffer_bad(argv[2]);
	large_buffer_ok(argv[1]);
	own_size_ok(argv[1]);
	screen_ok(argv[0]);
	once_ok(argv[2]);
	small_pieces_of_stdio_ok(stdin);
	return tiny_buffer_bad(argv[1]) + by_setbuf_bad(argv[1]) + usual_by_setbuf_ok(argv[1]) > 0;
}
