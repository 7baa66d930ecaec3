#include <fcntl.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <unistd.h>

static int send_whole(int out, int in)
{
	char part[1000];
	ssize_t got;

	if (sendfile(out, in, NULL, 1 << 20) >= 0)
		return 0;
	do {
		got = read(in, part, sizeof part);
		if (got > 0 && send(out, part, (size_t)got, 0) != got)
			return -1;
	} while (got > 0);
	return (int)got;
}

int main(int argc, char **argv)
{
	return send_whole(socket(AF_INET, SOCK_STREAM, 0), open(argv[argc - 1], O_RDONLY));
}
