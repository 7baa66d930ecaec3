/* Applies the remedies of findings to source files, or shows them as a patch. */
#ifndef SNAG_FIX_FIX_H
#define SNAG_FIX_FIX_H

#include "base/err.h"
#include "base/strbuf.h"
#include "model/finding.h"

/* A file as the scan read it. */
struct fix_source {
	const char *path; /* absolute */
	const char *content_hash;
	bool system;
};

struct fix_request {
	const struct finding *const *findings; /* in the order of files and lines */
	size_t count;
	const struct fix_source *sources;
	size_t source_count;
	const char *root;   /* nothing outside of it is changed */
	const char *build;  /* nor below the folder of the build, where that lies below the root; NULL: none */
	bool with_unsafe;
};

/* `length` bytes from `offset` on give way to `text`. */
struct fix_edit {
	size_t offset, length;
	const char *text;
};

struct fix_file {
	const char *path;
	const char *content_hash;
	const char *bytes;
	size_t length;
	VEC(struct fix_edit) edits; /* in their order, none over another */
	VEC(const char *) headers;  /* that were included: the project has to have them */
	size_t fixed;               /* findings */
};

struct fix_skip {
	const struct finding *finding;
	const char *why;
};

struct fix_plan {
	VEC(struct fix_file) files; /* those that change */
	VEC(const struct finding *) fixed;
	VEC(struct fix_skip) skipped; /* findings with a remedy of the wanted kind that aren't fixed */
};

/* Of findings whose edits meet, the first one is fixed: the other comes with the next run. */
void fix_plan_make(struct arena *arena, const struct fix_request *request, struct fix_plan *plan);

/* Adds what the file becomes. */
void fix_content(const struct fix_file *file, struct strbuf *out);
/* Writes it, if it is still what was read. */
bool fix_write(const struct fix_file *file, struct err *err);
/* Adds a unified diff with names below a/ and b/, for patch -p1. */
void fix_patch(const struct fix_file *file, const char *root, struct strbuf *out);

#endif
