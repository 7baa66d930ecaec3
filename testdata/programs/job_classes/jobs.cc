/* Jobs of one base class run on a thread; a class that only shares the method's name does not. */
#include <cstdlib>
#include <thread>

struct Job {
	virtual ~Job() {}
	virtual void run() = 0;
};

struct Convert : Job {
	void run() override { setenv("TZ", "UTC", 1); }
};

struct Setup {
	void run() { setenv("LANGUAGE", "en", 1); }
};

static void worker(Job *job)
{
	job->run();
}

int main()
{
	Setup setup;
	Convert convert;

	setup.run();
	std::thread thread(worker, &convert);
	std::getenv("HOME");
	thread.join();
}
