#include <cstdlib>
#include <string>
#include <list>
#include <cstdio>

/* The list keeps what it was handed. */
static std::list<std::string> keep;
static void add(const std::string &s)
{
	keep.push_back(s);
	putenv(&keep.back()[0]);
}

int main(int argc, char **argv)
{
	add(std::string("A=") + argv[argc - 1]);
	std::puts(getenv("A") ? "y" : "n");
}
