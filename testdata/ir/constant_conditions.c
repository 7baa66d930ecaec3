/* Conditions that are constants take no branch. */
int f(int n);

void constant_conditions(void)
{
	do {
		if (f(1))
			break;
		f(2);
	} while (0);
	if (0)
		f(3);
	while (1)
		if (f(4))
			return;
}
