/* switch: ranges, labels in a row, falling through, default in the middle, none at all. */
int f(int n);

int plain(int n, char c)
{
	switch (n) {
	case 1:
	case 2:
		f(1);
		__attribute__((fallthrough));
	case -3:
		f(2);
		break;
	default:
		f(3);
	case 10 ... 20:
		return f(4);
	}
	switch (c) {
	case '\xff':
		f(5);
	}
	switch (n)
	case 4:
		f(6);
	return 0;
}
