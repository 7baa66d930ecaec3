#include <cstdlib>
#include <string>
#include <thread>
#include <vector>
#include <mutex>
#include <condition_variable>
#include <functional>
#include <queue>

/* The task runs on a thread of the pool. */
class Pool
{
	std::vector<std::thread> ts_;
	std::queue<std::function<void()>> q_;
	std::mutex m_;
	std::condition_variable cv_;
	bool stop_ = false;
	void run()
	{
		for (;;) {
			std::function<void()> f;
			{
				std::unique_lock<std::mutex> l(m_);
				cv_.wait(l, [this] { return stop_ || !q_.empty(); });
				if (stop_ && q_.empty())
					return;
				f = std::move(q_.front());
				q_.pop();
			}
			f();
		}
	}

      public:
	explicit Pool(int n)
	{
		for (int i = 0; i < n; i++)
			ts_.emplace_back([this] { run(); });
	}
	void post(std::function<void()> f)
	{
		std::lock_guard<std::mutex> l(m_);
		q_.push(std::move(f));
		cv_.notify_one();
	}
	~Pool()
	{
		{
			std::lock_guard<std::mutex> l(m_);
			stop_ = true;
		}
		cv_.notify_all();
		for (auto &t : ts_)
			t.join();
	}
};

int main()
{
	Pool p(4);
	p.post([] { setenv("TASK", "1", 1); });
}
