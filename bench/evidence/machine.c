/* Looking at libc, CPUs and clocks. */
#include "bench/evidence/machine.h"

#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>
#ifdef __GLIBC__
#include <gnu/libc-version.h>
#endif

#ifndef SNAG_MUSL_VERSION
#define SNAG_MUSL_VERSION ""
#endif

/* The program may run on a newer libc than it was built with, so the header's version says nothing. */
static void look_at_libc(struct machine *machine)
{
#ifdef __GLIBC__
	const char *version = gnu_get_libc_version();
	int major = 0, minor = 0;

	snprintf(machine->libc_name, sizeof machine->libc_name, "glibc %s", version);
	machine->libc = LIBC_OTHER;
	if (sscanf(version, "%d.%d", &major, &minor) == 2)
		machine->libc = major > 2 || (major == 2 && minor >= 41) ? LIBC_GLIBC_FIXED : LIBC_GLIBC;
#elif defined SNAG_BENCH_MUSL
	snprintf(machine->libc_name, sizeof machine->libc_name, "musl%s", SNAG_MUSL_VERSION);
	machine->libc = LIBC_MUSL;
#else
	snprintf(machine->libc_name, sizeof machine->libc_name, "unknown libc");
	machine->libc = LIBC_OTHER;
#endif
}

static void first_line(const char *path, char *line, size_t size)
{
	FILE *file = fopen(path, "re");

	line[0] = '\0';
	if (!file)
		return;
	if (fgets(line, (int)size, file))
		line[strcspn(line, "\n")] = '\0';
	fclose(file);
}

static void look_at_cpu_model(struct machine *machine)
{
	FILE *file = fopen("/proc/cpuinfo", "re");
	char line[256];

	snprintf(machine->cpu_model, sizeof machine->cpu_model, "unknown CPU");
	if (!file)
		return;
	while (fgets(line, sizeof line, file)) {
		const char *colon = strchr(line, ':');

		if (colon && !strncmp(line, "model name", 10)) {
			line[strcspn(line, "\n")] = '\0';
			snprintf(machine->cpu_model, sizeof machine->cpu_model, "%s",
				 colon + 1 + strspn(colon + 1, " "));
			break;
		}
	}
	fclose(file);
}

void machine_look(struct machine *machine)
{
	struct utsname name;
	cpu_set_t allowed;

	memset(machine, 0, sizeof *machine);
	look_at_libc(machine);
	look_at_cpu_model(machine);
	if (uname(&name) == 0)
		snprintf(machine->kernel, sizeof machine->kernel, "%.30s %.60s %.20s", name.sysname, name.release,
			 name.machine);
	first_line("/sys/devices/system/clocksource/clocksource0/current_clocksource", machine->clocksource,
		   sizeof machine->clocksource);
	if (getloadavg(&machine->load, 1) != 1)
		machine->load = 0;
	CPU_ZERO(&allowed);
	if (sched_getaffinity(0, sizeof allowed, &allowed) != 0)
		CPU_SET(0, &allowed);
	for (size_t cpu = 0; cpu < CPU_SETSIZE && machine->cpu_count < MACHINE_CPUS; cpu++)
		if (CPU_ISSET(cpu, &allowed))
			machine->cpus[machine->cpu_count++] = (int)cpu;
}

bool machine_clock_is_fine(const struct machine *machine)
{
	return !strcmp(machine->clocksource, "tsc") || !strcmp(machine->clocksource, "kvm-clock");
}

bool pin_to(int cpu)
{
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET((size_t)cpu, &set);
	return sched_setaffinity(0, sizeof set, &set) == 0;
}

uint64_t clock_ns(int clock)
{
	struct timespec now;

	clock_gettime(clock, &now);
	return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

uint64_t thread_ns(void)
{
	return clock_ns(CLOCK_THREAD_CPUTIME_ID);
}

uint64_t wall_ns(void)
{
	return clock_ns(CLOCK_MONOTONIC);
}

void sleep_ms(unsigned ms)
{
	struct timespec pause = { .tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000L };

	nanosleep(&pause, NULL);
}
