#include <cstdlib>
#include <string>
#include <thread>

/* Set and put back while the thread runs. */
class EnvGuard
{
	std::string name_, old_;
	bool had_;

      public:
	EnvGuard(const char *n, const char *v) : name_(n)
	{
		const char *o = std::getenv(n);
		had_ = o != nullptr;
		if (o)
			old_ = o;
		::setenv(n, v, 1);
	}
	~EnvGuard()
	{
		if (had_)
			::setenv(name_.c_str(), old_.c_str(), 1);
		else
			::unsetenv(name_.c_str());
	}
};

int main()
{
	std::thread t([] {
		for (volatile int i = 0; i < 100000; i = i + 1)
			;
	});
	{
		EnvGuard g("TZ", "UTC");
	}
	t.join();
}
