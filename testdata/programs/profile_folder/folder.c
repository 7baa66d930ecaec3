#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

static int make_folder(void)
{
	char *file = getenv("PROFILE_FILE");
	char *folder;

	if (file == NULL)
		return -1;
	folder = dirname(file);
	return mkdir(folder, 0700);
}

int main(void)
{
	if (make_folder())
		perror("profile");
	return system("use-profile");
}
