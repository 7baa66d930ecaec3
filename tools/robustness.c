/* Spoils sources, and writes sources that go to extremes. */
#include "tools/robustness.h"

#include <ctype.h>
#include <stdint.h>
#include <string.h>

/* --- spoiling ------------------------------------------------------------------- */

/* Numbers that look random: the same ones for the same start (splitmix64). */
static uint64_t next_number(uint64_t *state)
{
	uint64_t x = *state += 0x9e3779b97f4a7c15;

	x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
	x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
	return x ^ (x >> 31);
}

static size_t count_lines(const char *text, size_t length)
{
	size_t lines = 0;

	for (size_t i = 0; i < length; i++)
		lines += text[i] == '\n';
	return lines;
}

static size_t line_start(const char *text, size_t length, size_t line)
{
	for (size_t i = 0; i < length; i++)
		if (!line--)
			return i;
		else
			while (i + 1 < length && text[i] != '\n')
				i++;
	return length;
}

static bool is_word(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

/* A word, or one other byte. */
static size_t token_length(const char *text, size_t length)
{
	size_t n = 1;

	while (is_word(*text) && n < length && is_word(text[n]))
		n++;
	return n;
}

/* About one token in sixty is left out, or stands there twice. */
static void change_tokens(const char *text, size_t length, uint64_t *state, bool twice, struct strbuf *out)
{
	for (size_t at = 0; at < length;) {
		size_t n = token_length(text + at, length - at);
		bool chosen = !isspace((unsigned char)text[at]) && next_number(state) % 60 == 0;

		if (!chosen || twice)
			strbuf_add(out, text + at, n);
		if (chosen && twice) {
			strbuf_addch(out, ' ');
			strbuf_add(out, text + at, n);
		}
		at += n;
	}
}

/* The four ways follow each other, and sources begin with different ones. */
const char *robustness_spoil(struct arena *arena, const char *text, size_t length, unsigned index, unsigned n,
			     struct strbuf *out)
{
	uint64_t state = (uint64_t)index << 16 | n;
	size_t lines = count_lines(text, length), line;
	bool twice = (index + n) % 4 == 3;

	strbuf_cut(out, 0);
	switch ((index + n) % 4) {
	case 0:
		line = lines ? next_number(&state) % lines : 0;
		strbuf_add(out, text, line_start(text, length, line));
		return arena_printf(arena, "cut at line %zu", line + 1);
	case 1:
		strbuf_add(out, text, length ? next_number(&state) % length : 0);
		return arena_printf(arena, "cut at byte %zu", out->len);
	default:
		change_tokens(text, length, &state, twice, out);
		return twice ? "some tokens twice" : "some tokens left out";
	}
}

/* --- extremes --------------------------------------------------------------------- */

/* `before`, `piece` many times, `between`, `after` as many times, and `end`; `@` stands for the number of the piece. */
struct extreme {
	const char *what, *before, *piece, *between, *after, *end;
	unsigned count;
};

#define BODY "int g(int); int f(int n, int *p) { "

static const struct extreme extremes[] = {
	{ "else-ifs", BODY, "if (n == @) n++; else ", "n--;", "", " return n; }", 10000 },
	{ "ifs in ifs", BODY, "if (n) ", "n++;", "", " return n; }", 2000 },
	{ "loops in loops", BODY, "for (;n;) ", "n++;", "", " return n; }", 2000 },
	{ "do in do", BODY, "do ", "n++;", " while (n);", " return n; }", 1000 },
	{ "switches in switches", BODY, "switch (n) case @: ", "n++;", "", " return n; }", 1000 },
	{ "blocks in blocks", BODY, "{ ", "n++;", "}", " return n; }", 5000 },
	{ "brackets", BODY "return ", "(", "n", ")", "; }", 10000 },
	{ "brackets that clang allows", BODY "return ", "(n + ", "n", ")", "; }", 250 },
	{ "a sum", BODY "return n", "+ p[@]", "", "", "; }", 30000 },
	{ "a list of expressions", BODY "return n", ", g(@)", "", "", "; }", 30000 },
	{ "calls in calls", BODY "return ", "g(", "n", ")", "; }", 250 },
	{ "signs", BODY "return ", "- ", "n", "", "; }", 5000 },
	{ "conditions in conditions", BODY "return ", "n == @ ? @ : ", "3", "", "; }", 5000 },
	{ "short conditions", BODY "return ", "n ?: ", "3", "", "; }", 3000 },
	{ "a long condition", BODY "if (n", " || g(@)", "", "", ") n++; return n; }", 10000 },
	{ "assignments in a row", BODY, "n = ", "g(1)", "", "; return n; }", 5000 },
	{ "casts of casts", BODY "return ", "(char)", "n", "", "; }", 5000 },
	{ "elements of elements", BODY "return ", "p[", "n", "]", "; }", 250 },
	{ "a path of members",
	  "struct s { struct s *p; int n; }; int f(struct s *s) { return s", "->p", "->n", "", "; }", 10000 },
	{ "statement expressions", BODY "return ", "({ g(@); ", "n;", "});", " }", 120 },
	{ "choices of types", BODY "return ", "_Generic(n, int: ", "n", ")", "; }", 200 },
	{ "a table of numbers", "int a[] = { ", "@, ", "", "", " }; int f(int n) { return a[n]; }", 200000 },
	{ "a table of structs", "int g(int); struct s { const char *name; int (*f)(int); int v[2]; } t[] = { ",
	  "{ \"n@\", g, { @, 1 } }, ", "", "", " }; int f(int n) { return t[n].f(n); }", 20000 },
	{ "a table with elided braces", "int g(int); struct s { const char *name; int (*f)(int); int v[2]; } t[] = { ",
	  "\"n@\", g, @, 1, ", "", "", " }; int f(int n) { return t[n].f(n); }", 20000 },
	{ "a local table", BODY "int a[] = { ", "n, ", "", "", " }; return a[n]; }", 20000 },
	{ "lists in lists", "struct s { void *p; } x = ", "{ ", "0", " }", ";", 250 },
	{ "cases", BODY "switch (n) { ", "case @: n += @; break; ", "", "", " } return n; }", 10000 },
	{ "cases of one statement", BODY "switch (n) { ", "case @: ", "n++;", "", " } return n; }", 10000 },
	{ "labels", BODY, "l@: if (g(n)) goto l@; ", "", "", " return n; }", 5000 },
	{ "gotos to any label",
	  BODY "void *q = p; ", "l@: if (g(n)) goto *q; ", "q = &&l1;", "", " return n; }", 1000 },
	{ "functions", "", "int f@(int n) { return n + @; } ", "", "", "", 5000 },
	{ "calls", BODY, "g(@); ", "", "", " return n; }", 20000 },
	{ "branches", BODY "int v = 0; ", "if (n == @) v = g(v); ", "", "", " return v; }", 10000 },
	{ "variables", BODY, "int v@ = g(n + @); if (v@) return v@; ", "", "", " return n; }", 5000 },
	{ "variables in loops", BODY, "for (int i@ = 0; i@ < n; i@++) n += g(i@); ", "", "", " return n; }", 2000 },
	{ "variables of a loop",
	  BODY "while (g(n)) { ", "static int s@; s@ += n; n = s@; ", "", "", "} return n; }", 3000 },
	{ "exchanges",
	  BODY, "while (!__atomic_compare_exchange_n(p, &n, @, 0, 5, 5)); ", "", "", " return n; }", 2000 },
	{ "pointers to pointers", "int ", "*", "p;", "", "", 20000 },
	{ "arrays of arrays", "int a", "[1]", " = ", "", "{ 1 };", 250 },
	{ "structs in structs", "", "struct { ", "int n; ", "} m; ", " int f(void) { return 1; }", 240 },
	{ "parameters", "int f(int n", ", int p@", "", "", ") { return n; }", 5000 },
	{ "a long name", "int ", "abcdefghij", "", "", ";", 20000 },
	{ "a long string", "const char *s = \"", "abcdefghij", "", "", "\";", 50000 },
	{ "strings in a row", "const char *s = ", "\"@\" ", "", "", ";", 20000 },
	{ "sections of the preprocessor", "", "#if 1\n", "int f(void) { return 1; }\n", "#endif\n", "", 5000 },
	{ "a file that includes itself", "#include __FILE__\n", "", "", "", "int f(void) { return 1; }\n", 1 },
	{ "macros of macros", "#define m0 n + n\n", "#define m@ M(@) + M(@)\n", "", "", BODY "return m0; }\n", 100 },
	{ "bytes of no encoding", "int f(void) { return ", "\377\001\200", "", "", "; }", 1000 },
	{ "a comment without an end", "int f(void) { return 1; } /* ", "x", "", "", "", 1000 },
	{ "nothing at all", "", "", "", "", "", 1 },
};

static void add_piece(struct strbuf *out, const char *piece, unsigned number)
{
	for (; *piece; piece++)
		if (*piece == '@')
			strbuf_addf(out, "%u", number);
		else
			strbuf_addch(out, *piece);
}

const char *robustness_extreme(unsigned kind, struct strbuf *out)
{
	const struct extreme *extreme;

	if (kind >= sizeof extremes / sizeof *extremes)
		return NULL;
	extreme = &extremes[kind];
	strbuf_cut(out, 0);
	strbuf_addstr(out, extreme->before);
	for (unsigned i = 1; i <= extreme->count; i++)
		add_piece(out, extreme->piece, i);
	strbuf_addstr(out, extreme->between);
	for (unsigned i = 1; i <= extreme->count; i++)
		add_piece(out, extreme->after, i);
	strbuf_addstr(out, extreme->end);
	return extreme->what;
}
