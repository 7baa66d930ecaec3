/* Readings that are times and nothing else. */
#include <stdint.h>
#include <stdio.h>
#include <sys/stat.h>
#include <time.h>

struct session {
	int id;
	time_t created, last_used;
	time_t expires_at;
	double key_lifetime;
};

struct entry {
	unsigned lru;
	time_t mtime;
	int width, valid;
};

static int64_t now_ms(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (int64_t)ts.tv_sec * 1000 + ts.tv_nsec / 1000000;
}

static void begin_ok(struct session *session)
{
	session->created = session->last_used = time(NULL);
	session->expires_at = time(NULL) + 3600;
}

static void name_tells_time_ok(int64_t *session_start_ms)
{
	int64_t token_deadline = now_ms() + 500, id_age = now_ms();

	*session_start_ms = now_ms();
	printf("%lld %lld\n", (long long)token_deadline, (long long)id_age);
}

static void stamp_ok(struct entry *entry)
{
	entry->lru = (unsigned)now_ms();
	entry->valid = (int)now_ms();
	entry->width = (int)now_ms();
	entry->mtime = time(NULL);
}

static int64_t duration_ok(int64_t start)
{
	int64_t id = now_ms() - start;

	return id;
}

static void log_ok(int id)
{
	printf("%lld request %d\n", (long long)now_ms(), id);
}

static int is_due_ok(int64_t deadline)
{
	int key = now_ms() >= deadline;

	return key;
}

static void header_ok(char *line, size_t size)
{
	time_t now = time(NULL);
	struct tm tm;

	gmtime_r(&now, &tm);
	strftime(line, size, "Date: %a, %d %b %Y %H:%M:%S GMT", &tm);
}

static void day_key_ok(char *key, size_t size)
{
	time_t now = time(NULL);

	strftime(key, size, "%Y-%m-%d", localtime(&now));
}

static int handle_tick_ok(void)
{
	return (int)now_ms();
}

static void copy_ok(struct entry *to, const struct stat *from)
{
	to->mtime = from->st_mtime;
}

int main(void)
{
	struct session session;
	struct entry entry;
	struct stat st = { 0 };
	int64_t at;
	char line[80];

	begin_ok(&session);
	name_tells_time_ok(&at);
	stamp_ok(&entry);
	printf("%lld\n", (long long)duration_ok(at));
	log_ok(3);
	printf("%d\n", is_due_ok(at));
	header_ok(line, sizeof line);
	day_key_ok(line, sizeof line);
	printf("%d\n", handle_tick_ok());
	copy_ok(&entry, &st);
	return 0;
}
