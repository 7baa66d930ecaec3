#include <cstdlib>
#include <string>
#include <cstdio>

/* The string ends with the function. */
static void add(const std::string &n, const std::string &v)
{
	std::string s = n + "=" + v;
	putenv(const_cast<char *>(s.c_str()));
}

int main(int argc, char **argv)
{
	add("A", argv[argc - 1]);
	std::puts(getenv("A") ? "y" : "n");
}
