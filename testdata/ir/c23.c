/* flags: -std=c2x */
/* What C23 brought. */
enum small : unsigned char { LOW, HIGH = 200 };
constexpr int limit = 5;
[[nodiscard]] int f([[maybe_unused]] int a, int);
bool flag = true;

int no_names(int, void *) { return 1; }

int declarations(int n, void *p)
{
	auto x = f(n, 1);
	typeof(n) y = x;
	typeof_unqual(y) z = limit;
	_BitInt(37) big = 5;
	unsigned _BitInt(7) tiny = 3;
	enum small s = HIGH;
	int empty[2] = {};
	constexpr char text[] = "hi";
	thread_local static int calls = 3;

	static_assert(sizeof(int) == 4);
	if (p == nullptr)
		return 0b101 + 1'000;
	big += z;
	switch (n) {
	case 1:
		f(1, 2);
		[[fallthrough]];
	default:
		n++;
	}
	goto label;
label:
	int behind_label = y;
	return (int)big + tiny + s + empty[1] + text[0] + calls++ + behind_label + true;
}
