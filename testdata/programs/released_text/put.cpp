#include <cstdlib>
#include <memory>
#include <cstring>
#include <cstdio>

/* Nobody frees it any more. */
static void add(const char *s)
{
	std::unique_ptr<char[]> p(new char[std::strlen(s) + 3]);
	std::sprintf(p.get(), "A=%s", s);
	putenv(p.release());
}

int main(int argc, char **argv)
{
	add(argv[argc - 1]);
	std::puts(getenv("A") ? "y" : "n");
}
