/* Arenas: blocks in a list, the newest in front; nothing is freed singly. */
#include "base/arena.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Large enough that a usual translation unit needs a handful of blocks, small enough to waste little on a tiny one. */
#define ARENA_BLOCK_SIZE ((size_t)64 * 1024)
#define ARENA_ALIGN _Alignof(max_align_t)

struct arena_block {
	struct arena_block *before;
	size_t size;
	_Alignas(max_align_t) unsigned char bytes[];
};

static _Noreturn void out_of_memory(void)
{
	fputs("snag: out of memory\n", stderr);
	abort();
}

void *xmalloc(size_t size)
{
	void *p = malloc(size ? size : 1);

	if (!p)
		out_of_memory();
	return p;
}

void *xrealloc(void *old, size_t size)
{
	void *p = realloc(old, size ? size : 1);

	if (!p)
		out_of_memory();
	return p;
}

char *xstrdup(const char *text)
{
	size_t size = strlen(text) + 1;

	return memcpy(xmalloc(size), text, size);
}

static size_t rounded(size_t size)
{
	if (size > SIZE_MAX - ARENA_ALIGN)
		out_of_memory();
	return (size + ARENA_ALIGN - 1) / ARENA_ALIGN * ARENA_ALIGN;
}

static void add_block(struct arena *arena, size_t least)
{
	size_t size = least > ARENA_BLOCK_SIZE ? least : ARENA_BLOCK_SIZE;
	struct arena_block *block = xmalloc(sizeof *block + size);

	block->before = arena->last;
	block->size = size;
	arena->last = block;
	arena->used = 0;
}

void *arena_raw(struct arena *arena, size_t size)
{
	void *p;

	size = rounded(size ? size : 1);
	if (!arena->last || arena->last->size - arena->used < size)
		add_block(arena, size);
	p = arena->last->bytes + arena->used;
	arena->used += size;
	return p;
}

void *arena_alloc(struct arena *arena, size_t size)
{
	return memset(arena_raw(arena, size), 0, size);
}

void *arena_grow(struct arena *arena, void *old, size_t old_size, size_t new_size)
{
	size_t was = rounded(old_size ? old_size : 1);
	unsigned char *p;

	if (old && arena->last && (unsigned char *)old + was == arena->last->bytes + arena->used) {
		size_t more = rounded(new_size) - was;

		if (arena->last->size - arena->used >= more) {
			memset(arena->last->bytes + arena->used, 0, more);
			arena->used += more;
			return old;
		}
	}
	p = arena_raw(arena, new_size);
	if (old_size)
		memcpy(p, old, old_size);
	memset(p + old_size, 0, new_size - old_size);
	return p;
}

char *arena_strndup(struct arena *arena, const char *text, size_t length)
{
	char *copy = arena_alloc(arena, length + 1);

	if (length)
		memcpy(copy, text, length);
	return copy;
}

char *arena_strdup(struct arena *arena, const char *text)
{
	return arena_strndup(arena, text, strlen(text));
}

char *arena_strdup_any(struct arena *arena, const char *text)
{
	return text ? arena_strdup(arena, text) : NULL;
}

char *arena_printf(struct arena *arena, const char *format, ...)
{
	va_list args;
	char *text;
	int length;

	va_start(args, format);
	length = vsnprintf(NULL, 0, format, args);
	va_end(args);
	text = arena_alloc(arena, (size_t)length + 1);
	va_start(args, format);
	vsnprintf(text, (size_t)length + 1, format, args);
	va_end(args);
	return text;
}

struct arena_mark arena_mark(const struct arena *arena)
{
	return (struct arena_mark){ arena->last, arena->used };
}

void arena_rewind(struct arena *arena, struct arena_mark mark)
{
	while (arena->last != mark.last) {
		struct arena_block *before = arena->last->before;

		free(arena->last);
		arena->last = before;
	}
	arena->used = mark.used;
}

void arena_release(struct arena *arena)
{
	arena_rewind(arena, (struct arena_mark){ NULL, 0 });
}
