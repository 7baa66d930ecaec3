// rule: locale-compare
/* Words in the source against text. */
#include <locale.h>
#include <string.h>
#include <strings.h>

struct header {
	const char *name, *value;
};

static int title_bad(const char *text)
{
	return strcasecmp(text, "title"); // expect: locale-compare (note)
}

static int first_bad(const char *text)
{
	return strcasecmp("IF-MATCH", text); // expect: locale-compare (note)
}

static int prefix_bad(const char *text)
{
	return strncasecmp(text, "file:", 5); // expect: locale-compare (note)
}

static const char *within_bad(const char *text)
{
	return strcasestr(text, "ignore"); // expect: locale-compare (note)
}

static int order_bad(const char *text)
{
	return strcoll(text, "beta"); // expect: locale-compare (note)
}

static int variable_bad(const char *text)
{
	const char *word = "insert";

	return strcasecmp(text, word); // expect: locale-compare (note)
}

static int same(const char *text, const char *word)
{
	return text == word;
}

static int member_bad(const struct header *header)
{
	return !strcasecmp(header->name, "Content-Disposition"); // expect: locale-compare (note)
}

static int suffix_bad(const char *path)
{
	const char *dot = strrchr(path, '.');

	return dot && !strcasecmp(dot, ".ini"); // expect: locale-compare (note)
}

static int chain_bad(const char *text)
{
	if (!strcasecmp(text, "on"))
		return 1;
	return !strcasecmp(text, "disable"); // expect: locale-compare (note)
}

static int loop_bad(char **words, int count)
{
	int found = 0;

	for (int i = 0; i < count; i++)
		found += !strncasecmp(words[i], "min", 3); // expect: locale-compare (note)
	return found;
}

static int conditional_bad(const char *text, int deep)
{
	return deep ? strcasecmp(text, "with") : same(text, "with"); // expect: locale-compare (note)
}

static int capital_bad(const char *text)
{
	return strcasecmp(text, "GIF87A"); // expect: locale-compare (note)
}

static int no_i_ok(const char *text)
{
	return strcasecmp(text, "on");
}

static int no_i_prefix_ok(const char *text)
{
	return strncasecmp(text, "http", 4);
}

static int exact_ok(const char *text)
{
	return strcmp(text, "title");
}

static int two_texts_ok(const char *a, const char *b)
{
	return strcasecmp(a, b);
}

static int two_texts_in_order_ok(const char *a, const char *b)
{
	return strcoll(a, b);
}

static int bytes_ok(const char *text)
{
	return memcmp(text, "title", 5);
}

static int by_locale_ok(const char *text, locale_t c)
{
	return strcasecmp_l(text, "title", c);
}

static int empty_ok(const char *text)
{
	return strcasecmp(text, "");
}

static int back_in_c_ok(const char *text)
{
	setlocale(LC_ALL, "C");
	return strcasecmp(text, "title");
}

int main(int argc, char **argv)
{
	struct header header = { argv[0], argv[0] };
	const char *text = argv[argc - 1];
	int sum;

	setlocale(LC_ALL, "");
	sum = title_bad(text) + first_bad(text) + prefix_bad(text) + !within_bad(text) + order_bad(text) + variable_bad(text);
	sum += member_bad(&header) + suffix_bad(text) + chain_bad(text) + loop_bad(argv, argc) + conditional_bad(text, argc);
	sum += capital_bad(text) + no_i_ok(text) + no_i_prefix_ok(text) + exact_ok(text) + two_texts_ok(text, argv[0]);
	sum += two_texts_in_order_ok(text, argv[0]) + bytes_ok(text) + by_locale_ok(text, (locale_t)0) + empty_ok(text);
	return sum + back_in_c_ok(text);
}
