/* Enumerators are numbers of type int; objects of the type are enumerations. */
enum colour { RED, GREEN = 5, BLUE };
enum { ANONYMOUS = -1 };

enum colour next(enum colour c)
{
	switch (c) {
	case RED:
		return GREEN;
	case GREEN:
		return BLUE;
	default:
		return c == BLUE ? RED : ANONYMOUS;
	}
}
