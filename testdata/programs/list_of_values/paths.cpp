#include <cstdlib>
#include <vector>
#include <cstdio>

/* The list holds the pointer. */
static std::vector<const char *> paths;
int main()
{
	paths.push_back(std::getenv("PATH"));
	setenv("PATH", "/bin", 1);
	std::puts(paths[0]);
}
