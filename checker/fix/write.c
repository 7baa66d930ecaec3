/* Writes files with their edits. */
#include "fix/fix.h"

#include "base/files.h"
#include "base/hash.h"

#include <string.h>

void fix_content(const struct fix_file *file, struct strbuf *out)
{
	size_t at = 0;

	for (size_t i = 0; i < file->edits.len; i++) {
		const struct fix_edit *edit = &file->edits.items[i];

		strbuf_add(out, file->bytes + at, edit->offset - at);
		strbuf_addstr(out, edit->text);
		at = edit->offset + edit->length;
	}
	strbuf_add(out, file->bytes + at, file->length - at);
}

/* Somebody may have saved it while the plan was made. */
static bool is_unchanged(const struct fix_file *file, struct err *err)
{
	struct arena arena = { 0 };
	char hash[HASH_HEX_SIZE], *bytes;
	size_t length;
	bool ok = file_read(&arena, file->path, 0, &bytes, &length, err);

	if (ok) {
		hash_content(bytes, length, hash);
		ok = !strcmp(hash, file->content_hash) ||
		     err_set(err, "'%s' changed since it was read: check it again", file->path);
	}
	arena_release(&arena);
	return ok;
}

bool fix_write(const struct fix_file *file, struct err *err)
{
	struct strbuf content = { 0 };
	bool ok;

	fix_content(file, &content);
	ok = is_unchanged(file, err) && file_write(file->path, strbuf_text(&content), content.len, err);
	strbuf_release(&content);
	return ok;
}
