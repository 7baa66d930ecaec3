/* Silent and written conversions: width, sign, truth, floating point. */
int take_int(int c);
void take_size(unsigned long n);

int narrow(char c, unsigned char u, long wide)
{
	short s = wide;

	take_int(c);
	take_int((unsigned char)c);
	take_size(512);
	take_size(c);
	return u + s;
}

_Bool truth(const char *p, double d)
{
	float f = 1;

	f = d;
	return p;
}
