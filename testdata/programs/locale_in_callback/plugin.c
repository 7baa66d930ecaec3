#include <locale.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

struct job {
	void (*run)(struct job *job);
	const char *name;
};

static void format_job(struct job *job)
{
	setlocale(LC_ALL, job->name);
	printf("%s\n", job->name);
}

static void *worker(void *arg)
{
	struct job *job = arg;

	job->run(job);
	return NULL;
}

int main(void)
{
	struct job job = { format_job, "de_DE.UTF-8" };
	pthread_t thread;

	pthread_create(&thread, NULL, worker, &job);
	pthread_join(thread, NULL);
	return 0;
}
