/*
 * `.snag.yml`: what a project decides for itself.
 *
 * The files from a source's folder up to the repository's root are merged, the
 * nearest one last; `root: true` stops the way up. The environment stands above
 * them, the command line above all. To add a key with one value: a row in keys.c.
 */
#ifndef SNAG_CONFIG_CONFIG_H
#define SNAG_CONFIG_CONFIG_H

#include "base/arena.h"
#include "base/err.h"
#include "base/strbuf.h"
#include "base/vec.h"
#include "model/extension.h"
#include "model/finding.h"
#include "model/libc.h"

#define CONFIG_FILE_NAME ".snag.yml"

/* Keys with one value. Each can be set by SNAG_KEY in the environment, and by an option of that name. */
enum config_key {
	KEY_LIBC,     /* C library that the programs run on */
	KEY_HOST,     /* "unknown" or "threaded": the process that a library is loaded into */
	KEY_FAIL_ON,  /* which findings make status 1 */
	KEY_LEVEL,    /* the least that is printed */
	KEY_MAX_DAYS, /* how long a decision to ignore may last */
	KEY_JOBS,     /* scanners at a time; "auto": as many as processors */
	KEY_TIMEOUT,  /* seconds for one translation unit */
	KEY_COUNT,
};

/* Where something was decided, for people: ".snag.yml:3", "SNAG_LIBC", "--libc", "default". */
struct config_value {
	const char *text;
	const char *from;
};

/* What is decided of one rule. */
struct config_rule {
	const struct rule_info *info;
	bool off;
	enum level level; /* of a sure path */
	const char *level_from;
	int64_t options[RULE_OPTION_LIMIT]; /* in parallel to those of `info` */
	const char *option_from[RULE_OPTION_LIMIT];
};

/* A pattern as pattern.h reads it, and the folder from which it is seen. */
struct config_pattern {
	const char *folder, *text, *from;
};

/* Findings of these rules (names with `*` and `?`) in these files are known and accepted. */
struct config_ignore {
	VEC(struct config_pattern) paths;
	VEC(const char *) rules;
	const char *reason, *from;
};

struct config_model {
	const char *function;
	const char *word; /* as the file has it: "starts-thread" */
	int64_t a, b;     /* arguments, or -1 */
	const char *from;
};

/* Everything that holds for the sources of one folder. */
struct config {
	struct config_value values[KEY_COUNT]; /* never NULL */
	struct config_rule *rules;             /* in parallel to the schema's */
	size_t rule_count;
	VEC(struct config_pattern) exclude;    /* sources that are not analysed */
	VEC(struct config_pattern) compilers;  /* that may be asked about themselves, by path */
	VEC(struct config_ignore) ignore;
	VEC(struct config_model) models;
	VEC(const char *) files;               /* what was merged, nearest first */
	struct libc libc;                      /* KEY_LIBC, read */
};

/* A key's number; 0 for "auto". */
unsigned config_number(const struct config *config, enum config_key key);
bool config_host_threaded(const struct config *config);
/* Whether a file, absolute, is one of the patterns'. */
bool config_covers(const struct config_pattern *patterns, size_t count, const char *file);
/* By the rule's metadata. Never NULL for a rule of the schema. */
const struct config_rule *config_rule(const struct config *config, const struct rule_info *info);
/* The option's value, from the metadata where nothing is configured; `config` may be NULL. */
int64_t config_rule_option(const struct config *config, const struct rule_info *info, const char *option);
/* All of it as a configuration of its own, with the places as comments. */
void config_print(const struct config *config, struct strbuf *out);

/* How a key is spelled in a file, in the environment, and what it says by default. */
const char *config_key_name(enum config_key key);
/* Whether the text is a value of the key; `err` names those that are, and calls the key `what`. */
bool config_check(enum config_key key, const char *text, const char *what, struct err *err);
/* Whether that file says `root: true`. A broken one doesn't. */
bool config_file_is_root(struct arena *arena, const char *path);

/* --- all folders of a run ------------------------------------------------- */

struct configs;

/* Paths are absolute. `root` is the project's: what lies outside of it is configured like it. */
struct configs *configs_new(struct arena *arena, const struct rule_info *const *rules, size_t rule_count,
			    const char *root);
void configs_release(struct configs *configs);
/* Above all else: `from` is the option. To be called before the first configs_at. */
bool configs_override(struct configs *configs, enum config_key key, const char *text, const char *from,
		      struct err *err);
/* SNAG_KEY of each key. */
bool configs_environment(struct configs *configs, struct err *err);
/* What holds in a folder. Each file is read once. NULL where one is broken, or there are too many. */
const struct config *configs_at(struct configs *configs, const char *folder, struct err *err);
/* The same for a source or header, without reading anything: that of its folder, else of the root, if these were asked for. */
const struct config *configs_of(const struct configs *configs, const char *file);
/* Whether the rule is on in any folder asked for so far. */
bool configs_rule_on(const struct configs *configs, const struct rule_info *info);
/* Everything that was found so far, in the order in which it was: for a digest of it. */
void configs_print(const struct configs *configs, struct strbuf *out);
/* The models of all folders asked for so far. */
void configs_models(struct configs *configs, struct arena *arena, struct model_extension *extension);

#endif
