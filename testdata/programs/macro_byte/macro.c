#include <ctype.h>

#define IS_NAME(c) (isalpha(c) || (c) == '_')

static const char *behind_name(const char *p)
{
	while (IS_NAME(*p))
		p++;
	return p;
}

int main(int argc, char **argv)
{
	return *behind_name(argv[argc - 1]) != '\0';
}
