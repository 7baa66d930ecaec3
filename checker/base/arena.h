/* Memory that is freed all at once: one arena for a run, one for a translation unit, one for a linked program. */
#ifndef SNAG_BASE_ARENA_H
#define SNAG_BASE_ARENA_H

#include <stdarg.h>
#include <stddef.h>

struct arena_block;

/* A zeroed struct arena is an empty one. */
struct arena {
	struct arena_block *last;
	size_t used; /* bytes handed out of `last` */
};

/* A place to return to: everything allocated after it is given back by arena_rewind. */
struct arena_mark {
	struct arena_block *last;
	size_t used;
};

/* Zeroed, aligned for any type. Never NULL: out of memory ends the program. */
void *arena_alloc(struct arena *arena, size_t size);
#define arena_new(arena, type) ((type *)arena_alloc((arena), sizeof(type)))
#define arena_array(arena, type, count) ((type *)arena_alloc((arena), sizeof(type) * (count)))

/* The same with whatever lay there before: for those who fill it. */
void *arena_raw(struct arena *arena, size_t size);

/* A larger copy of `old` (old_size bytes); grown in place where `old` is the newest allocation. */
void *arena_grow(struct arena *arena, void *old, size_t old_size, size_t new_size);

char *arena_strdup(struct arena *arena, const char *text);
char *arena_strdup_any(struct arena *arena, const char *text); /* NULL stays NULL */
char *arena_strndup(struct arena *arena, const char *text, size_t length);
char *arena_printf(struct arena *arena, const char *format, ...) __attribute__((format(printf, 2, 3)));

struct arena_mark arena_mark(const struct arena *arena);
void arena_rewind(struct arena *arena, struct arena_mark mark);

/* Frees everything and leaves an empty arena. */
void arena_release(struct arena *arena);

/* malloc and friends that end the program where there is no memory. */
void *xmalloc(size_t size);
void *xrealloc(void *old, size_t size);
char *xstrdup(const char *text);

#endif
