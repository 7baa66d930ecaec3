/* Keys of a terminal, datagrams and a wake-up pipe: small by nature. */
#include <sys/socket.h>
#include <termios.h>
#include <unistd.h>

static int keys(void)
{
	struct termios mode;
	char key;
	int count = 0;

	if (tcgetattr(0, &mode))
		return 0;
	mode.c_lflag &= ~(tcflag_t)ICANON;
	tcsetattr(0, TCSANOW, &mode);
	while (read(0, &key, 1) == 1 && key != 'q')
		count++;
	return count;
}

static int datagrams(void)
{
	int fd = socket(AF_INET, SOCK_DGRAM, 0), count = 0;
	char packet[512];

	while (recv(fd, packet, sizeof packet, 0) > 0)
		count += packet[0];
	return count;
}

int main(void)
{
	return keys() + datagrams();
}
