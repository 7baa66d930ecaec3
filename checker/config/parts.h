/* What the files of this folder share and nobody else needs. */
#ifndef SNAG_CONFIG_PARTS_H
#define SNAG_CONFIG_PARTS_H

#include "config/config.h"
#include "config/yaml.h"

/* A file that was read, and how to speak of it. */
struct config_file {
	const char *folder; /* absolute */
	const char *name;   /* for people */
	struct yaml_node *root; /* NULL: nothing in it */
};

/* "FILE:LINE" */
const char *config_from(struct arena *arena, const struct config_file *file, unsigned line);
/* Words the error "FILE:LINE: …". */
bool config_refuse(const struct config_file *file, unsigned line, struct err *err, const char *format, ...)
	__attribute__((format(printf, 4, 5)));

/* keys.c */
bool config_key_named(const char *name, enum config_key *key);
const char *config_key_default(enum config_key key);
/* A value that has been checked. */
void config_set(struct arena *arena, struct config *config, enum config_key key, const char *text, const char *from);

/* read.c: puts what the file says over what `config` says. */
bool config_apply(struct arena *arena, const struct config_file *file, struct config *config, struct err *err);
/* Whether the file says `root: true`. */
bool config_stops(const struct config_file *file);

/* words.c: one entry of `models`. */
bool config_read_model(struct arena *arena, const struct config_file *file, const struct yaml_node *entry,
		       struct config *config, struct err *err);
/* The words of one model as the tables' row. */
struct model_extra config_model_row(const struct config_model *model);
/* The value of a model's word, as a file has it. */
void config_print_word(const struct config_model *model, struct strbuf *out);

#endif
