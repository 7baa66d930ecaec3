/* Turns the tables of rules/models (CSV) into sorted C arrays with a hash index: table_gen FOLDER OUTPUT. */
#include "../checker/model/models.h"
#include "../checker/model/table_hash.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_COLUMNS 16

enum column_kind { COLUMN_KEY, COLUMN_TEXT, COLUMN_NUMBER, COLUMN_BOOL, COLUMN_TRAIT };

/* A column of a file that becomes a member of a struct; the file's other columns are for people. */
struct column {
	const char *name, *member;
	enum column_kind kind;
};

struct table {
	const char *file, *type, *array;
	struct column columns[MAX_COLUMNS]; /* the key first */
};

static const struct table tables[] = {
	{ "functions.csv",
	  "model_trait",
	  "table_traits",
	  { { "function", "function", COLUMN_KEY },
	    { "trait", "trait", COLUMN_TRAIT },
	    { "a", "a", COLUMN_NUMBER },
	    { "b", "b", COLUMN_NUMBER } } },
	{ "thread-creators.csv",
	  "model_thread_creator",
	  "table_thread_creators",
	  { { "function", "function", COLUMN_KEY },
	    { "library", "library", COLUMN_TEXT },
	    { "header", "header", COLUMN_TEXT },
	    { "entry_arg", "entry_arg", COLUMN_NUMBER },
	    { "kind", "kind", COLUMN_TEXT },
	    { "notes", "notes", COLUMN_TEXT } } },
	{ "env-readers-libc.csv",
	  "model_env_reader",
	  "table_env_readers",
	  { { "function", "function", COLUMN_KEY },
	    { "libc", "libc", COLUMN_TEXT },
	    { "variables", "variables", COLUMN_TEXT } } },
	{ "env-readers-conditions.csv",
	  "model_env_reader_condition",
	  "table_env_reader_conditions",
	  { { "function", "function", COLUMN_KEY },
	    { "libc", "libc", COLUMN_TEXT },
	    { "condition", "condition", COLUMN_TEXT } } },
	{ "env-mutators.csv",
	  "model_env_mutator",
	  "table_env_mutators",
	  { { "function", "function", COLUMN_KEY },
	    { "component", "component", COLUMN_TEXT },
	    { "effect", "effect", COLUMN_TEXT },
	    { "condition", "condition", COLUMN_TEXT } } },
	{ "env-consumers.csv",
	  "model_env_consumer",
	  "table_env_consumers",
	  { { "variable", "variable", COLUMN_KEY },
	    { "component", "component", COLUMN_TEXT },
	    { "read_by", "read_by", COLUMN_TEXT },
	    { "explicit_alternative", "explicit_alternative", COLUMN_TEXT },
	    { "cached", "cached", COLUMN_BOOL } } },
	{ "env-semantics.csv",
	  "model_env_semantics",
	  "table_env_semantics",
	  { { "libc", "libc", COLUMN_KEY },
	    { "versions", "versions", COLUMN_TEXT },
	    { "setenv_frees_old_value", "setenv_frees_old_value", COLUMN_TEXT },
	    { "setenv_changes_old_value", "setenv_changes_old_value", COLUMN_TEXT },
	    { "getenv_locks_or_lockfree_safe", "getenv_safe", COLUMN_TEXT },
	    { "array_resize_can_crash_getenv", "array_resize_can_crash_getenv", COLUMN_TEXT },
	    { "putenv_aliases_caller_memory", "putenv_aliases", COLUMN_TEXT },
	    { "environ_direct_access_safe", "environ_safe", COLUMN_TEXT },
	    { "notes", "notes", COLUMN_TEXT } } },
	{ "ctype-semantics.csv",
	  "model_ctype_semantics",
	  "table_ctype_semantics",
	  { { "libc", "libc", COLUMN_KEY },
	    { "space_high", "space_high", COLUMN_BOOL },
	    { "class_high", "class_high", COLUMN_BOOL },
	    { "turkish", "turkish", COLUMN_BOOL } } },
	{ "libc-safety.csv",
	  "model_libc_safety",
	  "table_libc_safety",
	  { { "function", "function", COLUMN_KEY },
	    { "mt", "mt", COLUMN_TEXT },
	    { "mt_remarks", "mt_remarks", COLUMN_TEXT },
	    { "as", "as", COLUMN_TEXT },
	    { "as_remarks", "as_remarks", COLUMN_TEXT } } },
};

/* One entry of a table: a key and the values of the other columns, in the table's order. */
struct row {
	char *values[MAX_COLUMNS];
	size_t line;
};

struct rows {
	struct row *items;
	size_t len, cap;
};

static _Noreturn __attribute__((format(printf, 3, 4))) void fail(const char *file, size_t line, const char *format, ...)
{
	va_list args;

	fprintf(stderr, "%s:%zu: ", file, line);
	va_start(args, format);
	vfprintf(stderr, format, args);
	va_end(args);
	fputc('\n', stderr);
	exit(1);
}

/* This program lives for one build step: what it allocates is never given back. */
static void *resized(void *old, size_t size)
{
	void *memory = realloc(old, size);

	if (!memory)
		fail("table_gen", 0, "out of memory");
	return memory;
}

static char *trimmed(char *text)
{
	size_t length;

	text += strspn(text, " ");
	length = strlen(text);
	while (length && text[length - 1] == ' ')
		text[--length] = '\0';
	return text;
}

/* Cuts a line at its commas, in place. */
static size_t split(char *line, char *fields[MAX_COLUMNS])
{
	size_t count = 0;

	for (char *at = line; at && count < MAX_COLUMNS; count++) {
		char *comma = strchr(at, ',');

		if (comma)
			*comma = '\0';
		fields[count] = trimmed(at);
		at = comma ? comma + 1 : NULL;
		if (at && count + 1 == MAX_COLUMNS)
			return MAX_COLUMNS + 1;
	}
	return count;
}

/* Where each column of the table stands in the file, by the header line. */
static void find_columns(const char *file, const struct table *table, char *fields[], size_t count, size_t where[])
{
	for (size_t c = 0; c < MAX_COLUMNS && table->columns[c].name; c++) {
		for (where[c] = 0; where[c] < count; where[c]++)
			if (!strcmp(fields[where[c]], table->columns[c].name))
				break;
		if (where[c] == count)
			fail(file, 1, "no column '%s'", table->columns[c].name);
	}
}

static void add_row(struct rows *rows, const struct row *row)
{
	if (rows->len == rows->cap) {
		rows->cap = rows->cap ? rows->cap * 2 : 256;
		rows->items = resized(rows->items, rows->cap * sizeof *rows->items);
	}
	rows->items[rows->len++] = *row;
}

/* "a; b (when)" stands for a and b; what stands in <…> as a whole is no function. */
static void add_keys(const char *file, struct rows *rows, struct row *row, char *keys)
{
	if (keys[0] == '<' && strchr(keys, '>') == keys + strlen(keys) - 1)
		return;
	for (char *at = keys, *next; at; at = next) {
		next = strchr(at, ';');
		if (next)
			*next++ = '\0';
		if (strstr(at, " ("))
			*strstr(at, " (") = '\0';
		row->values[0] = trimmed(at);
		if (!row->values[0][0])
			fail(file, row->line, "an empty name");
		add_row(rows, row);
	}
}

static void read_line(const char *file, const struct table *table, char *line, size_t number, const size_t where[],
		      size_t width, struct rows *rows)
{
	char *fields[MAX_COLUMNS];
	struct row row = { .line = number };
	size_t count = split(line, fields);

	if (count != width)
		fail(file, number, "%zu columns where the header has %zu", count, width);
	for (size_t c = 0; c < MAX_COLUMNS && table->columns[c].name; c++)
		row.values[c] = fields[where[c]];
	if (!row.values[0][0])
		fail(file, number, "the column '%s' is empty", table->columns[0].name);
	add_keys(file, rows, &row, row.values[0]);
}

static void read_table(const char *folder, const struct table *table, struct rows *rows)
{
	char file[4096];
	char *line = NULL, *fields[MAX_COLUMNS];
	size_t size = 0, where[MAX_COLUMNS], width = 0, number = 0;
	ssize_t length;
	FILE *in;

	if ((size_t)snprintf(file, sizeof file, "%s/%s", folder, table->file) >= sizeof file)
		fail(table->file, 0, "the folder's name is too long");
	in = fopen(file, "r");
	if (!in)
		fail(file, 0, "%s", strerror(errno));
	while ((length = getline(&line, &size, in)) >= 0) {
		number++;
		if (strlen(line) != (size_t)length)
			fail(file, number, "a NUL byte");
		line[strcspn(line, "\r\n")] = '\0';
		if (strchr(line, '"'))
			fail(file, number, "quotes aren't known here");
		if (number == 1) {
			width = split(line, fields);
			find_columns(file, table, fields, width, where);
		} else if (line[0]) {
			read_line(file, table, line, number, where, width, rows);
		}
		line = NULL; /* rows point into it */
		size = 0;
	}
	if (ferror(in))
		fail(file, number, "%s", strerror(errno));
	fclose(in);
	if (!number)
		fail(file, 1, "no header line");
}

static int by_key(const void *a, const void *b)
{
	const struct row *left = a, *right = b;
	int order = strcmp(left->values[0], right->values[0]);

	return order ? order : (left->line > right->line) - (left->line < right->line);
}

static void refuse_doubles(const char *file, const struct table *table, const struct rows *rows)
{
	for (size_t i = 1; i < rows->len; i++) {
		const struct row *row = &rows->items[i];

		for (size_t j = i; j-- && !strcmp(rows->items[j].values[0], row->values[0]);) {
			bool same = true;

			for (size_t c = 1; c < MAX_COLUMNS && table->columns[c].name; c++)
				same = same && !strcmp(rows->items[j].values[c], row->values[c]);
			if (same)
				fail(file, row->line, "'%s' stands in line %zu already", row->values[0],
				     rows->items[j].line);
		}
	}
}

static const char *trait_enum(const char *file, const struct row *row, const char *text)
{
	static const char *const names[][2] = {
#define TRAIT_ROW(name, trait) { trait, "TRAIT_" #name },
		TRAIT_LIST(TRAIT_ROW)
#undef TRAIT_ROW
	};

	for (size_t i = 0; i < TRAIT_COUNT; i++)
		if (!strcmp(names[i][0], text))
			return names[i][1];
	fail(file, row->line, "no trait '%s'", text);
}

static long long parsed_number(const char *file, const struct row *row, const char *text)
{
	char *end;
	long long number;

	if (!text[0])
		return -1;
	errno = 0;
	number = strtoll(text, &end, 10);
	if (errno || *end)
		fail(file, row->line, "'%s' is no number", text);
	return number;
}

static void print_text(FILE *out, const char *text)
{
	fputc('"', out);
	for (const unsigned char *at = (const unsigned char *)text; *at; at++)
		if (*at == '"' || *at == '\\' || *at == '?')
			fprintf(out, "\\%c", *at);
		else if (*at < 0x20 || *at >= 0x7f)
			fprintf(out, "\\%03o", *at);
		else
			fputc(*at, out);
	fputc('"', out);
}

static void print_value(FILE *out, const char *file, const struct row *row, const struct column *column, const char *text)
{
	fprintf(out, " .%s = ", column->member);
	switch (column->kind) {
	case COLUMN_KEY:
	case COLUMN_TEXT:
		print_text(out, text);
		break;
	case COLUMN_NUMBER:
		fprintf(out, "%lld", parsed_number(file, row, text));
		break;
	case COLUMN_BOOL:
		fputs(!strncmp(text, "yes", 3) ? "true" : "false", out);
		break;
	case COLUMN_TRAIT:
		fputs(trait_enum(file, row, text), out);
		break;
	}
	fputc(',', out);
}

static void print_table(FILE *out, const struct table *table, const struct rows *rows)
{
	fprintf(out, "\nconst struct %s %s[] = {\n", table->type, table->array);
	for (size_t i = 0; i < rows->len; i++) {
		fputs("\t{", out);
		for (size_t c = 0; c < MAX_COLUMNS && table->columns[c].name; c++)
			print_value(out, table->file, &rows->items[i], &table->columns[c], rows->items[i].values[c]);
		fputs(" },\n", out);
	}
	fprintf(out, "};\nconst size_t %s_count = %zu;\n", table->array, rows->len);
}

/* Open addressing, at most half full: 1 + the first row of a key, 0 where there is none. */
static void print_slots(FILE *out, const struct table *table, const struct rows *rows)
{
	size_t count = 1;
	uint16_t *slots;

	while (count < rows->len * 2)
		count *= 2;
	slots = resized(NULL, count * sizeof *slots);
	memset(slots, 0, count * sizeof *slots);
	for (size_t i = 0; i < rows->len; i++) {
		size_t at = table_hash(rows->items[i].values[0]) & (count - 1);

		if (i && !strcmp(rows->items[i - 1].values[0], rows->items[i].values[0]))
			continue;
		while (slots[at])
			at = (at + 1) & (count - 1);
		slots[at] = (uint16_t)(i + 1);
	}
	fprintf(out, "const uint16_t %s_slots[] = {", table->array);
	for (size_t i = 0; i < count; i++)
		fprintf(out, "%s%u,", i % 16 ? " " : "\n\t", slots[i]);
	fprintf(out, "\n};\nconst size_t %s_slot_count = %zu;\n", table->array, count);
	free(slots);
}

int main(int argc, char **argv)
{
	FILE *out;

	if (argc != 3) {
		fputs("usage: table_gen FOLDER OUTPUT\n", stderr);
		return 2;
	}
	out = fopen(argv[2], "w");
	if (!out)
		fail(argv[2], 0, "%s", strerror(errno));
	fputs("/* Made by table_gen from rules/models. */\n#include \"model/tables.h\"\n", out);
	for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
		struct rows rows = { 0 };

		read_table(argv[1], &tables[i], &rows);
		if (!rows.len || rows.len >= UINT16_MAX)
			fail(tables[i].file, 1, rows.len ? "too many rows" : "no rows");
		qsort(rows.items, rows.len, sizeof *rows.items, by_key);
		refuse_doubles(tables[i].file, &tables[i], &rows);
		print_table(out, &tables[i], &rows);
		print_slots(out, &tables[i], &rows);
	}
	if (ferror(out) | fclose(out))
		fail(argv[2], 0, "%s", strerror(errno));
	return 0;
}
