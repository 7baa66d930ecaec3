#include <array>
#include <fcntl.h>
#include <unistd.h>
#include <vector>

class source {
public:
	source(int fd, std::size_t size) : fd_(fd), buffer_(size) {}
	long drain()
	{
		long total = 0;
		ssize_t got;

		while ((got = ::read(fd_, buffer_.data(), buffer_.size())) > 0)
			total += got;
		return total;
	}

private:
	int fd_;
	std::vector<char> buffer_;
};

static long whole(int fd)
{
	std::array<char, 300> part;
	long total = 0;
	ssize_t got;

	while ((got = ::read(fd, part.data(), part.size())) > 0)
		total += part[0] + got;
	return total;
}

int main(int argc, char **argv)
{
	source s(::open(argv[argc - 1], O_RDONLY), 128);

	return static_cast<int>(s.drain() + whole(::open(argv[argc - 1], O_RDONLY)));
}
