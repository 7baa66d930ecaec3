/* flags: -fopenmp */
void take(int);

template <class T> void each(T t)
{
#pragma omp parallel
	take(t);
}

struct list {
	int size;
	~list();
	void walk()
	{
#pragma omp target teams distribute parallel for
		for (int i = 0; i < size; i++)
			take(i);
	}
};

/* No exception leaves the region, and its objects end in it. */
void all(list &l)
{
	auto inner = [&] {
#pragma omp parallel
		take(l.size);
	};

	inner();
	each(2);
	l.walk();
	try {
#pragma omp parallel
		{
			list own;

			take(own.size);
		}
		take(3);
	} catch (int n) {
		take(n);
	}
}
