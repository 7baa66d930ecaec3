#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern char **environ;

static void print_all(FILE *out)
{
	for (int i = 0; environ[i] != NULL; i++) {
		char *entry = strdup(environ[i]);

		fprintf(out, "<li>%s\n", entry ? entry : "");
		free(entry);
	}
}

static void *serve(void *unused)
{
	for (int i = 0; i < 10; i++)
		print_all(stdout);
	return unused;
}

int main(int argc, char **argv)
{
	static char last[256];
	pthread_t server;

	if (pthread_create(&server, NULL, serve, NULL))
		return 1;
	snprintf(last, sizeof last, "LAST_ARGUMENT=%s", argv[argc - 1]);
	putenv(last);
	return pthread_join(server, NULL);
}
