// flags: -fopenmp
/* Parallel regions run on several threads, which are there no more behind them. */
#include <omp.h>
#include <stdlib.h>
#include <time.h>

static int values[64];

static void before_ok(void)
{
	setenv("STAGE", "one", 1);
}

static void block_bad(void)
{
#pragma omp parallel
	{
		if (omp_get_thread_num() == 0)
			setenv("STAGE", "two", 1); // expect: env-write-threaded
	}
	setenv("STAGE", "three", 1);
}

static void each_bad(int i)
{
	time_t now = i;

	if (values[i]++ == 0)
		setenv("TZ", "UTC", 1); // expect: env-write-threaded
	localtime(&now); // expect: env-reader-threaded (note)
}

static void loop(int n)
{
#pragma omp parallel for schedule(static)
	for (int i = 0; i < n; i++)
		each_bad(i);
}

static void two_directives_bad(int n)
{
#pragma omp parallel num_threads(4)
#pragma omp for
	for (int i = 0; i < n; i++)
		putenv("STAGE=four"); // expect: env-write-threaded
	putenv("STAGE=five");
}

static void sections_bad(void)
{
#pragma omp parallel sections
	{
#pragma omp section
		setenv("LEFT", "1", 1); // expect: env-write-threaded
#pragma omp section
		{
			unsetenv("RIGHT"); // expect: env-write-threaded
		}
	}
}

/* That only one thread comes by doesn't keep the others from reading. */
static void one_at_a_time_bad(void)
{
#pragma omp parallel
	{
#pragma omp single
		setenv("ONE", "1", 1); // expect: env-write-threaded
#pragma omp critical
		setenv("TWO", "1", 1); // expect: env-write-threaded
#pragma omp single nowait
		{
#pragma omp task
			clearenv(); // expect: env-write-threaded
		}
	}
}

#define IN_PARALLEL(statement) _Pragma("omp parallel") { statement; }

static void by_macro_bad(void)
{
	IN_PARALLEL(unsetenv("STAGE")) // expect: env-write-threaded
	unsetenv("STAGE");
}

/* A directive that makes no threads by itself. */
static void alone_ok(void)
{
#pragma omp critical
	setenv("STAGE", "six", 1);
#pragma omp simd
	for (int i = 0; i < 4; i++)
		values[i] = 0;
#pragma omp task
	setenv("STAGE", "seven", 1);
#pragma omp taskwait
}

/* Constant clauses that leave one thread. */
static void serial_ok(int n)
{
#pragma omp parallel num_threads(1)
	setenv("STAGE", "eight", 1);
#pragma omp parallel for if (0)
	for (int i = 0; i < n; i++)
		setenv("STAGE", "nine", 1);
}

static void perhaps_serial_bad(int n)
{
#pragma omp parallel if (n > 2) num_threads(n)
	setenv("STAGE", "ten", 1); // expect: env-write-threaded
}

static void behind_ok(void)
{
	setenv("STAGE", "last", 1);
}

int main(int argc, char **argv)
{
	(void)argv;
	before_ok();
	block_bad();
	loop(argc);
	two_directives_bad(argc);
	sections_bad();
	one_at_a_time_bad();
	by_macro_bad();
	alone_ok();
	serial_ok(argc);
	perhaps_serial_bad(argc);
	behind_ok();
	return 0;
}
