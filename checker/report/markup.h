/* Text on its way into XML, HTML or Markdown: any bytes in, text that is nothing but text out. */
#ifndef SNAG_REPORT_MARKUP_H
#define SNAG_REPORT_MARKUP_H

#include "base/strbuf.h"

/* For content and attributes of XML and HTML. Bytes that can't be shown come as `\x1b`, as on a terminal. */
void xml_add(struct strbuf *out, const char *text);
/* For a line of Markdown, a cell of a table too; GitHub's Markdown takes HTML besides. */
void markdown_add(struct strbuf *out, const char *text);
/* The same for paragraphs with an empty line between. */
void markdown_add_paragraphs(struct strbuf *out, const char *text);

#endif
