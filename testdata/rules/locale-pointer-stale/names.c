// rule: locale-pointer-stale
/* What setlocale returned, before and after the next one. */
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *kept;

static void put_back_bad(void)
{
	char *old = setlocale(LC_NUMERIC, NULL);

	setlocale(LC_NUMERIC, "C");
	setlocale(LC_NUMERIC, old); // expect: locale-pointer-stale
}

static void other_category_bad(void)
{
	char *old = setlocale(LC_ALL, NULL);

	setlocale(LC_CTYPE, "");
	puts(old); // expect: locale-pointer-stale
}

static void of_a_change_bad(void)
{
	const char *name = setlocale(LC_ALL, "");

	setlocale(LC_ALL, "C");
	printf("%s\n", name); // expect: locale-pointer-stale
}

static void copied_late_bad(void)
{
	char *old = setlocale(LC_TIME, NULL), *copy;

	setlocale(LC_TIME, "");
	copy = strdup(old); // expect: locale-pointer-stale
	free(copy);
}

static void kept_late_bad(void)
{
	char *old = setlocale(LC_ALL, NULL);

	setlocale(LC_ALL, "");
	kept = old; // expect: locale-pointer-stale
}

static void compared_bad(void)
{
	char *old = setlocale(LC_ALL, NULL);

	if (!setlocale(LC_ALL, "de_DE.UTF-8"))
		return;
	if (!strcmp(old, "C")) // expect: locale-pointer-stale
		puts("was C");
}

static void in_branch_bad(void)
{
	char *old = setlocale(LC_ALL, NULL);

	if (old)
		setlocale(LC_ALL, "");
	if (old)
		setlocale(LC_ALL, old); // expect: locale-pointer-stale
}

static void behind_work_bad(void)
{
	char *old = setlocale(LC_NUMERIC, NULL);

	setlocale(LC_NUMERIC, "C");
	printf("%f\n", 1.5);
	setlocale(LC_NUMERIC, old); // expect: locale-pointer-stale
}

static void twice_bad(void)
{
	char *one = setlocale(LC_CTYPE, NULL), *other = setlocale(LC_CTYPE, "");

	puts(other);
	puts(one); // expect: locale-pointer-stale
}

static void formatted_bad(void)
{
	char text[80], *old = setlocale(LC_ALL, NULL);

	setlocale(LC_ALL, "");
	snprintf(text, sizeof text, "was %s", old); // expect: locale-pointer-stale
	puts(text);
}

static void chosen_bad(void)
{
	char *old = rand() ? setlocale(LC_ALL, NULL) : NULL;

	setlocale(LC_ALL, "C");
	if (old)
		puts(old); // expect: locale-pointer-stale
}

static void through_cast_bad(void)
{
	const char *old = (const char *)setlocale(LC_MONETARY, NULL);

	setlocale(LC_MONETARY, "");
	fputs(old, stdout); // expect: locale-pointer-stale
}

static void copied_ok(void)
{
	char *old = strdup(setlocale(LC_NUMERIC, NULL));

	setlocale(LC_NUMERIC, "C");
	setlocale(LC_NUMERIC, old);
	free(old);
}

static void used_before_ok(void)
{
	char *old = setlocale(LC_ALL, NULL);

	puts(old);
	setlocale(LC_ALL, "");
}

static void only_asked_ok(void)
{
	char *old = setlocale(LC_ALL, NULL);

	setlocale(LC_CTYPE, NULL);
	puts(old);
}

static void into_array_ok(void)
{
	char old[100];

	snprintf(old, sizeof old, "%s", setlocale(LC_ALL, NULL));
	setlocale(LC_ALL, "");
	setlocale(LC_ALL, old);
}

static void asked_again_ok(void)
{
	char *name = setlocale(LC_ALL, NULL);

	puts(name);
	setlocale(LC_ALL, "");
	name = setlocale(LC_ALL, NULL);
	puts(name);
}

static void each_round_ok(void)
{
	for (int i = 0; i < 3; i++) {
		char *name = setlocale(LC_ALL, i ? "" : "C");

		if (name)
			puts(name);
	}
}

static void tested_ok(void)
{
	if (!setlocale(LC_ALL, ""))
		setlocale(LC_ALL, "C");
	puts("set");
}

static void result_unused_ok(void)
{
	setlocale(LC_ALL, "");
	setlocale(LC_NUMERIC, "C");
}

static void by_thread_ok(void)
{
	locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0), old = uselocale(c);

	printf("%f\n", 1.5);
	uselocale(old);
	freelocale(c);
}

static void other_branch_ok(void)
{
	char *old = setlocale(LC_ALL, NULL);

	if (rand())
		setlocale(LC_ALL, "");
	else
		puts(old);
}

static void constant_ok(void)
{
	setlocale(LC_NUMERIC, "C");
	setlocale(LC_NUMERIC, "");
}

static void last_ok(void)
{
	char *name;

	setlocale(LC_ALL, "");
	name = setlocale(LC_TIME, NULL);
	puts(name ? name : "none");
}

int main(void)
{
	put_back_bad();
	other_category_bad();
	of_a_change_bad();
	copied_late_bad();
	kept_late_bad();
	compared_bad();
	in_branch_bad();
	behind_work_bad();
	twice_bad();
	formatted_bad();
	chosen_bad();
	through_cast_bad();
	copied_ok();
	used_before_ok();
	only_asked_ok();
	into_array_ok();
	asked_again_ok();
	each_round_ok();
	tested_ok();
	result_unused_ok();
	by_thread_ok();
	other_branch_ok();
	constant_ok();
	last_ok();
	return kept != NULL;
}
