/* A token that a guesser of seconds finds, and that two logins share. */
#include <stdio.h>
#include <sys/time.h>

struct session {
	char token[40];
	char user[32];
};

static void open_session(struct session *session, const char *user)
{
	struct timeval now;

	gettimeofday(&now, NULL);
	snprintf(session->user, sizeof session->user, "%s", user);
	snprintf(session->token, sizeof session->token, "%lx%lx", (long)now.tv_sec, (long)now.tv_usec);
}

int main(int argc, char **argv)
{
	struct session session;

	open_session(&session, argv[argc - 1]);
	puts(session.token);
	return 0;
}
