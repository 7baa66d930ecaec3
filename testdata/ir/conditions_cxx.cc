/* In C++ `?:` of two arrays is an array itself, which decays afterwards. */
void say(const char *text);
void say_all(const char (&text)[4]);

char yes[4], no[4];

char choose(bool well, int i)
{
	say(well ? "yes" : "not");
	say(well ? yes : no);
	say_all(well ? yes : no);
	const char *text = (well ? (i ? "one" : "two") : "not");
	return text[i] + (well ? yes : no)[i];
}
