#include <locale>
#include <thread>

static void start()
{
	std::locale::global(std::locale::classic());
}

int main()
{
	std::thread one(start), other(start);

	one.join();
	other.join();
	return 0;
}
