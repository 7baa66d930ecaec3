/* Bit-fields: stores, sums, and what they promote to. */
struct flags {
	unsigned a : 3;
	int b : 5;
	_Bool c : 1;
};

int bit_fields(struct flags *f, int n)
{
	f->a = n;
	f->b += 2;
	f->c = n;
	f->a++;
	return f->a + f->b;
}
