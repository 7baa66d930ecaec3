/* Vectors, complex numbers and wide ones. */
typedef int v4 __attribute__((vector_size(16)));
typedef float f4 __attribute__((ext_vector_type(4)));

int vectors(v4 a, v4 b, f4 f, f4 *p)
{
	v4 c = a + b, d = { 1, 2, 3, 4 };

	c = c > d;
	c[1] = 7;
	c = __builtin_shufflevector(a, b, 0, 1, 2, 3);
	f.x = 1;
	f.xy = p->yx;
	f = __builtin_convertvector(c, f4);
	c = (v4)d;
	return c[2] + (int)f.x;
}

double complex_numbers(double _Complex z, _Complex int n)
{
	__real__ z = 1;
	__imag__ z = 2;
	z = z * 2 + 1.0i;
	return __real__ z + __imag__ n + (z == 0);
}

__int128 wide(__int128 a, unsigned __int128 b, __float128 q)
{
	return a * (__int128)b + ((__int128)1 << 100) + (__int128)(q + 1);
}
