/* How often loops go round: `trips: N` on the line of a probe in the loop; -1 where the text doesn't fix it. */
void probe(int value);
int more(void);

void counted(int n)
{
	char buffer[64], *p;

	for (int i = 0; i < 10; i++)
		probe(i); // trips: 10
	for (unsigned i = 3; i <= 9; i += 2)
		probe((int)i); // trips: 4
	for (int i = 0; i != 8 && more(); i++)
		probe(i); // trips: 8
	for (p = buffer; p < &buffer[63]; p++)
		probe(*p); // trips: 63
	for (p = buffer; p < buffer + sizeof buffer && more(); p += 4)
		probe(*p); // trips: 16
	for (int i = 0; i < n; i++)
		probe(i); // trips: -1
	while (more())
		probe(0); // trips: -1
	for (int i = 0; i < 10;)
		probe(more() ? i++ : i); // trips: -1
}

void round_again_after_a_success(void)
{
	int i = 0;

	do {
		probe(i); // trips: -1
	} while (more() && i < 10);
}
