/* The list of published figures, and the table of them in README.md. */
#include "bench/evidence/published.h"

#include <string.h>

#define SETENV "setenv is not thread safe"
#define COLLISIONS "nanosecond collisions"
#define BUFFERS "buffer sizes"
#define ISSPACE "isspace and locale"

const struct published published_all[] = {
	{ SETENV, "setenv makes getenv in another thread crash", "crash", "env.race.getenv", STANDS_SHOWN,
	  "every child, within milliseconds; glibc 2.41 and newer: none" },
	{ SETENV, "reading environ is no safer", "crash", "env.race.environ", STANDS_SHOWN, "every child" },
	{ SETENV, "functions that read the environment inside, such as localtime", "crash", "env.race.localtime",
	  STANDS_SHOWN, "every child; setlocale too" },
	{ SETENV, "getaddrinfo reads environment variables", "crash", "env.first.getaddrinfo", STANDS_SHOWN,
	  "glibc: at a process's first call only; 2 to 60 % of the children" },
	{ SETENV, "the cause: setenv frees the array it has outgrown", "", "env.first.two-names", STANDS_SHOWN,
	  "two new names suffice where the second one moves the array; one never does, since the first array is not from malloc" },
	{ SETENV, "glibc never frees values: a leak", "leak", "env.leak.distinct", STANDS_SHOWN,
	  "96 to 97 bytes a call; 0 where values repeat, since each is kept once" },
	{ SETENV, "other libcs free the old value under the reader", "garbage", "pointer.after-64.40", STANDS_SHOWN,
	  "musl: always after a few allocations; FreeBSD and Apple: not on this kind of machine" },
	{ SETENV, "getenv is a linear search; a lock would make it slightly slower", "slightly", "env.cost.lock",
	  STANDS_SHOWN, "2 to 10 ns on a search that takes 26 to 51 ns with 10 variables" },
	{ SETENV, "putenv: editing the memory later edits the environment", "", "putenv.edited", STANDS_SHOWN,
	  "deterministic, on glibc and musl" },
	{ COLLISIONS, "about 5 % of the samples collide, 4 cores at once", "5 %", "ids.repeated-4", STANDS_CANNOT,
	  "needs 4 CPUs; the law, which the other rows confirm, gives 4.5 % for 4 threads, d = 33 ns and a tick of 1 ns" },
	{ COLLISIONS, "about 2 % collide with 2 threads", "2 %", "ids.repeated-2", STANDS_SHOWN,
	  "0.3 to 1.5 % on the Xeon, 2 to 4 % on the EPYC, both with other work on the CPUs; see the law" },
	{ COLLISIONS, "a collision is as likely as clock resolution and rate let expect", "", "ids.share-both",
	  STANDS_SHOWN, "0.75 to 1.2 of the law tick/d; the tick is 1 ns on the Xeon, 10 ns on the EPYC" },
	{ COLLISIONS, "within one thread the clock always moves on", "always", "ids.one-thread", STANDS_SHOWN,
	  "no two equal neighbours in millions" },
	{ COLLISIONS, "the smallest step is 32 ns", "32 ns", "ids.step", STANDS_NOT_HERE,
	  "20 ns on both machines, from C; a property of clock source, CPU and language" },
	{ COLLISIONS, "macOS: the time has microseconds only", "1 us", "ids.clock.gettimeofday", STANDS_CANNOT,
	  "needs macOS; gettimeofday, which has microseconds everywhere, stands for it" },
	{ COLLISIONS, "macOS: the monotonic clock often stands still within a thread", "often",
	  "ids.clock.monotonic-coarse", STANDS_CANNOT, "needs macOS; the coarse clocks stand for it" },
	{ BUFFERS, "/dev/zero: a call costs 167 ns", "167 ns", "io.fit.zero.call", STANDS_SHOWN,
	  "144 to 151 ns on the Xeon; 1,300 to 1,500 ns on the EPYC, where system calls are dear" },
	{ BUFFERS, "/dev/zero: a byte costs 0.0235 ns", "0.0235 ns", "io.fit.zero.byte", STANDS_SHOWN,
	  "0.011 ns on the Xeon, 0.017 to 0.021 ns on the EPYC" },
	{ BUFFERS, "the line t = a + b n fits up to the peak", "very good", "io.fit.zero.r2", STANDS_SHOWN,
	  "R2 0.98 or more on both" },
	{ BUFFERS, "/dev/zero: 39,000 MiB/s at best", "39,000 MiB/s", "io.best.zero", STANDS_NOT_HERE,
	  "60,000 MiB/s on the Xeon, 47,000 to 57,000 on the EPYC" },
	{ BUFFERS, "/dev/zero: best at 256 KiB", "256 KiB", "io.peak.zero", STANDS_NOT_HERE,
	  "32 KiB on the Xeon (first-level cache: 48 KiB), 1 to 2 MiB on the EPYC: never demanded" },
	{ BUFFERS, "64 KiB reaches 95 % of the best", "64 KiB", "io.knee.zero", STANDS_NOT_HERE,
	  "the knee is at 32 KiB on the Xeon and at 1 MiB on the EPYC" },
	{ BUFFERS, "larger buffers than the peak's get slower", "slower", "io.beyond.zero", STANDS_SHOWN,
	  "/dev/zero at 4 MiB: 37 % of the best on the Xeon, 50 to 93 % on the EPYC; /dev/urandom loses nothing" },
	{ BUFFERS, "/dev/urandom: 410 MiB/s at best", "410 MiB/s", "io.best.urandom", STANDS_SHOWN,
	  "400 MiB/s on the Xeon, 500 to 640 on the EPYC" },
	{ BUFFERS, "Unix sockets: about 9,000 MiB/s", "9,000 MiB/s", "io.best.unix", STANDS_SHOWN,
	  "9,600 MiB/s on the Xeon, 8,700 to 9,900 on the EPYC, both ends on one CPU" },
	{ BUFFERS, "TCP on one host: about 7,000 MiB/s", "7,000 MiB/s", "io.best.tcp", STANDS_NOT_HERE,
	  "1,600 to 4,000 MiB/s" },
	{ BUFFERS, "for reads about 32 KiB is enough", "32 KiB", "io.unix.read-32k", STANDS_SHOWN,
	  "90 % of a 256 KiB read on the Xeon, 61 to 66 % on the EPYC" },
	{ BUFFERS, "writes gain up to 256 KiB to 1 MiB", "256 KiB to 1 MiB", "io.unix.write-32k", STANDS_SHOWN,
	  "32 KiB has 90 % of 256 KiB on the Xeon, half of it on the EPYC; 1 MiB gains nothing on either" },
	{ BUFFERS, "short reads begin at 2 KiB and grow with the size", "from 2 KiB", "io.short.small-writer",
	  STANDS_SHOWN, "where the writer writes less than the reader asks for" },
	{ BUFFERS, "short reads with equal sizes", "", "io.short.large", STANDS_SHOWN,
	  "from a quarter of the socket's buffer (64 KiB) on, all of them beyond it" },
	{ BUFFERS, "writes to blocking sockets are almost never short", "almost never", "io.short.writes",
	  STANDS_SHOWN, "none" },
	{ BUFFERS, "32 KiB is a good size to start with", "32 KiB", "io.calibrate.note-below", STANDS_SHOWN,
	  "76 to 100 % of the best on every source of the Xeon; where a call costs 1.3 us, more pays: 256 KiB" },
	{ BUFFERS, "two hosts: 300 MiB/s with 4 KiB, 1,400 with 8 KiB, 2,200 with 256 KiB", "", "io.two-hosts.sizes", STANDS_CANNOT,
	  "needs two hosts and their network" },
	{ BUFFERS, "two hosts: 32 Gb/s, 6 sockets, 12 Gb/s by iperf, 26 Gb/s by 3 sockets, 40 % of a core", "",
	  "io.two-hosts.many",
	  STANDS_CANNOT, "needs two hosts and their network" },
	{ ISSPACE, "six ASCII bytes are white space in every locale", "6 bytes", "ctype.space.C", STANDS_SHOWN,
	  "in every locale tried" },
	{ ISSPACE, "programs start in the C locale", "C", "ctype.start", STANDS_SHOWN, "yes" },
	{ ISSPACE, "macOS, UTF-8 locales: isspace(0x85) and isspace(0xA0) are true", "0x85, 0xA0", "ctype.private",
	  STANDS_CANNOT, "needs macOS; a private locale of four lines does the same on glibc, whose own locales never do" },
	{ ISSPACE, "so a byte-wise parser cuts UTF-8 characters in two", "cut", "ctype.token", STANDS_SHOWN,
	  "in the private locale" },
	{ ISSPACE, "an ASCII function of one's own is right everywhere", "", "ctype.token-ascii", STANDS_SHOWN,
	  "no claim on speed is made" },
};

const size_t published_count = sizeof published_all / sizeof *published_all;

const char *published_figure(const char *row)
{
	for (size_t i = 0; i < published_count; i++)
		if (!strcmp(published_all[i].row, row))
			return published_all[i].figure;
	return "";
}

static bool has_row(const struct report *report, const char *name)
{
	for (size_t i = 0; i < report->rows.len; i++)
		if (!strcmp(report->rows.items[i]->name, name))
			return true;
	return false;
}

void published_fill(struct report *report, const char *bench)
{
	size_t length = strlen(bench);

	for (size_t i = 0; i < published_count; i++) {
		const struct published *p = &published_all[i];

		if (strncmp(p->row, bench, length) != 0 || p->row[length] != '.' || has_row(report, p->row))
			continue;
		row_skip(report, report_row(report, p->row, "%s", p->claim), "%s",
			 p->standing == STANDS_CANNOT ? p->why : "not measured in this run");
	}
}

void published_table(struct strbuf *out)
{
	static const char *const standings[] = { [STANDS_SHOWN] = "shown",
						 [STANDS_NOT_HERE] = "not shown here",
						 [STANDS_CANNOT] = "can't be shown here" };

	strbuf_addstr(out, "| article | says | here | row | why, or what was seen |\n");
	strbuf_addstr(out, "| --- | --- | --- | --- | --- |\n");
	for (size_t i = 0; i < published_count; i++) {
		const struct published *p = &published_all[i];

		strbuf_addf(out, "| %s | %s | %s | `%s` | %s |\n", p->article, p->claim, standings[p->standing], p->row,
			    p->why);
	}
}
