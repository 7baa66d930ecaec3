/* What is known of a number where it is used: `range: LOW..HIGH` on the line of a probe. */
void probe(int value);
int isascii(int c);
int isdigit(int c);
int getc(void *stream);
int external(void);
int scan(char *out);

void plain_char(char c, signed char s, unsigned char u)
{
	probe(c); // range: -128..127
	probe(s); // range: -128..127
	probe(u); // range: 0..255
	probe((unsigned char)c); // range: 0..255
	probe(c & 0x7f); // range: 0..127
	probe(c & 0xff); // range: 0..255
	probe(u >> 4); // range: 0..15
	probe(u - '0'); // range: -48..207
}

void compared_before(char c)
{
	if (c >= 0)
		probe(c); // range: 0..127
	else
		probe(c); // range: -128..-1
	if (c < 'a' || c > 'z')
		return;
	probe(c); // range: 97..122
}

void compared_as_unsigned(char c)
{
	if ((unsigned char)c < 0x80)
		probe(c); // range: 0..127
	if ((unsigned)c < 128)
		probe(c); // range: 0..127
	if (!(c & 0x80))
		probe(c); // range: 0..127
	if ((c & ~0x7f) == 0)
		probe(c); // range: 0..127
	if ((unsigned)(c - '0') < 10)
		probe(c); // range: 48..57
}

void classified(const char *s)
{
	if (isascii(*s))
		probe(*s); // range: 0..127
	if (isascii(*s) && isdigit(*s))
		probe(*s); // range: 48..57
	if (!isascii(s[1]))
		return;
	probe(s[1]); // range: 0..127
	probe(s[2]); // range: -128..127
}

void classified_then_written(char *s)
{
	if (!isascii(*s))
		return;
	external();
	probe(*s); // range: -128..127
}

void one_of(char c)
{
	if (c == 'a' || c == 'x' || (c >= '0' && c <= '9'))
		probe(c); // range: 48..120
	switch (c) {
	case 'p':
	case 'q':
		probe(c); // range: 112..113
		break;
	case 0:
		probe(c); // range: 0..0
	}
}

void read_to_the_end(void *stream)
{
	int c;

	while ((c = getc(stream)) != -1)
		probe(c); // range: 0..255
	probe(c); // range: -1..-1
}

void counted(int n)
{
	for (int i = 0; i < 10; i++)
		probe(i); // range: 0..9
	for (unsigned i = 0; i < 10; i++)
		probe((int)i); // range: 0..9
	if (n > 0 && n < 100)
		probe(n + 1); // range: 2..100
}

void joined(int flag, unsigned char u)
{
	int n = 512;
	int size = flag ? 16 : 64;

	probe(n); // range: 512..512
	probe(size); // range: 16..64
	if (flag)
		n = u;
	probe(n); // range: 0..512
}

void kept_in_a_record(int fd)
{
	struct { int first, second; } pair = { 3, 4 };
	int *out = &fd;

	probe(pair.first); // range: 3..3
	pair.second = 5;
	probe(pair.second); // range: 5..5
	*out = 7;
	probe(fd); // range: 7..7
}

void written_by_a_call(void)
{
	char c = 'x';

	probe(c); // range: 120..120
	if (scan(&c) == 1 && c >= 0)
		probe(c); // range: 0..127
	probe(c); // range: -128..127
}

void remembered_in_a_variable(char c)
{
	int ok = c >= 0;

	if (ok)
		probe(c); // range: 0..127
	if (!ok)
		return;
	probe(c); // range: 0..127
}
