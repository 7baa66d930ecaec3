/* The threads of a race over the environment. */
#include "bench/evidence/env_race.h"

#include <locale.h>
#include <netdb.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define NAME "SNAG_BENCH_VALUE"
#define HOLD_NS 100000
/* How long a reader may take to come to a CPU, on a machine with much else to do. */
#define START_SECONDS 5
/* What a child may take beyond that and the time its writer has. */
#define GRACE_SECONDS 10

extern char **environ;

struct racers {
	struct race *race;
	pthread_mutex_t mutex;
};

static void enter(struct racers *racers)
{
	if (racers->race->locked)
		pthread_mutex_lock(&racers->mutex);
}

static void leave(struct racers *racers)
{
	if (racers->race->locked)
		pthread_mutex_unlock(&racers->mutex);
}

static void make_value(char value[RACE_VALUE_LENGTH + 1], unsigned long n)
{
	memset(value, 'a' + (int)(n % 26), RACE_VALUE_LENGTH);
	value[RACE_VALUE_LENGTH] = '\0';
}

static void write_once(enum race_writer writer, unsigned long n)
{
	char name[64], value[RACE_VALUE_LENGTH + 1];

	snprintf(name, sizeof name, "SB%lu%s", n, writer == WRITE_PUTENV ? "=x" : "");
	make_value(value, n);
	switch (writer) {
	case WRITE_NEW:
		setenv(name, "x", 1);
		break;
	case WRITE_PUTENV:
		putenv(strdup(name));
		break;
	case WRITE_SAME:
		setenv(NAME, value, 1);
		break;
	}
}

/* Looks at the bytes in their place, as programs do. */
static bool is_whole(const volatile char *value)
{
	for (int i = 1; i < RACE_VALUE_LENGTH; i++)
		if (value[i] != value[0])
			return false;
	return value[0] >= 'a' && value[0] <= 'z' && value[RACE_VALUE_LENGTH] == '\0';
}

static void hold(void)
{
	uint64_t end = wall_ns() + HOLD_NS;

	while (wall_ns() < end)
		;
}

static bool read_held(void)
{
	const char *value = getenv(NAME);
	char copy[RACE_VALUE_LENGTH + 1];

	if (!value)
		return false;
	memcpy(copy, value, sizeof copy);
	hold();
	return memcmp(copy, value, sizeof copy) == 0;
}

static void read_environ(void)
{
	volatile size_t length = 0;

	for (char **entry = environ; *entry; entry++)
		length = strlen(*entry);
	(void)length;
}

static void read_addresses(void)
{
	struct addrinfo *addresses = NULL;

	if (getaddrinfo("localhost", NULL, NULL, &addresses) == 0)
		freeaddrinfo(addresses);
}

/* False for a value that nobody has set. */
static bool read_once(enum race_reader reader)
{
	time_t now = 1700000000;
	const char *value;

	switch (reader) {
	case READ_GETENV:
		return !getenv("SNAG_BENCH_MISSING");
	case READ_ENVIRON:
		read_environ();
		break;
	case READ_LOCALTIME:
		return localtime(&now) != NULL;
	case READ_SETLOCALE:
		setlocale(LC_ALL, "");
		break;
	case READ_VALUE:
		value = getenv(NAME);
		return value && is_whole(value);
	case READ_HELD:
		return read_held();
	case READ_GETADDRINFO:
		read_addresses();
		break;
	}
	return true;
}

/* Only one thread counts there, so it needs no locked instruction that would slow its loop. */
static void count(atomic_ulong *counter)
{
	atomic_store_explicit(counter, atomic_load_explicit(counter, memory_order_relaxed) + 1, memory_order_relaxed);
}

static void *run_reader(void *argument)
{
	struct racers *racers = argument;
	struct race *race = racers->race;

	pin_to(race->reader_cpu);
	/* The one lookup has to begin together with the writer's first names. */
	race->reading = race->reader == READ_GETADDRINFO;
	do {
		enter(racers);
		if (!read_once(race->reader))
			race->wrong++;
		leave(racers);
		count(&race->read);
		race->reading = true;
	} while (race->reader != READ_GETADDRINFO);
	race->finished = true;
	return NULL;
}

/*
 * The same environment on every machine, in an array that is not from malloc, like the one a process starts with. Its
 * odd length counts where there are just two writes: the copies that setenv makes grow by 8 bytes, malloc's blocks by
 * 16, so only every second name moves the array to a new block and frees the old one.
 */
#define START_NAMES 21

static void start_environment(char *entries[START_NAMES + 1])
{
	for (int i = 0; i < START_NAMES; i++)
		entries[i] = strdup("START=value");
	entries[START_NAMES] = NULL;
	environ = entries;
}

/* The first writes meet a reader that has a CPU: the short races end with them. */
static void wait_for_reader(const struct race *race)
{
	uint64_t deadline = wall_ns() + (uint64_t)START_SECONDS * 1000000000;

	while (!race->reading && wall_ns() < deadline)
		;
}

/* As programs do between two calls; without that the array could grow where it is. */
static void allocate(void)
{
	char *volatile memory = malloc(4096);

	(void)memory;
}

static void write_until(struct racers *racers, uint64_t deadline)
{
	struct race *race = racers->race;

	for (unsigned long n = 0; !race->finished; n++) {
		if (n % 64 == 63 && wall_ns() > deadline)
			break;
		if (race->writes && n >= race->writes)
			continue;
		enter(racers);
		write_once(race->writer, n);
		leave(racers);
		count(&race->written);
		if (race->writes)
			allocate();
	}
}

static void run_race(void *argument)
{
	struct race *race = argument;
	struct racers racers = { .race = race, .mutex = PTHREAD_MUTEX_INITIALIZER };
	char *entries[START_NAMES + 1];
	pthread_t reader;

	race->reading = race->finished = false;
	race->written = 0;
	start_environment(entries);
	if (race->writer == WRITE_SAME)
		write_once(WRITE_SAME, 0);
	pin_to(race->writer_cpu);
	if (pthread_create(&reader, NULL, run_reader, &racers) != 0)
		_exit(1);
	wait_for_reader(race);
	write_until(&racers, wall_ns() + (uint64_t)(race->seconds * 1e9));
	/* The reader may hold anything by now: no exit handlers, no waiting for it. */
	_exit(0);
}

struct child_outcome race_run(struct race *race)
{
	return child_run(run_race, race, race->seconds + START_SECONDS + GRACE_SECONDS);
}
