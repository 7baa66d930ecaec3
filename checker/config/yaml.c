/* Events of libyaml to a tree, on a stack of limited depth. */
#include "config/yaml.h"

#include <string.h>
#include <yaml.h>

/* A list or map that isn't closed yet. */
struct open_node {
	struct yaml_node *node;
	const char *key; /* of a map: whose value comes next, or NULL */
	unsigned key_line;
};

struct reader {
	struct arena *arena;
	const char *name;
	struct open_node open[YAML_DEPTH_LIMIT];
	size_t depth;
	struct yaml_node *root;
	bool ended; /* the first document */
};

static bool refuse(const struct reader *r, unsigned line, const char *what, struct err *err)
{
	return err_set(err, "%s:%u: %s", r->name, line, what);
}

static bool key_is_known(const struct yaml_node *map, const char *key)
{
	for (size_t i = 0; i < map->pairs.len; i++)
		if (!strcmp(map->pairs.items[i].key, key))
			return true;
	return false;
}

static bool add_key(struct reader *r, struct open_node *top, const struct yaml_node *node, struct err *err)
{
	if (node->kind != YAML_TEXT)
		return refuse(r, node->line, "a key must be a word", err);
	if (key_is_known(top->node, node->text))
		return err_set(err, "%s:%u: '%s' is there twice", r->name, node->line, node->text);
	top->key = node->text;
	top->key_line = node->line;
	return true;
}

/* Puts a node where it belongs: a key, a value, an item, or the whole. */
static bool place(struct reader *r, struct yaml_node *node, struct err *err)
{
	struct open_node *top = r->depth ? &r->open[r->depth - 1] : NULL;

	if (!top) {
		r->root = node;
		return true;
	}
	if (top->node->kind == YAML_LIST) {
		vec_push(r->arena, &top->node->items, node);
		return true;
	}
	if (!top->key)
		return add_key(r, top, node, err);
	vec_push(r->arena, &top->node->pairs, (struct yaml_pair){ top->key, top->key_line, node });
	top->key = NULL;
	return true;
}

static bool add_text(struct reader *r, const yaml_event_t *event, unsigned line, struct err *err)
{
	struct yaml_node *node = arena_new(r->arena, struct yaml_node);
	const char *text = (const char *)event->data.scalar.value;

	if (event->data.scalar.anchor || event->data.scalar.tag)
		return refuse(r, line, "anchors and tags are not understood", err);
	if (strlen(text) != event->data.scalar.length)
		return refuse(r, line, "a text holds a NUL byte", err);
	node->kind = YAML_TEXT;
	node->line = line;
	node->text = arena_strdup(r->arena, text);
	node->empty = !text[0] && event->data.scalar.style == YAML_PLAIN_SCALAR_STYLE;
	return place(r, node, err);
}

static bool open_one(struct reader *r, enum yaml_kind kind, bool decorated, unsigned line, struct err *err)
{
	struct yaml_node *node = arena_new(r->arena, struct yaml_node);

	if (decorated)
		return refuse(r, line, "anchors and tags are not understood", err);
	if (r->depth == YAML_DEPTH_LIMIT)
		return refuse(r, line, "lists and maps are nested too deep", err);
	node->kind = kind;
	node->line = line;
	if (!place(r, node, err))
		return false;
	r->open[r->depth++] = (struct open_node){ .node = node };
	return true;
}

static bool take(struct reader *r, const yaml_event_t *event, struct err *err)
{
	unsigned line = (unsigned)event->start_mark.line + 1;

	switch (event->type) {
	case YAML_DOCUMENT_START_EVENT:
		return !r->ended || refuse(r, line, "a second document begins", err);
	case YAML_DOCUMENT_END_EVENT:
		r->ended = true;
		return true;
	case YAML_ALIAS_EVENT:
		return refuse(r, line, "aliases are not understood", err);
	case YAML_SCALAR_EVENT:
		return add_text(r, event, line, err);
	case YAML_SEQUENCE_START_EVENT:
		return open_one(r, YAML_LIST, event->data.sequence_start.anchor || event->data.sequence_start.tag, line,
				err);
	case YAML_MAPPING_START_EVENT:
		return open_one(r, YAML_MAP, event->data.mapping_start.anchor || event->data.mapping_start.tag, line,
				err);
	case YAML_SEQUENCE_END_EVENT:
	case YAML_MAPPING_END_EVENT:
		r->depth--;
		return true;
	default:
		return true;
	}
}

/* The library knows no line where bytes aren't text at all. */
static unsigned line_of(const yaml_parser_t *parser, const char *bytes, size_t length)
{
	unsigned line = 1;

	if (parser->error != YAML_READER_ERROR)
		return (unsigned)parser->problem_mark.line + 1;
	for (size_t i = 0; i < length && i < parser->problem_offset; i++)
		line += bytes[i] == '\n';
	return line;
}

bool yaml_read(struct arena *arena, const char *name, const char *bytes, size_t length, struct yaml_node **root,
	       struct err *err)
{
	static const char byte_order_mark[] = "\xef\xbb\xbf";
	struct reader r = { .arena = arena, .name = name };
	yaml_parser_t parser;
	yaml_event_t event;
	bool ok = true, done = false;

	if (length > YAML_SIZE_LIMIT)
		return err_set(err, "%s: larger than %zu bytes", name, YAML_SIZE_LIMIT);
	if (!yaml_parser_initialize(&parser))
		return err_set(err, "%s: no memory", name);
	if (length >= 3 && !memcmp(bytes, byte_order_mark, 3)) {
		bytes += 3;
		length -= 3;
	}
	yaml_parser_set_encoding(&parser, YAML_UTF8_ENCODING);
	yaml_parser_set_input_string(&parser, (const unsigned char *)bytes, length);
	while (ok && !done) {
		if (!yaml_parser_parse(&parser, &event)) {
			ok = err_set(err, "%s:%u: %s", name, line_of(&parser, bytes, length),
				     parser.problem ? parser.problem : "no memory");
			break;
		}
		ok = take(&r, &event, err);
		done = event.type == YAML_STREAM_END_EVENT;
		yaml_event_delete(&event);
	}
	yaml_parser_delete(&parser);
	*root = r.root;
	return ok;
}
