/* Joins the records of compiles and links. */
#include "driver/build.h"

#include "base/files.h"
#include "base/hash.h"
#include "driver/archive.h"
#include "model/facts.h"

#include <string.h>

#define NO_UNIT UINT32_MAX

/* Objects of one file name: for archives, which keep no more of a path. */
struct same_name {
	uint32_t compile;
	uint32_t next; /* 1 + index of the next one; 0: none */
};

struct joining {
	struct arena *arena;
	const struct spool *spool;
	const struct spool_records *records;
	const char *root;
	bool *gone;                 /* [compile] its source is */
	uint32_t *unit_of;          /* [compile] the unit, or NO_UNIT while nobody wants it */
	VEC(uint32_t) compile_of;   /* [unit] the first of its compiles */
	struct names objects;       /* paths */
	VEC(uint32_t) object_compile;
	struct names base_names;
	VEC(uint32_t) first_of_name; /* [base name] 1 + index into same_names */
	VEC(struct same_name) same_names;
	struct names outputs;       /* of links, in the order of the records */
};

/* --- who is who -------------------------------------------------------------------- */

static void index_object(struct joining *j, uint32_t compile)
{
	const char *object = j->records->compiles.items[compile]->object;
	size_t known = j->objects.len;
	uint32_t name;

	if (!object[0] || names_add(&j->objects, object) != known)
		return;
	vec_push(j->arena, &j->object_compile, compile);
	known = j->base_names.len;
	name = names_add(&j->base_names, path_base(object));
	if (name == known)
		vec_push(j->arena, &j->first_of_name, 0);
	vec_push(j->arena, &j->same_names, (struct same_name){ compile, j->first_of_name.items[name] });
	j->first_of_name.items[name] = (uint32_t)j->same_names.len;
}

static void index_records(struct joining *j)
{
	j->unit_of = arena_array(j->arena, uint32_t, j->records->compiles.len);
	j->gone = arena_array(j->arena, bool, j->records->compiles.len);
	for (uint32_t i = 0; i < j->records->compiles.len; i++) {
		j->unit_of[i] = NO_UNIT;
		j->gone[i] = !file_exists(j->records->compiles.items[i]->file);
		if (!j->gone[i])
			index_object(j, i);
	}
	for (size_t i = 0; i < j->records->links.len; i++)
		names_add(&j->outputs, j->records->links.items[i]->output);
}

/* Sorted as the compiles are, those of one unit lie together. */
static bool same_unit(const Spool__Compile *a, const Spool__Compile *b)
{
	return !strcmp(a->file, b->file) && !strcmp(a->configuration, b->configuration);
}

static uint32_t unit_of(struct joining *j, uint32_t compile)
{
	Spool__Compile *const *all = j->records->compiles.items;
	uint32_t first = compile;

	while (first && same_unit(all[first - 1], all[compile]))
		first--;
	if (j->unit_of[first] == NO_UNIT) {
		j->unit_of[first] = (uint32_t)j->compile_of.len;
		vec_push(j->arena, &j->compile_of, first);
	}
	return j->unit_of[first];
}

/* --- what a link takes -------------------------------------------------------------- */

struct members {
	VEC(uint32_t) units, archived;
	struct names seen; /* files that were looked at: libraries may name each other */
};

static uint32_t object_named(const struct joining *j, const char *path)
{
	uint32_t name = names_find(&j->objects, path);

	return name == NAMES_NONE ? NO_UNIT : j->object_compile.items[name];
}

static bool same_content(const Spool__Compile *compile, const struct archive_member *member)
{
	char hex[HASH_HEX_SIZE];

	if (!member->bytes || compile->object_size != member->size)
		return false;
	hash_content(member->bytes, (size_t)member->size, hex);
	return !strcmp(hex, compile->object_content);
}

/* The object that a member was, or NO_UNIT. One of its name that is the only one may have been changed since, by strip(1). */
static uint32_t object_of_member(const struct joining *j, const struct archive_member *member)
{
	uint32_t name = names_find(&j->base_names, path_base(member->name)), only = NO_UNIT;
	size_t count = 0;

	for (uint32_t i = name == NAMES_NONE ? 0 : j->first_of_name.items[name]; i; i = j->same_names.items[i - 1].next) {
		only = j->same_names.items[i - 1].compile;
		if (same_content(j->records->compiles.items[only], member))
			return only;
		count++;
	}
	return count == 1 ? only : NO_UNIT;
}

static void add_archive(struct joining *j, const char *path, struct members *members)
{
	struct arena content = { 0 };
	struct archive archive;

	if (!archive_read(&content, path, &archive, NULL))
		archive.members.len = 0;
	for (size_t i = 0; i < archive.members.len; i++) {
		const struct archive_member *member = &archive.members.items[i];
		uint32_t compile = archive.thin ? object_named(j, member->name) : object_of_member(j, member);

		if (compile != NO_UNIT)
			vec_push(j->arena, &members->archived, unit_of(j, compile));
	}
	arena_release(&content);
}

static uint32_t compile_of_source(const struct joining *j, const char *file, const char *configuration)
{
	for (uint32_t i = 0; i < j->records->compiles.len; i++)
		if (!j->gone[i] && !strcmp(j->records->compiles.items[i]->file, file) &&
		    !strcmp(j->records->compiles.items[i]->configuration, configuration))
			return i;
	return NO_UNIT;
}

/* A link's own members, and those of what it links that this build linked before: todo holds indices of links. */
static void add_inputs(struct joining *j, const Spool__Link *link, struct members *members, struct names *todo)
{
	for (size_t i = 0; i < link->n_sources; i++) {
		uint32_t compile = compile_of_source(j, link->sources[i], link->configurations[i]);

		if (compile != NO_UNIT)
			vec_push(j->arena, &members->units, unit_of(j, compile));
	}
	for (size_t i = 0; i < link->n_inputs; i++) {
		const char *input = link->inputs[i];
		uint32_t compile = object_named(j, input);
		size_t known = members->seen.len;

		if (names_add(&members->seen, input) != known)
			continue;
		if (compile != NO_UNIT)
			vec_push(j->arena, &members->units, unit_of(j, compile));
		else if (names_find(&j->outputs, input) != NAMES_NONE)
			names_add(todo, input);
		else
			add_archive(j, input, members);
	}
}

static void collect_members(struct joining *j, const Spool__Link *link, struct members *members)
{
	struct names todo = { 0 };

	add_inputs(j, link, members, &todo);
	for (size_t i = 0; i < todo.len; i++) {
		uint32_t index = names_find(&j->outputs, todo.texts[i]);

		add_inputs(j, j->records->links.items[index], members, &todo);
	}
	names_release(&todo);
	names_release(&members->seen);
}

static void add_link(struct joining *j, const Spool__Link *link, struct build *build)
{
	struct members members = { 0 };
	struct linked linked = { .name = path_below(j->root, link->output) };

	collect_members(j, link, &members);
	linked.kind = link->kind == SPOOL__LINK_KIND__LINK_SHARED ? "shared" : "exe";
	linked.units = members.units.items;
	linked.unit_count = members.units.len;
	linked.archived = members.archived.items;
	linked.archived_count = members.archived.len;
	if (linked.unit_count || linked.archived_count)
		vec_push(j->arena, &build->linked, linked);
}

/* --- units ---------------------------------------------------------------------------- */

static Fact__Status status_named(const char *name)
{
	for (int status = FACT__STATUS__STATUS_OK; status <= FACT__STATUS__STATUS_CRASHED; status++)
		if (!strcmp(name, facts_status_name((Fact__Status)status)))
			return (Fact__Status)status;
	return FACT__STATUS__STATUS_CRASHED;
}

static void read_unit(struct joining *j, const Spool__Compile *compile, struct check_unit *unit, Fact__Unit **facts)
{
	struct err err = { 0 };

	*unit = (struct check_unit){ .file = compile->file, .configuration = compile->configuration,
				     .note = compile->note, .status = status_named(compile->status), .ms = compile->ms,
				     .cached = compile->cached };
	if (compile->facts[0] && facts_read(j->arena, spool_facts_path(j->arena, j->spool, compile->facts), facts, &err)) {
		check_unit_count(unit, *facts);
		return;
	}
	if (compile->facts[0]) {
		unit->status = FACT__STATUS__STATUS_CRASHED;
		unit->note = arena_strdup(j->arena, err.text);
	}
	*facts = arena_new(j->arena, Fact__Unit);
	facts_init_failed(*facts, compile->file, unit->status, unit->note);
	(*facts)->configuration = compile->configuration;
	unit->facts = *facts;
}

static void read_units(struct joining *j, struct scanned *scanned)
{
	scanned->count = j->compile_of.len;
	scanned->units = arena_array(j->arena, struct check_unit, scanned->count);
	scanned->facts = arena_array(j->arena, Fact__Unit *, scanned->count);
	for (size_t i = 0; i < scanned->count; i++)
		read_unit(j, j->records->compiles.items[j->compile_of.items[i]], &scanned->units[i],
			  &scanned->facts[i]);
}

/* Every unit whose source is still there, in the order of the records: numbered before any link is looked at. */
static void want_all(struct joining *j)
{
	for (uint32_t i = 0; i < j->records->compiles.len; i++)
		if (!j->gone[i])
			unit_of(j, i);
}

void build_read(struct arena *arena, const struct spool *spool, const struct spool_records *records, const char *root,
		const char *only, struct build *build)
{
	struct joining j = { .arena = arena, .spool = spool, .records = records, .root = root };

	*build = (struct build){ 0 };
	index_records(&j);
	if (!only)
		want_all(&j);
	for (size_t i = 0; i < records->links.len; i++) {
		const Spool__Link *link = records->links.items[i];

		if (link->kind != SPOOL__LINK_KIND__LINK_RELOCATABLE && (!only || !strcmp(only, link->output)))
			add_link(&j, link, build);
	}
	read_units(&j, &build->scanned);
	names_release(&j.objects);
	names_release(&j.base_names);
	names_release(&j.outputs);
}

void build_expect(struct arena *arena, struct build *build, const struct commands *commands)
{
	struct scanned *scanned = &build->scanned;
	size_t known = scanned->count, room = known + commands->all.len;
	struct check_unit *units = arena_array(arena, struct check_unit, room);
	Fact__Unit **facts = arena_array(arena, Fact__Unit *, room);
	struct names files = { 0 };

	for (size_t i = 0; i < known; i++) {
		units[i] = scanned->units[i];
		facts[i] = scanned->facts[i];
		names_add(&files, units[i].file);
	}
	for (size_t i = 0; i < commands->all.len; i++) {
		const struct command *command = &commands->all.items[i];
		struct check_unit *unit = &units[scanned->count];

		if (names_find(&files, command->file) != NAMES_NONE)
			continue;
		names_add(&files, command->file);
		*unit = (struct check_unit){ .file = command->file, .configuration = command->configuration, .note = "no record of it",
					     .status = FACT__STATUS__STATUS_FAILED, .skipped = true };
		facts[scanned->count] = arena_new(arena, Fact__Unit);
		facts_init_failed(facts[scanned->count], unit->file, unit->status, unit->note);
		facts[scanned->count]->configuration = arena_strdup(arena, command->configuration);
		unit->facts = facts[scanned->count++];
	}
	scanned->units = units;
	scanned->facts = facts;
	names_release(&files);
}
