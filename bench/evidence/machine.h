/* What this runs on: the libc as it says at run time, the CPUs we may use, clocks and pinning. */
#ifndef SNAG_BENCH_MACHINE_H
#define SNAG_BENCH_MACHINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum machine_libc {
	LIBC_GLIBC,       /* getenv runs into memory that setenv frees */
	LIBC_GLIBC_FIXED, /* 2.41 and newer: old environments are kept */
	LIBC_MUSL,
	LIBC_OTHER, /* nothing is demanded of it */
};

#define MACHINE_CPUS 8

struct machine {
	enum machine_libc libc;
	char libc_name[64];
	char cpu_model[128];
	char kernel[128];
	char clocksource[32];
	int cpus[MACHINE_CPUS]; /* the first of those we may run on */
	size_t cpu_count;
	double load; /* of the last minute */
};

void machine_look(struct machine *machine);
/* Whether the clock comes from the CPU's own counter, which moves on between any two reads. */
bool machine_clock_is_fine(const struct machine *machine);

/* The calling thread runs only on that CPU from now on. */
bool pin_to(int cpu);

/* Nanoseconds of a clock. */
uint64_t clock_ns(int clock);
/* Time this thread had a CPU: what others do on the machine hardly changes it. */
uint64_t thread_ns(void);
uint64_t wall_ns(void);
void sleep_ms(unsigned ms);

#endif
