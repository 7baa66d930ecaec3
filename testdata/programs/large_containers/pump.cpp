/* Large enough, or known only at run time, or buffered by the stream. */
#include <array>
#include <fcntl.h>
#include <fstream>
#include <unistd.h>
#include <vector>

static long drain(int fd, std::size_t size)
{
	std::vector<char> buffer(size);
	static std::array<char, 65536> large;
	long total = 0;
	ssize_t got;

	while ((got = ::read(fd, buffer.data(), buffer.size())) > 0)
		total += got;
	while ((got = ::read(fd, large.data(), large.size())) > 0)
		total += got;
	return total;
}

static long by_stream(const char *path)
{
	std::ifstream in(path, std::ios::binary);
	char part[64];
	long total = 0;

	while (in.read(part, sizeof part) || in.gcount())
		total += in.gcount();
	return total;
}

int main(int argc, char **argv)
{
	std::size_t size = static_cast<std::size_t>(argc) * 4096;

	return static_cast<int>(drain(::open(argv[argc - 1], O_RDONLY), size) + by_stream(argv[argc - 1]));
}
