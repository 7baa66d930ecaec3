/* In C++, what isn't constant isn't known; a reference is the address of what it is bound to. */
struct pair {
	int a;
	int *p;
};

int x, numbers[3];
pair s{ 1, &x };
pair *q = &s;
int *read = q->p, *read_too = s.p, *part = &s.a, *begin = numbers;
int &ref = x, &part_ref = s.a;
void f();
void (*pointer)() = f;
void (&function)() = f;

int use() { return *read + *read_too + *part + *begin + ref + part_ref + (pointer == function); }
