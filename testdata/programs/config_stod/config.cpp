#include <clocale>
#include <map>
#include <string>

class config {
public:
	void set(const std::string &key, const std::string &value) { values_[key] = value; }
	double number(const std::string &key) const
	{
		auto found = values_.find(key);

		return found == values_.end() ? 0 : std::stod(found->second);
	}

private:
	std::map<std::string, std::string> values_;
};

int main()
{
	config c;

	std::setlocale(LC_ALL, "");
	c.set("gamma", "2.2");
	return c.number("gamma") > 2;
}
