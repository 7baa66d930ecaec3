/* Look-ups in the tables on libc and libraries. */
#include "model/extension.h"
#include "model/table_hash.h"
#include "model/tables.h"

#include <stdlib.h>
#include <string.h>

static const char *const trait_names[] = {
#define TRAIT_NAME(name, text) text,
	TRAIT_LIST(TRAIT_NAME)
#undef TRAIT_NAME
};

const char *trait_name(enum trait trait)
{
	return trait_names[trait];
}

bool trait_parse(const char *name, enum trait *trait)
{
	for (size_t i = 0; i < TRAIT_COUNT; i++)
		if (!strcmp(name, trait_names[i])) {
			*trait = (enum trait)i;
			return true;
		}
	return false;
}

/* The key is the first member of each row, except where `offset` says otherwise. */
struct span {
	const char *rows;
	size_t count, size, offset;
	const uint16_t *slots; /* NULL: none */
	size_t slot_count;
};

#define SPAN(table, member) \
	((struct span){ (const char *)table, table##_count, sizeof *table, \
			(size_t)((const char *)&table[0].member - (const char *)&table[0]), table##_slots, \
			table##_slot_count })

static const char *key_at(const struct span *span, size_t index)
{
	const char *key;

	memcpy(&key, span->rows + index * span->size + span->offset, sizeof key);
	return key;
}

static size_t search(const struct span *span, const char *key)
{
	size_t low = 0, high = span->count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (strcmp(key_at(span, middle), key) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static size_t look_up(const struct span *span, const char *key)
{
	size_t mask = span->slot_count - 1;

	for (size_t at = table_hash(key) & mask; span->slots[at]; at = (at + 1) & mask)
		if (!strcmp(key_at(span, span->slots[at] - 1u), key))
			return span->slots[at] - 1u;
	return span->count;
}

/* The first row with the key, and how many follow with the same. */
static const void *find(const struct span *span, const char *key, size_t *count)
{
	size_t first = span->slots ? look_up(span, key) : search(span, key), last;

	for (last = first; last < span->count && !strcmp(key_at(span, last), key); last++)
		;
	*count = last - first;
	return last > first ? span->rows + first * span->size : NULL;
}

/*
 * The project's own rows. Set once before the first look-up: a hundred places ask
 * by a function's name alone, and what the tables hold is the same for all of them.
 */
static struct span extra_traits, extra_creators;

static int compare_traits(const void *one, const void *other)
{
	const struct model_trait *a = one, *b = other;
	int order = strcmp(a->function, b->function);

	return order ? order : (a->trait > b->trait) - (a->trait < b->trait);
}

static int compare_creators(const void *one, const void *other)
{
	const struct model_thread_creator *a = one, *b = other;

	return strcmp(a->function, b->function);
}

void models_extend(struct arena *arena, const struct model_extension *extension)
{
	struct model_trait *traits = arena_array(arena, struct model_trait, extension->rows.len);
	struct model_thread_creator *creators =
		arena_array(arena, struct model_thread_creator, extension->rows.len);
	size_t trait_count = 0, creator_count = 0;

	for (size_t i = 0; i < extension->rows.len; i++) {
		const struct model_extra *row = &extension->rows.items[i];

		if (row->starts_thread)
			creators[creator_count++] = (struct model_thread_creator){
				.function = row->function, .library = "", .header = "", .entry_arg = (int)row->a,
				.kind = "thread", .notes = ""
			};
		else
			traits[trait_count++] = (struct model_trait){ row->function, row->trait, row->a, row->b };
	}
	if (trait_count)
		qsort(traits, trait_count, sizeof *traits, compare_traits);
	if (creator_count)
		qsort(creators, creator_count, sizeof *creators, compare_creators);
	extra_traits = (struct span){ .rows = (const char *)traits, .count = trait_count, .size = sizeof *traits,
				      .offset = offsetof(struct model_trait, function) };
	extra_creators = (struct span){ .rows = (const char *)creators, .count = creator_count,
					.size = sizeof *creators,
					.offset = offsetof(struct model_thread_creator, function) };
}

bool model_is_extra(const char *function)
{
	size_t count;

	return find(&extra_traits, function, &count) || find(&extra_creators, function, &count);
}

/* Longer than any function's name in the tables. */
#define PLAIN_SIZE 128

/* The plain name behind another spelling of it; false where there is none. */
static bool plain_name(const char *function, char plain[PLAIN_SIZE])
{
	static const char *const prefixes[] = { "__builtin_", "__isoc99_", "__isoc23_" };
	size_t length = strlen(function);

	if (length >= PLAIN_SIZE)
		return false;
	for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
		if (!strncmp(function, prefixes[i], strlen(prefixes[i]))) {
			memcpy(plain, function + strlen(prefixes[i]), length - strlen(prefixes[i]) + 1);
			return true;
		}
	if (length <= 2 || strcmp(function + length - 2, "64"))
		return false;
	memcpy(plain, function, length - 2);
	plain[length - 2] = '\0';
	return true;
}

static const void *find_function(const struct span *span, const char *function, size_t *count)
{
	char plain[PLAIN_SIZE];
	const void *rows = find(span, function, count);

	if (!rows && plain_name(function, plain))
		rows = find(span, plain, count);
	return rows;
}

const struct model_trait *model_traits(const char *function, size_t *count)
{
	const struct model_trait *extra = find(&extra_traits, function, count);

	return extra ? extra : find_function(&SPAN(table_traits, function), function, count);
}

const struct model_trait *model_trait(const char *function, enum trait trait)
{
	size_t count;
	const struct model_trait *rows = model_traits(function, &count);

	for (size_t i = 0; i < count; i++)
		if (rows[i].trait == trait)
			return &rows[i];
	return NULL;
}

bool model_knows(const char *function)
{
	size_t count;

	return model_traits(function, &count) || model_thread_creator(function) || model_libc_safety(function) ||
	       model_env_readers(function, &count) || model_env_mutator(function);
}

const struct model_thread_creator *model_thread_creator(const char *function)
{
	size_t count;
	const struct model_thread_creator *extra = find(&extra_creators, function, &count);

	return extra ? extra : find_function(&SPAN(table_thread_creators, function), function, &count);
}

const struct model_env_reader *model_env_readers(const char *function, size_t *count)
{
	return find_function(&SPAN(table_env_readers, function), function, count);
}

const char *model_env_reader_condition(const char *function, const char *libc)
{
	size_t count;
	const struct model_env_reader_condition *rows =
		find_function(&SPAN(table_env_reader_conditions, function), function, &count);

	for (size_t i = 0; i < count; i++)
		if (!strcmp(rows[i].libc, libc))
			return rows[i].condition;
	return NULL;
}

const struct model_env_mutator *model_env_mutator(const char *function)
{
	size_t count;

	return find_function(&SPAN(table_env_mutators, function), function, &count);
}

/* Fewer letters than these around a <PART> say nothing: `_PORT`. */
#define PATTERN_LEAST 6

/* Whether `<SERVICE>_SERVICE_HOST` or `GLOG_<FLAG>` stands for the name; only what begins or ends with a part is looked at. */
static bool is_pattern_of(const char *pattern, const char *name)
{
	const char *open = strchr(pattern, '<'), *close = strrchr(pattern, '>');
	size_t before, behind, length = strlen(name);

	if (!open || !close || memchr(open + 1, '<', (size_t)(close - open)))
		return false;
	before = (size_t)(open - pattern);
	behind = strlen(close + 1);
	return length > before + behind && (before + behind >= PATTERN_LEAST || strchr(pattern, '_') + 1 == open) &&
	       !strncmp(pattern, name, before) && !strcmp(close + 1, name + length - behind);
}

const struct model_env_consumer *model_env_consumers(const char *variable, size_t *count)
{
	const struct model_env_consumer *rows = find(&SPAN(table_env_consumers, variable), variable, count);

	for (size_t i = 0; !rows && i < table_env_consumers_count; i++)
		if (is_pattern_of(table_env_consumers[i].variable, variable))
			rows = find(&SPAN(table_env_consumers, variable), table_env_consumers[i].variable, count);
	return rows;
}

const struct model_env_semantics *model_env_semantics(size_t *count)
{
	*count = table_env_semantics_count;
	return table_env_semantics;
}

const struct model_ctype_semantics *model_ctype_semantics(const char *libc)
{
	size_t count;

	return find(&SPAN(table_ctype_semantics, libc), libc, &count);
}

const struct model_libc_safety *model_libc_safety(const char *function)
{
	size_t count;

	return find_function(&SPAN(table_libc_safety, function), function, &count);
}
