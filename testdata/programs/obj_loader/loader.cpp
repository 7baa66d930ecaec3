/* Vertices read by >> from a stream made under the global locale, in a worker's function object. */
#include <fstream>
#include <locale>
#include <sstream>
#include <string>
#include <vector>

struct vertex {
	float x, y, z;
};

class loader {
public:
	explicit loader(const std::string &path) : in_(path) {}
	std::vector<vertex> load()
	{
		std::vector<vertex> all;
		std::string line;

		while (std::getline(in_, line)) {
			std::istringstream words(line);
			std::string kind;
			vertex v;

			words >> kind;
			if (kind == "v" && words >> v.x)
				all.push_back(v);
		}
		return all;
	}

private:
	std::ifstream in_;
};

int main(int argc, char **argv)
{
	std::locale::global(std::locale(""));
	return loader(argv[argc - 1]).load().empty();
}
