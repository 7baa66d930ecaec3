/* What the dumps of IR and facts have in common. */
#include "model/print.h"

/* Longer string literals are cut: a dump is for reading. */
#define STRING_LIMIT 80

void print_quoted(struct strbuf *out, const char *bytes, size_t length)
{
	strbuf_addch(out, '"');
	for (size_t i = 0; i < length && i < STRING_LIMIT; i++) {
		unsigned char c = (unsigned char)bytes[i];

		if (c == '\n')
			strbuf_addstr(out, "\\n");
		else if (c == '"' || c == '\\')
			strbuf_addf(out, "\\%c", c);
		else if (c >= ' ' && c < 0x7f)
			strbuf_addch(out, (char)c);
		else
			strbuf_addf(out, "\\%03o", c);
	}
	strbuf_addstr(out, length > STRING_LIMIT ? "\"…" : "\"");
}

void print_flag(struct strbuf *out, bool set, const char *word)
{
	if (set)
		strbuf_addf(out, " (%s)", word);
}
