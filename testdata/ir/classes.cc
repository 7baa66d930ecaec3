/* What nobody wrote: constructors and destructors of parts, in order, and whose place a method takes. */
int next(int n);

struct engine {
	engine();
	explicit engine(int n);
	virtual ~engine();
	virtual void run(int n) = 0;
};
struct part {
	int number = next(1);
	~part() { next(number); }
};
struct car : engine {
	part first;
	int level{next(2)};
	part wheels[4];

	car() : car(3) { level = 1; }
	explicit car(int n) : level(n), engine(n) {}
	void run(int n) override { level = n; }
};
struct van : car {
	using car::car;
	part last;
};
struct plain {
	int width = 3, height;
};

template <class T> struct holder : engine {
	T value = T();
	void run(int n) override { value = n; }
};

int drive(engine &some)
{
	van own(4);
	holder<long> held;
	plain size, other{}, *made = new plain;

	some.run(size.width + other.width);
	held.run(2);
	own.run(3);
	static_cast<car &>(own).level = 2;
	delete made;
	return part().number;
}

void end(engine *one, const part &kept = part())
{
	const part &longer = part();

	if (part().number > 2)
		delete one;
	next(longer.number + kept.number);
}
