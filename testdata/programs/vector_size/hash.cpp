#include <fcntl.h>
#include <unistd.h>
#include <vector>

static unsigned hash(int fd)
{
	std::vector<char> buffer(512);
	unsigned value = 0;
	ssize_t got;

	while ((got = ::read(fd, buffer.data(), buffer.size())) > 0)
		for (ssize_t i = 0; i < got; i++)
			value = value * 31 + static_cast<unsigned char>(buffer[i]);
	return value;
}

int main(int argc, char **argv)
{
	return argc > 1 ? static_cast<int>(hash(::open(argv[1], O_RDONLY)) & 1) : 2;
}
