/* flags: -fopenmp */
int take(int);

#define TWICE(statement) _Pragma("omp parallel") { statement; } _Pragma("omp parallel") statement

/* The name of the macro is there, and the pragmas change nothing but where regions begin and end. */
int loops(int n)
{
	int sum = _OPENMP > 0;

#pragma omp parallel for reduction(+ : sum)
	for (int i = 0; i < n; i++) {
		if (i == 3)
			continue;
		sum += take(i);
	}
#pragma omp parallel
#pragma omp for /* a comment between */ \
	nowait
	for (int i = 0; i < n; i++)
		take(i);
#pragma omp for
	for (int i = 0; i < n; i++)
		sum++;
	return sum;
}

void blocks(int n)
{
	if (n)
#pragma omp parallel num_threads(2)
		take(1);
	TWICE(take(2));
	switch (n) {
	case 1:
#pragma omp parallel sections
	{
#pragma omp section
		take(3);
#pragma omp section
		take(4);
	}
	}
	for (;;) {
#pragma omp parallel
		{
#pragma omp parallel
			take(5);
		}
	}
}

#define ONE 1
enum { TWO = 2 };

/* Constant clauses that leave one thread make no region. */
void alone(int n)
{
#pragma omp parallel num_threads(ONE)
	take(6);
#pragma omp parallel for if (0)
	for (int i = 0; i < n; i++)
		take(7);
#pragma omp parallel if (parallel : TWO == 3) \
	num_threads(TWO)
	take(8);
#pragma omp parallel if (n) num_threads((TWO) + 1)
	take(9);
#pragma omp teams distribute parallel for num_threads(1)
	for (int i = 0; i < n; i++)
		take(10);
}
