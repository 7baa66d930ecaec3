/* Tokens of C and C++ as spelled, and what is read off them: slots of a `for`, and the text that identifies a
 * statement. */
#include "front/text.h"

#include "base/strbuf.h"
#include "base/vec.h"

#include <string.h>

static bool is_identifier_byte(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '$' ||
	       (unsigned char)c >= 0x80;
}

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

size_t identifier_length(const char *text, const char *end)
{
	const char *at = text;

	if (at < end && is_digit(*at))
		return 0;
	while (at < end && is_identifier_byte(*at))
		at++;
	return (size_t)(at - text);
}

/* Behind a comment, or NULL where none begins. */
static const char *comment_end(const char *at, const char *end)
{
	if (end - at < 2 || at[0] != '/')
		return NULL;
	if (at[1] == '/') {
		for (at += 2; at < end && *at != '\n'; at++)
			if (*at == '\\' && at + 1 < end)
				at++;
		return at;
	}
	if (at[1] != '*')
		return NULL;
	for (at += 2; end - at >= 2; at++)
		if (at[0] == '*' && at[1] == '/')
			return at + 2;
	return end;
}

static const char *skip_blank(const char *at, const char *end)
{
	while (at < end) {
		const char *behind = comment_end(at, end);

		if (behind)
			at = behind;
		else if (*at == ' ' || (*at >= '\t' && *at <= '\r'))
			at++;
		else if (*at == '\\' && end - at > 1 && (at[1] == '\n' || at[1] == '\r'))
			at += 2;
		else
			break;
	}
	return at;
}

/* Behind the closing quote, or where the line or the text ends. */
static const char *quoted_end(const char *at, const char *end)
{
	char quote = *at++;

	while (at < end && *at != quote && *at != '\n')
		at += *at == '\\' && end - at > 1 ? 2 : 1;
	return at < end && *at == quote ? at + 1 : at;
}

/* R"delimiter( … )delimiter": `at` is the quote. */
static const char *raw_end(const char *at, const char *end)
{
	const char *delimiter = at + 1, *open = memchr(delimiter, '(', (size_t)(end - delimiter));
	size_t length;

	if (!open)
		return end;
	length = (size_t)(open - delimiter);
	for (at = open + 1; at < end; at++)
		if (*at == ')' && (size_t)(end - at) > length + 1 && !memcmp(at + 1, delimiter, length) &&
		    at[1 + length] == '"')
			return at + length + 2;
	return end;
}

static const char *number_end(const char *at, const char *end)
{
	while (at < end && (is_identifier_byte(*at) || *at == '.' || *at == '\'')) {
		char c = *at++;

		if ((c == 'e' || c == 'E' || c == 'p' || c == 'P') && at < end && (*at == '+' || *at == '-'))
			at++;
	}
	return at;
}

static size_t punctuator_length(const char *at, const char *end)
{
	static const char *const longer[] = {"...", "<<=", ">>=", "->*", "<=>", "->", "++", "--", "<<",
					     ">>",  "<=",  ">=",  "==",	 "!=",	"&&", "||", "*=", "/=",
					     "%=",  "+=",  "-=",  "&=",	 "^=",	"|=", "##", "::", ".*"};

	if (end - at < 2 || !memchr("=<>&|+-#:.*", at[1], 11))
		return 1; /* mostly */
	for (size_t i = 0; i < sizeof longer / sizeof *longer; i++) {
		size_t length = strlen(longer[i]);

		if ((size_t)(end - at) >= length && !memcmp(at, longer[i], length))
			return length;
	}
	return 1;
}

static bool is_literal_prefix(const char *at, size_t length)
{
	static const char *const prefixes[] = {"L", "u", "U", "u8", "R", "LR", "uR", "UR", "u8R"};

	for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
		if (strlen(prefixes[i]) == length && !memcmp(at, prefixes[i], length))
			return true;
	return false;
}

static const char *word_end(const char *at, const char *end)
{
	size_t length = identifier_length(at, end);
	const char *behind = at + length;

	if (behind == end || (*behind != '"' && *behind != '\'') || !is_literal_prefix(at, length))
		return behind;
	return behind[-1] == 'R' && *behind == '"' ? raw_end(behind, end) : quoted_end(behind, end);
}

bool scanner_next(struct scanner *scanner, struct token *token)
{
	const char *at = skip_blank(scanner->at, scanner->end), *end = scanner->end, *behind;

	if (at >= end)
		return false;
	if (is_digit(*at) || (*at == '.' && end - at > 1 && is_digit(at[1])))
		behind = number_end(at, end);
	else if (is_identifier_byte(*at))
		behind = word_end(at, end);
	else if (*at == '"' || *at == '\'')
		behind = quoted_end(at, end);
	else
		behind = at + punctuator_length(at, end);
	*token = (struct token){at, (size_t)(behind - at)};
	scanner->at = behind;
	return true;
}

bool token_is(const struct token *token, const char *text)
{
	return token->length == strlen(text) && !memcmp(token->text, text, token->length);
}

static int nesting(const struct token *token)
{
	if (token->length != 1)
		return 0;
	switch (token->text[0]) {
	case '(':
	case '[':
	case '{':
		return 1;
	case ')':
	case ']':
	case '}':
		return -1;
	default:
		return 0;
	}
}

bool text_for_slots(const char *at, const char *end, bool present[3])
{
	struct scanner scanner = {at, end};
	struct token token;
	int slot = 0, depth = 1;

	memset(present, 0, 3 * sizeof *present);
	if (!scanner_next(&scanner, &token) || !token_is(&token, "for") || !scanner_next(&scanner, &token) ||
	    !token_is(&token, "("))
		return false;
	while (scanner_next(&scanner, &token)) {
		depth += nesting(&token);
		if (depth == 0)
			return slot == 2;
		if (depth == 1 && token_is(&token, ";")) {
			if (++slot > 2)
				return false;
		} else {
			present[slot] = true;
		}
	}
	return false;
}

bool text_has_init(const char *at, const char *end)
{
	struct scanner scanner = {at, end};
	struct token token;
	int depth = 0;

	while (scanner_next(&scanner, &token)) {
		depth += nesting(&token);
		if (depth == 1 && token_is(&token, ";"))
			return true;
		if (depth == 0 && token_is(&token, ")"))
			break;
	}
	return false;
}

bool text_asm_jumps(const char *at, const char *end)
{
	struct scanner scanner = {at, end};
	struct token token;

	while (scanner_next(&scanner, &token) && !token_is(&token, "("))
		if (token_is(&token, "goto"))
			return true;
	return false;
}

const char *text_behind_directives(const char *at, const char *end)
{
	for (at = skip_blank(at, end); at < end && *at == '#'; at = skip_blank(at, end))
		while (at < end && *at != '\n')
			at += *at == '\\' && end - at > 1 ? 2 : 1;
	return at;
}

const char *text_defined_name(const char *start, const char *brace, size_t *length)
{
	const char *at = brace, *end;
	int depth = 0;

	*length = 0;
	while (at > start && (unsigned char)at[-1] <= ' ')
		at--;
	do {
		if (at == start)
			return brace;
		at--;
		depth += (*at == ')') - (*at == '(');
	} while (depth > 0);
	while (at > start && (unsigned char)at[-1] <= ' ')
		at--;
	for (end = at; at > start && is_identifier_byte(at[-1]);)
		at--;
	*length = (size_t)(end - at);
	return at;
}

/* --- the text of a statement --------------------------------------------------- */

struct token_list {
	VEC(struct token) all;
	int least_depth, depth; /* of round brackets */
};

/* Behind the brace that closes the one just read, and whether statements stand between them. */
static struct scanner brace_end(struct scanner scanner, bool *is_body)
{
	struct token token;
	int depth = 1;

	*is_body = false;
	while (depth > 0 && scanner_next(&scanner, &token)) {
		*is_body |= token_is(&token, ";");
		depth += token_is(&token, "{") ? 1 : token_is(&token, "}") ? -1 : 0;
	}
	return scanner;
}

/* A body in braces is one token; braces of initialisers are tokens like others. */
static void list_tokens(struct arena *arena, struct scanner *scanner, struct token_list *list)
{
	static const struct token cut = {"{}", 2};
	const char *plain_until = scanner->at; /* no body begins before this */
	struct scanner behind;
	struct token token;
	bool is_body;

	*list = (struct token_list){0};
	while (scanner_next(scanner, &token)) {
		if (token_is(&token, "{") && token.text >= plain_until) {
			behind = brace_end(*scanner, &is_body);
			plain_until = behind.at;
			if (is_body) {
				*scanner = behind;
				token = cut;
			}
		} else if (token_is(&token, "(")) {
			list->depth++;
		} else if (token_is(&token, ")") && --list->depth < list->least_depth) {
			list->least_depth = list->depth;
		}
		vec_push(arena, &list->all, token);
	}
}

/* A macro's argument opens what the macro's body closes, or the other way round: take in the whole use. */
static void balance(struct arena *arena, const char *text, size_t length, struct tokens_range *range,
		    struct token_list *list)
{
	struct scanner scanner;
	struct token token;

	if (list->least_depth < 0 && range->outer_start < range->start) {
		range->start = range->outer_start;
		scanner = (struct scanner){text + range->start, text + range->end};
		list_tokens(arena, &scanner, list);
	}
	scanner = (struct scanner){text + range->end, text + length};
	while (list->depth > 0 && list->least_depth >= 0 && scanner_next(&scanner, &token)) {
		if (token_is(&token, ";") || token_is(&token, "{"))
			break;
		list->depth += token_is(&token, "(") ? 1 : token_is(&token, ")") ? -1 : 0;
		vec_push(arena, &list->all, token);
		range->end = (size_t)(scanner.at - text);
	}
}

/* The declarator begins at its name, or at the stars, brackets and qualifiers in front of it. */
static size_t declarator_start(const struct token_list *list, const char *name)
{
	static const char *const before_name[] = {"*", "&", "&&", "(", "const", "volatile", "restrict", "__restrict"};
	size_t at = 0;

	while (at < list->all.len && list->all.items[at].text != name)
		at++;
	if (at == list->all.len)
		return 0;
	for (; at > 0; at--) {
		bool belongs = false;

		for (size_t i = 0; !belongs && i < sizeof before_name / sizeof *before_name; i++)
			belongs = token_is(&list->all.items[at - 1], before_name[i]);
		if (!belongs)
			break;
	}
	return at;
}

const char *text_statement(struct arena *arena, const char *text, size_t length, struct tokens_range *range)
{
	struct scanner scanner = {text + range->start, text + range->end};
	struct token_list list;
	struct strbuf out = {0};
	size_t first = 0, count;
	const char *tokens;

	list_tokens(arena, &scanner, &list);
	if (range->name == SIZE_MAX)
		balance(arena, text, length, range, &list);
	else
		first = declarator_start(&list, text + range->name);
	if (first < list.all.len && list.all.items[first].text >= text && list.all.items[first].text < text + length)
		range->start = (size_t)(list.all.items[first].text - text);
	count = list.all.len - first;
	for (size_t i = 0; i < count; i++) {
		const struct token *token = &list.all.items[first + i];

		if (count > STATEMENT_FIRST_TOKENS + STATEMENT_LAST_TOKENS && i >= STATEMENT_FIRST_TOKENS &&
		    i < count - STATEMENT_LAST_TOKENS)
			continue;
		if (out.len > 0)
			strbuf_addch(&out, ' ');
		strbuf_add(&out, token->text, token->length);
	}
	tokens = arena_strndup(arena, strbuf_text(&out), out.len);
	strbuf_release(&out);
	return tokens;
}
