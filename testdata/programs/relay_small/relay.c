/* A relay of two descriptors by poll, a handful of bytes a turn; the size stands in a struct. */
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#define RELAY_BUFFER 128

struct relay {
	int from, to;
	char bytes[RELAY_BUFFER];
};

static int turn(struct relay *relay)
{
	ssize_t got = read(relay->from, relay->bytes, sizeof relay->bytes);

	if (got <= 0)
		return 0;
	return send(relay->to, relay->bytes, (size_t)got, 0) == got;
}

int main(void)
{
	struct relay relay = { .from = socket(AF_INET, SOCK_STREAM, 0), .to = socket(AF_INET, SOCK_STREAM, 0) };
	struct pollfd ready = { .fd = relay.from, .events = POLLIN };

	while (poll(&ready, 1, -1) > 0)
		if (!turn(&relay))
			break;
	return 0;
}
