/* A pool of the program's own: its workers run what was put into the queue, and end with it. */
#include <condition_variable>
#include <cstdlib>
#include <functional>
#include <mutex>
#include <queue>
#include <thread>
#include <vector>

class Pool
{
public:
	explicit Pool(unsigned count)
	{
		for (unsigned i = 0; i < count; i++)
			workers_.emplace_back([this] { work(); });
	}

	~Pool()
	{
		{
			std::lock_guard<std::mutex> guard(mutex_);
			stop_ = true;
		}
		ready_.notify_all();
		for (std::thread &worker : workers_)
			worker.join();
	}

	void submit(std::function<void()> job)
	{
		std::lock_guard<std::mutex> guard(mutex_);
		jobs_.push(std::move(job));
		ready_.notify_one();
	}

private:
	void work()
	{
		for (;;) {
			std::function<void()> job;
			{
				std::unique_lock<std::mutex> lock(mutex_);
				ready_.wait(lock, [this] { return stop_ || !jobs_.empty(); });
				if (jobs_.empty())
					return;
				job = std::move(jobs_.front());
				jobs_.pop();
			}
			job();
		}
	}

	std::mutex mutex_;
	std::condition_variable ready_;
	bool stop_ = false;
	std::queue<std::function<void()>> jobs_;
	std::vector<std::thread> workers_;
};

static void convert(int zone)
{
	setenv("TZ", zone ? "UTC" : "CET", 1);
}

int main()
{
	setenv("LANGUAGE", "en", 1);
	{
		Pool pool(4);

		for (int i = 0; i < 10; i++)
			pool.submit([i] { convert(i); });
	}
	setenv("DONE", "1", 1);
}
