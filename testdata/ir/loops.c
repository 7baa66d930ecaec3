/* Loops, and each way of leaving out parts of `for`. */
int f(int n);

void whole(int n)
{
	for (int i = 0; i < n; i++) {
		if (f(i))
			continue;
		if (i == 7)
			break;
	}
	while (n > 0)
		n--;
	do {
		n++;
		if (n == 3)
			continue;
	} while (f(n));
}

void init_only(int n) { for (f(1); ; ) if (n) break; }
void condition_only(int n) { for (; n; ) f(2); }
void step_only(int n) { for (; ; n++) if (n) break; }
void no_init(int n) { for (; n; n--) f(3); }
void no_condition(int n) { for (n = 1; ; n++) if (n > 4) break; }
void no_step(int n) { for (n = 1; n < /* ; */ 5; ) n += f(';'); }
void nothing(int n) { for (;;) if (n) break; }

#define EACH(i, n) for (; (i) < (n); )
void in_macro(int i, int n)
{
	EACH(i, n)
		i += f(i);
}
