/* The threads themselves fork. */
#include <pthread.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

struct job {
	const char *path;
	void (*prepare)(void);
};

static void set_locale_bad(void)
{
	setenv("LC_ALL", "C", 1); // expect: env-write-after-fork
}

static void change_folder_ok(void)
{
	if (chdir("/"))
		_exit(126);
}

static void run_ok(const struct job *job)
{
	pid_t pid = fork();

	if (pid == 0) {
		job->prepare();
		execl(job->path, job->path, (char *)NULL);
		_exit(127);
	}
	if (pid > 0)
		waitpid(pid, NULL, 0);
}

static void *work_bad(void *arg)
{
	int status;

	run_ok(arg);
	if (fork() == 0) {
		unsetenv("IFS"); // expect: env-write-after-fork
		execl("/bin/true", "true", (char *)NULL);
		_exit(127);
	}
	wait(&status);
	return NULL;
}

int main(void)
{
	static struct job jobs[] = { { "/bin/true", set_locale_bad }, { "/bin/false", change_folder_ok } };
	pthread_t threads[2];

	for (int i = 0; i < 2; i++)
		if (pthread_create(&threads[i], NULL, work_bad, &jobs[i]))
			return 1;
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
