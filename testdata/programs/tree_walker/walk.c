#include <dirent.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void visit(const char *path, int depth)
{
	char text[12], below[512];
	DIR *dir = opendir(path);
	struct dirent *entry;

	if (!dir)
		return;
	snprintf(text, sizeof text, "%d", depth);
	setenv("WALK_DEPTH", text, 1);
	while ((entry = readdir(dir)) != NULL) {
		if (entry->d_name[0] == '.')
			continue;
		snprintf(below, sizeof below, "%s/%s", path, entry->d_name);
		if (depth < 8)
			visit(below, depth + 1);
	}
	closedir(dir);
}

static void *walk(void *path)
{
	visit(path, 0);
	return NULL;
}

int main(int argc, char **argv)
{
	pthread_t threads[4];
	int n = argc - 1 < 4 ? argc - 1 : 4;

	for (int i = 0; i < n; i++)
		if (pthread_create(&threads[i], NULL, walk, argv[i + 1]))
			return 1;
	for (int i = 0; i < n; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
