/* Sizes that a format dictates. */
#include <stdint.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/socket.h>
#include <unistd.h>

struct header {
	uint32_t length, kind;
};

struct sample {
	char bytes[8];
};

static unsigned long total;

static void whole_struct_ok(int fd)
{
	struct header header;

	while (read(fd, &header, sizeof header) == (ssize_t)sizeof header)
		total += header.length;
}

static void several_structs_ok(int fd)
{
	struct sample samples[16];

	while (read(fd, samples, sizeof samples) > 0)
		total += samples[0].bytes[0] != 0;
}

static void struct_by_pointer_ok(int fd, struct header *header)
{
	while (read(fd, header, sizeof *header) > 0)
		total += header->kind;
}

static void number_ok(int fd)
{
	uint32_t number;

	while (read(fd, &number, sizeof number) == (ssize_t)sizeof number)
		total += number;
}

static void field_ok(int fd)
{
	struct header header = { 0, 0 };

	while (read(fd, &header.kind, sizeof header.kind) > 0)
		total += header.kind;
}

static void struct_out_ok(int fd, const struct header *header, int count)
{
	while (count-- > 0)
		write(fd, header, sizeof *header);
}

static void taken_apart_ok(int fd)
{
	unsigned char head[4];

	while (read(fd, head, sizeof head) == (ssize_t)sizeof head)
		total += (unsigned)head[0] << 8 | head[1];
}

static void copied_apart_ok(int fd)
{
	char head[6];
	uint32_t length;

	while (read(fd, head, sizeof head) == (ssize_t)sizeof head) {
		memcpy(&length, head + 2, sizeof length);
		total += length;
	}
}

static void whole_but_walked_bad(int fd)
{
	unsigned char piece[64];

	while (read(fd, piece, sizeof piece) == (ssize_t)sizeof piece) // expect: io-buffer-small
		for (size_t i = 0; i < sizeof piece; i++)
			total += piece[i];
}

static void apart_but_not_whole_bad(int fd)
{
	unsigned char piece[64];

	while (read(fd, piece, sizeof piece) > 0) // expect: io-buffer-small
		total += piece[0];
}

static void counter_ok(void)
{
	char count[8];
	int fd = eventfd(0, 0);

	while (read(fd, count, sizeof count) > 0)
		total++;
}

static void watch_ok(void)
{
	char events[1024];
	int fd = inotify_init1(0);

	inotify_add_watch(fd, ".", IN_MODIFY);
	while (read(fd, events, sizeof events) > 0)
		total++;
}

static void datagrams_ok(void)
{
	char packet[512];
	int fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);

	while (recv(fd, packet, sizeof packet, 0) > 0)
		total++;
}

static void stream_socket_bad(void)
{
	char packet[512];
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

	while (recv(fd, packet, sizeof packet, 0) > 0) // expect: io-buffer-small
		total += packet[0] == '\n';
}

static int copied_whole_ok(int fd)
{
	unsigned char head[4];
	uint32_t length;
	int frames = 0;

	while (read(fd, head, sizeof head) == (ssize_t)sizeof head) {
		memcpy(&length, head, sizeof length);
		lseek(fd, length, SEEK_CUR);
		frames++;
	}
	return frames;
}

int main(void)
{
	struct header header = { 1, 2 };

	whole_struct_ok(3);
	several_structs_ok(3);
	struct_by_pointer_ok(3, &header);
	number_ok(3);
	field_ok(3);
	struct_out_ok(4, &header, 7);
	taken_apart_ok(3);
	copied_apart_ok(3);
	copied_whole_ok(3);
	whole_but_walked_bad(3);
	apart_but_not_whole_bad(3);
	counter_ok();
	watch_ok();
	datagrams_ok();
	stream_socket_bad();
	return total == 0;
}
