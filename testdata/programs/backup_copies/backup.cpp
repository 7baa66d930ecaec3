#include <chrono>
#include <filesystem>
#include <iomanip>
#include <sstream>
#include <string>

namespace fs = std::filesystem;

static fs::path backup_path(const fs::path &file)
{
	auto now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
	std::ostringstream name;

	name << file.filename().string() << '.' << std::put_time(std::localtime(&now), "%Y%m%d%H%M%S");
	return file.parent_path() / name.str();
}

int main(int argc, char **argv)
{
	fs::path file = argv[argc - 1];

	fs::copy_file(file, backup_path(file), fs::copy_options::overwrite_existing);
	return 0;
}
