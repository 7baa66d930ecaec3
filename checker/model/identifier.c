/* Names of identifiers: words, split at underscores and camel case, against lists. */
#include "model/identifier.h"

#include <stddef.h>
#include <string.h>

#define WORD_LIMIT 24 /* a longer one is in no list */

struct words {
	const char *rest;
	char word[WORD_LIMIT];
};

/* These alone say it. */
static const char *const sure_words[] = { "id", "ids", "uid", "uuid", "guid", "nonce", "sessionid", "requestid",
					  "messageid", "msgid", "reqid", "txnid", "txid", "xid", "jobid" };
/* So do these, of a variable. */
static const char *const words_of_variables[] = { "key", "token", "ticket", "serial", "handle", "session",
						  "cookie", "txn", "correlation" };
/* As the last word these tell a time, whatever stands before. */
static const char *const time_words[] = { "expires", "expire", "expiry", "expiration", "deadline", "until", "start",
					  "started", "begin", "begun", "end", "ended", "since", "at", "from", "time",
					  "times", "timeout", "timer", "stamp", "timestamp", "ts", "age", "ttl", "lifetime",
					  "created", "updated", "modified", "seen", "used", "active", "accessed", "access",
					  "activity", "duration", "elapsed", "delay", "interval", "period", "mtime", "ctime",
					  "atime", "date", "day", "year", "clock", "now", "last", "lru", "idle", "latency",
					  "wait", "usage", "refresh", "renew", "check", "count", "len", "length", "size",
					  "sent", "received", "recv" };
static const char *const units[] = { "ns", "nsec", "nsecs", "us", "usec", "usecs", "ms", "msec", "msecs", "s", "sec",
				     "secs", "seconds", "nanos", "micros", "millis", "tv", "t" };
static const char *const making_words[] = { "new", "next", "gen", "generate", "create", "make", "alloc", "fresh", "get",
					    "unique", "build", "mint", "issue" };

#define IN(word, list) in_list(word, list, sizeof(list) / sizeof *(list))

static bool in_list(const char *word, const char *const *list, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (!strcmp(word, list[i]))
			return true;
	return false;
}

static bool is_upper(char c)
{
	return c >= 'A' && c <= 'Z';
}

static bool is_letter(char c)
{
	return is_upper(c) || (c >= 'a' && c <= 'z');
}

/* A new word begins at an upper letter behind a lower one, and at the last of several upper ones before a lower one. */
static bool begins_word(const char *at)
{
	return is_upper(at[0]) && (!is_upper(at[-1]) || (at[1] && is_letter(at[1]) && !is_upper(at[1]) && at[1] != 's'));
}

/* The next word, in lower case; false behind the last one. */
static bool next_word(struct words *words)
{
	const char *at = words->rest;
	size_t length = 0;

	while (*at && !is_letter(*at))
		at++;
	for (const char *start = at; is_letter(*at) && (at == start || !begins_word(at)); at++)
		if (length < WORD_LIMIT - 1)
			words->word[length++] = is_upper(*at) ? (char)(*at - 'A' + 'a') : *at;
	words->word[length] = '\0';
	words->rest = at;
	return length > 0;
}

struct reading {
	bool sure, of_variable, making; /* some word is one of those */
	bool last_sure, last_of_variable;
	bool tells_time; /* the last word that is no unit does */
	bool verb;       /* begins with "handle" */
};

static struct reading read_name(const char *name)
{
	const char *qualified = strrchr(name, ':');
	struct words words = { .rest = qualified ? qualified + 1 : name };
	struct reading reading = { 0 };

	for (bool first = true; next_word(&words); first = false) {
		bool unit = !first && IN(words.word, units);

		if (unit)
			continue;
		reading.last_sure = IN(words.word, sure_words);
		reading.last_of_variable = IN(words.word, words_of_variables);
		reading.tells_time = IN(words.word, time_words);
		reading.sure = reading.sure || reading.last_sure;
		reading.of_variable = reading.of_variable || reading.last_of_variable;
		reading.making = reading.making || IN(words.word, making_words);
		reading.verb = reading.verb || (first && !strcmp(words.word, "handle"));
	}
	return reading;
}

bool identifier_variable(const char *name)
{
	struct reading reading = read_name(name);

	return (reading.sure || reading.of_variable) && !reading.tells_time;
}

bool identifier_function(const char *name)
{
	struct reading reading = read_name(name);

	if (reading.tells_time || reading.verb)
		return false;
	return reading.sure || reading.last_of_variable || (reading.making && reading.of_variable);
}

bool identifier_type(const char *name)
{
	struct reading reading = read_name(name);

	return reading.last_sure;
}

bool identifier_time(const char *name)
{
	return read_name(name).tells_time;
}
