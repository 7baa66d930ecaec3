/* A terminal program sets the locale for its screen; its state file is for itself. */
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>

struct state {
	double zoom, x;
};

static int load(struct state *state, const char *path)
{
	FILE *file = fopen(path, "r");
	int ok;

	if (!file)
		return -1;
	ok = fscanf(file, "zoom %lf x %lf", &state->zoom, &state->x) == 2;
	fclose(file);
	return ok ? 0 : -1;
}

static int save(const struct state *state, const char *path)
{
	FILE *file = fopen(path, "w");

	if (!file)
		return -1;
	fprintf(file, "zoom %f x %f\n", state->zoom, state->x);
	return fclose(file);
}

static void init_screen(void)
{
	if (setlocale(LC_ALL, "") == NULL)
		fputs("no locale\n", stderr);
}

int main(void)
{
	struct state state = { 1, 0 };

	init_screen();
	load(&state, "state");
	state.zoom *= 2;
	return save(&state, "state");
}
