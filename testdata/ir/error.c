/* An error makes the function around it partial; the others are whole. */
int f(int n);

int whole(int n)
{
	return f(n);
}

int partial(int n)
{
	f(n);
	undeclared_thing = n;
	return f(2);
}
