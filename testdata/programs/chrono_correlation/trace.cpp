#include <chrono>
#include <cstdint>
#include <iostream>

class span {
public:
	span()
		: correlation_id_(std::chrono::high_resolution_clock::now().time_since_epoch().count())
	{
	}
	std::int64_t id() const { return correlation_id_; }

private:
	std::int64_t correlation_id_;
};

int main()
{
	span one, other;

	std::cout << one.id() << ' ' << other.id() << '\n';
	return 0;
}
