/* Objects that code makes before main. */
int read_level(const char *name);

struct registry {
	int level;
	explicit registry(const char *name) : level(read_level(name)) {}
};

static registry all("all");
int level = read_level("level") + 0, fixed = 3;
int from_call = read_level("call");
constexpr int twice(int n) { return 2 * n; }
int known = twice(4);
