/* A message id of host, second and process: one process makes two in one second. */
#include <stdio.h>
#include <time.h>
#include <unistd.h>

struct message {
	char message_id[100];
};

static void begin(struct message *message, const char *host)
{
	time_t now;

	time(&now);
	snprintf(message->message_id, sizeof message->message_id, "<%ld.%d@%s>", (long)now, (int)getpid(), host);
}

int main(void)
{
	struct message message;

	begin(&message, "example.org");
	puts(message.message_id);
	return 0;
}
