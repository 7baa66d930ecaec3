/* Compound literals are locals of the block around them. */
struct pair {
	int a, b;
};

void take(struct pair *p, const int *list);
struct pair give(void);

int literals(int n)
{
	take(&(struct pair){ 1, n }, (int[]){ 4, 5, n });
	{
		struct pair p = (struct pair){ .b = n };

		take(&p, &(int){ 3 });
	}
	return (struct pair){ n, 2 }.b + give().a;
}
