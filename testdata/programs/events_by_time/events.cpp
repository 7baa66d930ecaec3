#include <chrono>
#include <map>
#include <string>

class events {
public:
	void add(const std::string &text)
	{
		auto now = std::chrono::system_clock::now().time_since_epoch().count();

		all_[now] = text;
	}
	std::size_t size() const { return all_.size(); }

private:
	std::map<long, std::string> all_;
};

int main()
{
	events e;

	e.add("one");
	e.add("two");
	return e.size() != 2;
}
