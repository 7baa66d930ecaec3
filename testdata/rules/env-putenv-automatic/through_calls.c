/* The string crosses functions before it gets to putenv. */
#include <stdio.h>
#include <stdlib.h>

struct setting {
	char text[48];
};

static void put_for_others_bad(char *entry)
{
	putenv(entry); // expect: env-putenv-automatic
}

static void calls_with_local(int number)
{
	char entry[32];

	snprintf(entry, sizeof entry, "NUMBER=%d", number);
	put_for_others_bad(entry);
}

static char *same(char *entry)
{
	return entry;
}

static void through_identity_bad(void)
{
	char entry[] = "SAME=1";

	putenv(same(entry)); // expect: env-putenv-automatic
}

static void put_setting_bad(struct setting *setting)
{
	putenv(setting->text); // expect: env-putenv-automatic
}

static void calls_with_setting(void)
{
	struct setting setting = { "SETTING=1" };

	put_setting_bad(&setting);
}

static void one_of_two_bad(int which)
{
	static char kept[] = "WHICH=kept";
	char lost[] = "WHICH=lost";

	putenv(which ? kept : lost); // expect: env-putenv-automatic
}

static int put_static_ok(char *entry)
{
	return putenv(entry);
}

static int (*const put)(char *) = putenv;

static void by_pointer_bad(void)
{
	char entry[] = "POINTER=1";

	put(entry); // expect: env-putenv-automatic
}

static void put_from_main_ok(char *entry)
{
	putenv(entry);
}

int main(int argc, char **argv)
{
	static char entry[] = "STATIC=1";
	char own[] = "MAIN=1";

	(void)argv;
	calls_with_local(argc);
	through_identity_bad();
	calls_with_setting();
	one_of_two_bad(argc);
	by_pointer_bad();
	put_static_ok(entry);
	put_from_main_ok(own);
	return system("env");
}
