/* YAML as a small tree: what a configuration needs of the language, with a limit on everything a file can have too much of. */
#ifndef SNAG_CONFIG_YAML_H
#define SNAG_CONFIG_YAML_H

#include "base/arena.h"
#include "base/err.h"
#include "base/vec.h"

#define YAML_SIZE_LIMIT ((size_t)1 << 20)
#define YAML_DEPTH_LIMIT 16

enum yaml_kind { YAML_TEXT, YAML_LIST, YAML_MAP };

struct yaml_node;

struct yaml_pair {
	const char *key;
	unsigned line;
	struct yaml_node *value;
};

struct yaml_node {
	enum yaml_kind kind;
	unsigned line;
	const char *text; /* of a text: "" also where nothing is written */
	bool empty;       /* a text without quotes and without letters: also an empty list or map */
	VEC(struct yaml_node *) items;
	VEC(struct yaml_pair) pairs; /* each key once */
};

/*
 * Reads one document; `*root` is NULL where there is none. Keys are texts, and
 * anchors, aliases and tags are refused, so that what is read is what is written.
 * Errors begin with `name` and the line.
 */
bool yaml_read(struct arena *arena, const char *name, const char *bytes, size_t length, struct yaml_node **root,
	       struct err *err);

#endif
