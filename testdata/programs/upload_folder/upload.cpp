#include <chrono>
#include <filesystem>
#include <fstream>
#include <string>

static std::filesystem::path next_folder(const std::filesystem::path &root)
{
	auto now = std::chrono::system_clock::now().time_since_epoch();
	auto ms = std::chrono::duration_cast<std::chrono::milliseconds>(now).count();

	return root / std::to_string(ms);
}

int main()
{
	auto folder = next_folder("/srv/uploads");

	std::filesystem::create_directories(folder);
	std::ofstream(folder / "body") << "x";
	return 0;
}
