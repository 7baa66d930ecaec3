/* Compares files by size and time, and by content where these don't tell. */
#include "cache/inputs.h"

#include "base/files.h"
#include "base/hash.h"

#include <string.h>
#include <sys/stat.h>

static int64_t mtime_of(const struct stat *st)
{
	return (int64_t)st->st_mtim.tv_sec * 1000000000 + st->st_mtim.tv_nsec;
}

static struct input_state *state_of(struct inputs *inputs, const char *path)
{
	size_t known = inputs->paths.len;
	uint32_t id = names_add(&inputs->paths, path);
	struct stat st;

	if (id == known) {
		struct input_state state = { 0 };

		state.exists = stat(path, &st) == 0 && S_ISREG(st.st_mode);
		if (state.exists) {
			state.size = (uint64_t)st.st_size;
			state.mtime = mtime_of(&st);
		}
		hvec_push(&inputs->states, state);
	}
	return &inputs->states.items[id];
}

static bool same_content(struct input_state *state, const Cached__Input *input)
{
	struct arena content = { 0 };
	size_t length;
	char *bytes;

	if (!state->content[0] && file_read(&content, input->path, 0, &bytes, &length, NULL))
		hash_content(bytes, length, state->content);
	arena_release(&content);
	return !strcmp(state->content, input->content);
}

const char *inputs_changed(struct inputs *inputs, Cached__Entry *entry)
{
	bool touched = false;

	for (size_t i = 0; i < entry->n_inputs; i++) {
		Cached__Input *input = entry->inputs[i];
		struct input_state *state = state_of(inputs, input->path);

		if (!state->exists || state->size != input->size)
			return input->path;
		if (input->mtime && state->mtime == input->mtime)
			continue;
		if (!same_content(state, input))
			return input->path;
		input->mtime = state->mtime;
		touched = true;
	}
	inputs->touched |= touched;
	return NULL;
}

void inputs_release(struct inputs *inputs)
{
	names_release(&inputs->paths);
	hvec_free(&inputs->states);
}

/* Coarse clocks of file systems: within this time of the scan's start, the time of a file says nothing. */
#define TIME_GRAIN ((int64_t)2000000000)

Cached__Entry *inputs_of(struct arena *arena, const Fact__Unit *facts, int64_t started)
{
	Cached__Entry *entry = arena_new(arena, Cached__Entry);

	cached__entry__init(entry);
	entry->inputs = arena_array(arena, Cached__Input *, facts->n_files);
	for (size_t i = 0; i < facts->n_files; i++) {
		Cached__Input *input = arena_new(arena, Cached__Input);
		struct stat st;

		cached__input__init(input);
		input->path = facts->files[i]->path;
		input->content = facts->files[i]->content_hash;
		if (stat(input->path, &st) == 0) {
			input->size = (uint64_t)st.st_size;
			if (mtime_of(&st) < started - TIME_GRAIN)
				input->mtime = mtime_of(&st);
		}
		entry->inputs[entry->n_inputs++] = input;
	}
	return entry;
}
