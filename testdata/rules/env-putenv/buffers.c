/* Static buffers: filled once they are right, filled again they change the variable of before. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char shared[64];
static char twice[64];
static char table[4][64];
static char *kept;

static void filled_for_each_bad(const char *name)
{
	static char entry[64];

	snprintf(entry, sizeof entry, "%s=1", name);
	putenv(entry); // expect: env-putenv
}

static void filled_in_a_loop_bad(char **names)
{
	for (; *names; names++) {
		snprintf(shared, sizeof shared, "%s=1", *names);
		putenv(shared); // expect: env-putenv
	}
}

static void put_bad(void)
{
	putenv(twice); // expect: env-putenv
}

static void fill_ok(const char *value)
{
	strcpy(twice, "TWICE=");
	strncat(twice, value, 32);
}

static void one_row_again_bad(const char *name)
{
	snprintf(table[0], sizeof table[0], "%s=1", name);
	putenv(table[0]); // expect: env-putenv
}

static void replaced_too_early_bad(const char *value)
{
	free(kept);
	kept = malloc(64);
	if (!kept)
		return;
	snprintf(kept, 64, "KEPT=%s", value);
	putenv(kept); // expect: env-putenv
}

static void filled_once_ok(int number)
{
	static char entry[32];

	snprintf(entry, sizeof entry, "NUMBER=%d", number);
	putenv(entry);
}

static void literal_ok(void)
{
	static char entry[] = "LITERAL=1";

	putenv(entry);
}

static void rows_ok(char **names)
{
	for (int i = 1; i < 4 && names[i]; i++) {
		snprintf(table[i], sizeof table[i], "%s=1", names[i]);
		putenv(table[i]);
	}
}

static void next_row_ok(const char *name)
{
	static char rows[16][64];
	static int used;

	if (used == 16)
		return;
	snprintf(rows[used], sizeof rows[used], "%s=1", name);
	putenv(rows[used++]);
}

static void first_time_only_ok(void)
{
	static char entry[32];
	static int done;

	if (done)
		return;
	done = 1;
	snprintf(entry, sizeof entry, "FIRST=%d", 1);
	putenv(entry);
}

static void taken_back_ok(const char *value)
{
	static char entry[64];

	snprintf(entry, sizeof entry, "GUEST=%s", value);
	putenv(entry);
	if (system("true"))
		perror("true");
	unsetenv("GUEST");
}

static void replaced_in_order_ok(const char *value)
{
	static char *current;
	char *before = current;

	current = malloc(64);
	if (!current)
		return;
	snprintf(current, 64, "ORDER=%s", value);
	putenv(current);
	free(before);
}

static void one_or_other_ok(int which)
{
	static char entry[32];

	if (which) {
		strcpy(entry, "WHICH=a");
		putenv(entry);
	} else {
		strcpy(entry, "WHICH=b");
		putenv(entry);
	}
}

static int put_ok(char *entry)
{
	return strchr(entry, '=') ? putenv(entry) : -1;
}

static void put_by_helper_ok(const char *value)
{
	static char entry[32];

	snprintf(entry, sizeof entry, "HELPER=%s", value);
	put_ok(entry);
}

static void put_by_helper_too_ok(const char *value)
{
	static char entry[32];

	snprintf(entry, sizeof entry, "TOO=%s", value);
	put_ok(entry);
}

static int put_too_bad(char *entry)
{
	return putenv(entry); // expect: env-putenv
}

static void put_again_by_helper(const char *value)
{
	static char entry[32];

	snprintf(entry, sizeof entry, "AGAIN=%s", value);
	put_too_bad(entry);
}

int main(int argc, char **argv)
{
	put_by_helper_ok(argv[0]);
	put_by_helper_too_ok(argv[0]);
	put_again_by_helper(argv[0]);
	put_again_by_helper(argv[argc - 1]);
	filled_for_each_bad(argv[0]);
	filled_for_each_bad(argv[argc - 1]);
	filled_in_a_loop_bad(argv);
	fill_ok("1");
	put_bad();
	fill_ok("2");
	one_row_again_bad(argv[0]);
	one_row_again_bad(argv[argc - 1]);
	replaced_too_early_bad("1");
	replaced_too_early_bad("2");
	filled_once_ok(argc);
	literal_ok();
	rows_ok(argv);
	next_row_ok(argv[0]);
	next_row_ok(argv[argc - 1]);
	first_time_only_ok();
	first_time_only_ok();
	taken_back_ok("1");
	taken_back_ok("2");
	replaced_in_order_ok("1");
	replaced_in_order_ok("2");
	one_or_other_ok(argc > 1);
	return 0;
}
