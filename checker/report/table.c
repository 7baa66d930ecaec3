/* Tables: columns aligned for people, CSV, JSON lines. */
#include "report/table.h"

#include "report/formats.h"
#include "report/json.h"
#include "report/utf8.h"

#include <jansson.h>
#include <string.h>

/* Wider cells stand out of their column. */
#define WIDTH_LIMIT 60

void table_name(struct table *table, const char *name)
{
	vec_push(table->arena, &table->names, arena_strdup(table->arena, name));
}

void table_add(struct table *table, const char *text, bool is_number)
{
	vec_push(table->arena, &table->cells,
		 (struct table_cell){ text ? arena_strdup(table->arena, text) : NULL, is_number });
}

/* Code points: near enough for a column's width. */
static size_t width_of(const char *text)
{
	size_t width = 0;

	for (; *text; text++)
		width += ((unsigned char)*text & 0xc0) != 0x80;
	return width;
}

/* Without control bytes, which a terminal would act on. */
static const char *shown(const struct table *table, const char *text)
{
	struct strbuf safe = { 0 };

	utf8_show_all(&safe, text ? text : "");
	text = arena_strdup(table->arena, strbuf_text(&safe));
	strbuf_release(&safe);
	return text;
}

static void add_padded(struct strbuf *line, const char *text, size_t width, bool to_the_right)
{
	size_t used = width_of(text), blanks = used < width ? width - used : 0;

	for (size_t i = 0; to_the_right && i < blanks; i++)
		strbuf_addch(line, ' ');
	strbuf_addstr(line, text);
	for (size_t i = 0; !to_the_right && i < blanks; i++)
		strbuf_addch(line, ' ');
}

static void end_line(struct strbuf *line)
{
	while (line->len && line->text[line->len - 1] == ' ')
		strbuf_cut(line, line->len - 1);
	strbuf_addch(line, '\n');
}

static void add_text(struct strbuf *out, const struct table *table)
{
	size_t columns = table->names.len, count = table->cells.len;
	size_t *widths = arena_array(table->arena, size_t, columns);
	const char **texts = arena_array(table->arena, const char *, count);

	for (size_t i = 0; i < columns; i++)
		widths[i] = width_of(table->names.items[i]);
	for (size_t i = 0; i < count; i++) {
		size_t width;

		texts[i] = shown(table, table->cells.items[i].text);
		width = width_of(texts[i]);
		if (width > widths[i % columns] && width <= WIDTH_LIMIT)
			widths[i % columns] = width;
	}
	for (size_t i = 0; count && i < columns; i++)
		add_padded(out, table->names.items[i], widths[i] + 2, false);
	if (count)
		end_line(out);
	for (size_t i = 0; i < count; i++) {
		bool number = table->cells.items[i].is_number;

		add_padded(out, texts[i], widths[i % columns], number);
		strbuf_addstr(out, "  ");
		if (i % columns == columns - 1)
			end_line(out);
	}
}

static void add_csv_cell(struct strbuf *out, const char *text)
{
	if (!text)
		return;
	if (!strpbrk(text, ",\"\r\n")) {
		strbuf_addstr(out, text);
		return;
	}
	strbuf_addch(out, '"');
	for (; *text; text++) {
		if (*text == '"')
			strbuf_addch(out, '"');
		strbuf_addch(out, *text);
	}
	strbuf_addch(out, '"');
}

static void add_csv(struct strbuf *out, const struct table *table)
{
	size_t columns = table->names.len;

	for (size_t i = 0; i < columns; i++) {
		add_csv_cell(out, table->names.items[i]);
		strbuf_addstr(out, i + 1 < columns ? "," : "\r\n");
	}
	for (size_t i = 0; i < table->cells.len; i++) {
		add_csv_cell(out, table->cells.items[i].text);
		strbuf_addstr(out, (i + 1) % columns ? "," : "\r\n");
	}
}

/* Numbers as SQLite writes them are numbers of JSON, but for infinities. */
static void add_value(struct strbuf *out, const struct table_cell *cell)
{
	json_t *string;
	char *text;

	if (!cell->text) {
		strbuf_addstr(out, "null");
		return;
	}
	if (cell->is_number && !strpbrk(cell->text, "IN")) {
		strbuf_addstr(out, cell->text);
		return;
	}
	string = json_text(cell->text);
	text = json_dumps(string, JSON_ENCODE_ANY | JSON_COMPACT);
	strbuf_addstr(out, text);
	free(text);
	json_decref(string);
}

static void add_jsonl(struct strbuf *out, const struct table *table)
{
	size_t columns = table->names.len;

	for (size_t i = 0; i < table->cells.len; i++) {
		struct table_cell name = { table->names.items[i % columns], false };

		strbuf_addch(out, i % columns ? ',' : '{');
		add_value(out, &name);
		strbuf_addch(out, ':');
		add_value(out, &table->cells.items[i]);
		if (i % columns == columns - 1)
			strbuf_addstr(out, "}\n");
	}
}

bool table_write(FILE *out, const struct table *table, enum table_format format, struct err *err)
{
	struct strbuf text = { 0 };
	bool ok = true;

	if (table->names.len && format == TABLE_TEXT)
		add_text(&text, table);
	else if (table->names.len && format == TABLE_CSV)
		add_csv(&text, table);
	else if (table->names.len)
		add_jsonl(&text, table);
	if (text.len)
		ok = report_put(out, &text, err);
	strbuf_release(&text);
	return ok && report_flush(out, err);
}
