/* Command lines as words: a shell's quoting, and response files. */
#include "command/words.h"

#include "base/files.h"

#include <string.h>

/* Response files opened for one command; gcc gives up here, too. */
#define RESPONSE_FILE_LIMIT 2000
#define RESPONSE_SIZE_LIMIT ((size_t)64 << 20)
/* Words of one command: many times what a system takes in one. */
#define WORD_LIMIT ((size_t)4 << 20)

static bool is_blank(char c)
{
	return c == ' ' || (c >= '\t' && c <= '\r');
}

/* --- a shell's words ---------------------------------------------------------- */

/* Copies what stands in quotes. `from` is behind the opening one, and ends behind the closing one. */
static bool copy_quoted(const char **from, char **to, char quote)
{
	const char *p = *from;

	for (; *p && *p != quote; p++) {
		if (quote == '"' && *p == '\\' && p[1] && strchr("$`\"\\\n", p[1])) {
			if (*++p == '\n')
				continue;
		}
		*(*to)++ = *p;
	}
	*from = *p ? p + 1 : p;
	return *p == quote;
}

static bool copy_shell_word(const char **from, char **to)
{
	const char *p = *from;
	bool ok = true;

	while (ok && *p && !is_blank(*p)) {
		char c = *p++;

		if (c == '\'' || c == '"')
			ok = copy_quoted(&p, to, c);
		else if (c != '\\')
			*(*to)++ = c;
		else if (*p && *p != '\n')
			*(*to)++ = *p++;
		else if (*p)
			p++; /* a line that goes on */
	}
	*from = p;
	return ok;
}

bool words_from_shell(struct arena *arena, const char *text, struct words *words, struct err *err)
{
	/* Never longer than the text: each word's end takes the place of a blank. */
	char *to = arena_alloc(arena, strlen(text) + 1);

	for (;;) {
		char *word = to;

		while (is_blank(*text))
			text++;
		if (!*text)
			return true;
		if (!copy_shell_word(&text, &to))
			return err_set(err, "a quote is not closed in the command");
		*to++ = '\0';
		vec_push(arena, &words->all, word);
	}
}

/* --- response files ------------------------------------------------------------- */

static void copy_response_word(const char **from, char **to)
{
	const char *p = *from;
	char quote = '\0';

	for (; *p && (quote || !is_blank(*p)); p++) {
		if (*p == '\\') {
			if (!*++p)
				break;
			*(*to)++ = *p;
		} else if (quote ? *p == quote : *p == '\'' || *p == '"') {
			quote = quote ? '\0' : *p;
		} else {
			*(*to)++ = *p;
		}
	}
	*from = p;
}

static void response_words(struct arena *arena, const char *text, struct words *words)
{
	char *to = arena_alloc(arena, strlen(text) + 1);

	for (;;) {
		char *word = to;

		while (is_blank(*text))
			text++;
		if (!*text)
			return;
		copy_response_word(&text, &to);
		*to++ = '\0';
		vec_push(arena, &words->all, word);
	}
}

/* Puts words on a stack so that the first is taken first. */
static void push_reversed(struct arena *arena, struct words *stack, const struct words *words)
{
	for (size_t i = words->all.len; i-- > 0;)
		vec_push(arena, &stack->all, words->all.items[i]);
}

bool words_expand(struct arena *arena, const char *folder, const struct words *words, struct words *expanded,
		  struct err *err)
{
	struct words stack = { 0 };
	size_t files = 0;

	push_reversed(arena, &stack, words);
	while (stack.all.len > 0) {
		const char *word = stack.all.items[--stack.all.len];
		struct words inside = { 0 };
		size_t length;
		char *text;

		if (stack.all.len + expanded->all.len > WORD_LIMIT)
			return err_set(err, "more than %zu arguments, those in response files counted", WORD_LIMIT);
		if (word[0] != '@' || !file_read(arena, path_join(arena, folder, word + 1), RESPONSE_SIZE_LIMIT, &text,
						 &length, NULL)) {
			vec_push(arena, &expanded->all, word);
			continue;
		}
		if (++files > RESPONSE_FILE_LIMIT)
			return err_set(err, "more than %d response files, the last one '%s': does one name itself?",
				       RESPONSE_FILE_LIMIT, word);
		response_words(arena, text, &inside);
		push_reversed(arena, &stack, &inside);
	}
	return true;
}
