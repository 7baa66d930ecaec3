/* A thread writes the environment while others walk it in all kinds of ways. */
#include <pthread.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

extern char **environ;

static void pointer_bad(void)
{
	for (char **p = environ; *p; p++) // expect: env-environ
		puts(*p);
}

static int index_bad(void)
{
	int n = 0;

	while (environ[n]) // expect: env-environ
		n++;
	return n;
}

static const char *kept_in_a_variable_bad(const char *name)
{
	char **all = environ; // expect: env-environ
	size_t length = strlen(name);

	for (int i = 0; all[i]; i++)
		if (!strncmp(all[i], name, length))
			return all[i];
	return NULL;
}

static size_t count_ok(char *const *array)
{
	size_t n = 0;

	while (array[n])
		n++;
	return n;
}

static size_t handed_to_a_walker_bad(void)
{
	return count_ok(environ); // expect: env-environ
}

static char **the_array_bad(void)
{
	return environ; // expect: env-environ
}

static void by_an_accessor_ok(void)
{
	for (char **p = the_array_bad(); *p; p++)
		puts(*p);
}

static void by_its_address_bad(void)
{
	char ***where = &environ;

	for (char **p = *where; *p; p++) // expect: env-environ
		puts(*p);
}

static void copied_bad(char **to, size_t count)
{
	memcpy(to, environ, count * sizeof *to); // expect: env-environ
}

static void first_only_bad(void)
{
	if (*environ) // expect: env-environ
		puts("not empty");
}

static void *show_ok(void *unused)
{
	char *room[64];

	pointer_bad();
	printf("%d\n", index_bad());
	puts(kept_in_a_variable_bad("HOME=") ? "yes" : "no");
	printf("%zu\n", handed_to_a_walker_bad());
	by_an_accessor_ok();
	by_its_address_bad();
	copied_bad(room, 8);
	first_only_bad();
	return unused;
}

static void handed_to_exec_ok(char **argv)
{
	pid_t pid;

	if (posix_spawn(&pid, argv[0], NULL, NULL, argv, environ))
		_exit(1);
}

static void in_a_child_ok(char **argv)
{
	if (fork() == 0) {
		for (char **p = environ; *p; p++)
			(void)!write(2, *p, strlen(*p));
		execve(argv[0], argv, environ);
		_exit(127);
	}
}

static void asked_for_null_ok(void)
{
	if (!environ)
		puts("none");
}

static void own_thread_ok(void)
{
	for (char **p = environ; *p; p++)
		puts(*p);
}

static void before_ok(void)
{
	for (char **p = environ; *p; p++)
		puts(*p);
}

static void write_late_bad(const char *value)
{
	setenv("LATE", value, 1); // expect: env-write-threaded
}

int main(int argc, char **argv)
{
	pthread_t thread;

	(void)argc;
	before_ok();
	if (pthread_create(&thread, NULL, show_ok, NULL))
		return 1;
	write_late_bad(argv[0]);
	handed_to_exec_ok(argv);
	in_a_child_ok(argv);
	asked_for_null_ok();
	own_thread_ok();
	return pthread_join(thread, NULL);
}
