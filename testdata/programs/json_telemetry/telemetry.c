/* A JSON writer with printf's %f under the user's locale. */
#include <locale.h>
#include <stdio.h>

struct sample {
	const char *name;
	double value;
};

static int append(char *out, size_t room, const struct sample *sample)
{
	return snprintf(out, room, "{\"%s\":%.3f}", sample->name, sample->value);
}

int main(int argc, char **argv)
{
	struct sample sample = { "load", 0.25 };
	char body[100];
	FILE *out;

	setlocale(LC_ALL, "");
	if (argc < 2 || !(out = fopen(argv[1], "w")))
		return 1;
	append(body, sizeof body, &sample);
	fputs(body, out);
	return fclose(out);
}
