#include <fcntl.h>
#include <unistd.h>

template <std::size_t Size> static bool pump(int in, int out)
{
	char buffer[Size];
	ssize_t got;

	while ((got = ::read(in, buffer, Size)) > 0)
		if (::write(out, buffer, static_cast<std::size_t>(got)) != got)
			return false;
	return got == 0;
}

int main(int argc, char **argv)
{
	return argc < 2 || !pump<512>(::open(argv[1], O_RDONLY), 1);
}
