/* A key of a table that is counted by nothing but time. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

struct object {
	char key[64];
	struct object *next;
};

static struct object *objects;

static void make_key(char *key, size_t room)
{
	time_t now = time(NULL);
	struct tm *tm = gmtime(&now);

	strftime(key, room, "obj-%Y%m%d%H%M%S", tm);
}

static struct object *put(void)
{
	struct object *object = calloc(1, sizeof *object);

	if (!object)
		return NULL;
	make_key(object->key, sizeof object->key);
	object->next = objects;
	return objects = object;
}

int main(void)
{
	struct object *object = put();

	puts(object ? object->key : "");
	return 0;
}
